internal import CHoldfastCurl

/// Turns the library's codes into the engine's words.
enum CurlOutcome {
    static func result(
        of transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer, _ code: CURLcode, now: Duration
    ) -> CurlResult {
        if let failure = transfer.failure { return .failure(failure) }
        guard code == CURLE_OK else { return .failure(failure(of: transfer, easy, code)) }
        // A connection cut inside the head is no error to the library.
        guard transfer.isAccepted, let head = transfer.head else { return .failure(.reset(osCode: nil)) }
        return .success(
            TransferSummary(
                head: head, bodyBytes: transfer.bodyBytes, wireBytes: transfer.wireBytes,
                elapsed: now - transfer.startedAt))
    }

    static func overdueFailure(of transfer: CurlTransfer) -> TransferFailure {
        transfer.isConnected ? .stalled(received: transfer.position) : .timeout
    }

    /// Header and body bytes of the leg that just ended.
    static func wireBytes(of easy: UnsafeMutableRawPointer) -> Int64 {
        var body: curl_off_t = 0
        var header = 0
        _ = holdfast_curl_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &body)
        _ = holdfast_curl_get_long(easy, CURLINFO_HEADER_SIZE, &header)
        return Int64(body) + Int64(header)
    }

    private static func failure(
        of transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer, _ code: CURLcode
    ) -> TransferFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
        case CURLE_COULDNT_CONNECT: .connect(osCode: osCode(easy))
        case CURLE_OPERATION_TIMEDOUT: isResolved(easy) ? .timeout : .dns
        case CURLE_PARTIAL_FILE: .truncated(received: transfer.position, expected: transfer.expectedEnd)
        case CURLE_RECV_ERROR where tunnelStatus(easy) >= 300:
            .http(status: tunnelStatus(easy), retryAfterMilliseconds: nil)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .reset(osCode: osCode(easy))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_INITFAILED:
            .tls(code: Int32(bitPattern: code.rawValue))
        case CURLE_URL_MALFORMAT: .malformedAddress
        // A reply without a status line counts as a protocol that was not asked for.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING:
            .malformedResponse
        default: .transport(code: Int32(bitPattern: code.rawValue))
        }
    }

    private static func osCode(_ easy: UnsafeMutableRawPointer) -> Int32? {
        var number = 0
        _ = holdfast_curl_get_long(easy, CURLINFO_OS_ERRNO, &number)
        return number == 0 ? nil : Int32(exactly: number)
    }

    /// What a proxy answered to the request for a tunnel; 0 where there was none.
    private static func tunnelStatus(_ easy: UnsafeMutableRawPointer) -> Int {
        var status = 0
        _ = holdfast_curl_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &status)
        return status
    }

    private static func isResolved(_ easy: UnsafeMutableRawPointer) -> Bool {
        var microseconds: curl_off_t = 0
        _ = holdfast_curl_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T, &microseconds)
        return microseconds > 0
    }
}
