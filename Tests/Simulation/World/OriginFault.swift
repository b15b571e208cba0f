/// What an origin may do wrong: every fault of the scripted origin, and those below HTTP.
package enum OriginFault: String, CaseIterable, Sendable {
    // The part that was asked for.
    case rangeIgnored, rangeEarlier, rangeLater, rangeUnnamed, rangeOtherTotal, rangeOtherTag, rangeMalformed
    case unsatisfiedWithTotal, unsatisfiedBare
    // The body.
    case cut, truncated, chunkedWithoutEnd, untilClose, untilCloseCut, wrongBytes, otherLength, encoded, emptyBody
    case chunkedWhole, malformedHead
    // Time.
    case stallBeforeHead, stallInBody, trickle
    // Somebody else's answer.
    case portalPage, portalRedirect
    // No content.
    case unauthorised, forbidden, missing, gone, tooMany, broken, unavailable, teapot, timedOut, signInToNetwork
    // No answer.
    case noName, refused, unreachable, silent, badCertificate, redirectLoop, insecureRedirect

    /// The status of an answer without content.
    var status: Int? {
        switch self {
        case .unauthorised: 401
        case .forbidden: 403
        case .missing: 404
        case .gone: 410
        case .tooMany: 429
        case .broken: 500
        case .unavailable: 503
        case .teapot: 418
        case .timedOut: 408
        case .signInToNetwork: 511
        default: nil
        }
    }

    /// Without a digest nobody can tell that these bytes are not the content: the protocol says that they are.
    var isBelievable: Bool {
        switch self {
        case .portalPage, .portalRedirect, .untilCloseCut, .wrongBytes, .otherLength, .emptyBody: true
        default: false
        }
    }
}
