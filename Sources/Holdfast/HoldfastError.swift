internal import HoldfastLog

/// Why a call failed. What was asked left no trace, unless the code says otherwise.
public struct HoldfastError: Error, Sendable, Equatable, CustomStringConvertible {
    public var code: Code
    /// What was tried, on what, and what to do next.
    public var message: String
    /// The rule that said no, for `refused`.
    public var refusal: Refusal?

    public init(_ code: Code, _ message: String, refusal: Refusal? = nil) {
        self.code = code
        self.message = message
        self.refusal = refusal
    }

    public var description: String { message }

    /// An open set: later releases add to it, so always keep a `default`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A rule of the model said no; see `refusal`.
        public static let refused = Code(rawValue: "refused")
        /// The action is none that a screen offers for the item now.
        public static let notOffered = Code(rawValue: "notOffered")
        /// There is no store at the path.
        public static let noStore = Code(rawValue: "noStore")
        /// Another process, or another engine of this one, is writing to the store.
        public static let inUse = Code(rawValue: "inUse")
        /// A newer program wrote the store, or events that this one cannot read.
        public static let newerStore = Code(rawValue: "newerStore")
        /// Bytes of the store are not what they were: see `holdfast verify`.
        public static let damaged = Code(rawValue: "damaged")
        public static let diskFull = Code(rawValue: "diskFull")
        public static let permission = Code(rawValue: "permission")
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The commit failed in a way that leaves open whether it is on disk: open the store again to find out.
        public static let outcomeUnknown = Code(rawValue: "outcomeUnknown")
        /// The engine or store was closed.
        public static let closed = Code(rawValue: "closed")
        /// There is no such item, or no usable file of it.
        public static let notFound = Code(rawValue: "notFound")
        /// The volume on which the content stands is not connected, which says nothing about its files.
        public static let volumeMissing = Code(rawValue: "volumeMissing")
        /// The folder for content belongs to another store.
        public static let wrongVolume = Code(rawValue: "wrongVolume")
        /// The position lies past the head of the log.
        public static let noSuchPosition = Code(rawValue: "noSuchPosition")
        /// What came over the control socket is no message.
        public static let malformed = Code(rawValue: "malformed")
        /// An engine of another version works on the store and does not know the command. Nothing was done.
        public static let notUnderstood = Code(rawValue: "notUnderstood")
        /// Something stands where a new file was to be made.
        public static let alreadyExists = Code(rawValue: "alreadyExists")
        public static let `internal` = Code(rawValue: "internal")
    }
}
