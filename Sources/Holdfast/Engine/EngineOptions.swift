package import HoldfastLog

/// How an engine is opened.
public struct EngineOptions: Sendable {
    /// What the engine may do besides writing down what it is told.
    public enum Mode: Sendable {
        /// Watches connectivity, downloads, deletes.
        case acting
        /// Takes commands and touches nothing else: for a tool that leaves the work to another run.
        case commandsOnly
    }

    public var mode = Mode.acting
    /// A folder for content and unfinished files, perhaps on another volume that is not always there; the store's own where none was ever
    /// given. It is made where it is missing, marked as the store's, and recorded: given again, or `nil`, it is the one in use. An engine that
    /// only takes commands leaves it alone.
    ///
    /// A folder that carries the mark of another store is refused with `wrongVolume`. Files that stand elsewhere stay where they are and in use.
    public var contentPath: String?
    /// Who sends the commands of this process, for the record.
    public var actor = Record.Actor.app
    /// Carries the bytes; libcurl where none is given. See <doc:Transports>.
    public var transport: (any Transport)?
    /// A PEM file of the authorities that the default transport trusts, instead of the system's: for servers of a private one.
    public var certificateFile: String?
    /// Watches the links; the system's own where none is given.
    public var monitor: (any ConnectivityMonitor)?
    /// Addresses that answer a known thing from anywhere on the internet. With some, nothing starts on a network that has not proven to
    /// lead there, and a sign-in page is found before a download meets it; with none, a default route is believed until transfers say
    /// otherwise. None by default: nobody is asked whom the app has not named.
    public var probes: [ProbeEndpoint] = []
    /// Tells what the device runs on; the system's own where none is given.
    public var power: (any PowerMonitor)?
    public var clock: any EngineClock = SystemClock()
    /// Header fields for a request to a source, asked for at each attempt and never recorded: credentials belong here.
    public var authorizer: (any RequestAuthorizer)?
    /// Whole addresses of sources that `privacy.logUrls` keeps out of the log, asked for at each attempt and never recorded.
    public var addressBook: (any AddressBook)?
    /// Silence on a connection after which an attempt fails. There is no limit on the whole.
    public var idleTimeout = Duration.seconds(30)
    /// Builds the stored tables anew from the log at open: for tables that `OfflineStore.verify` found wrong.
    public var rebuildsTables = false
    /// Called while tables are built anew, with (done, all) records: at open, for a store that another version wrote, and once with
    /// (0, all) when stored rows turn out unreadable. On the thread that opens or works.
    public var rebuildProgress: (@Sendable (UInt64, UInt64) -> Void)?
    /// Called at each named step, on any thread.
    package var faultPoint: (@Sendable (FaultPoint) -> Void)?
    /// Called at each step of writing the log, on its writer thread; what it throws fails the commit.
    package var logFault: LogFault?
    package var surroundings = EngineSurroundings()

    public init() {}
}

/// Supplies credentials for requests. They are sent only to the origin they were asked for, and never written anywhere.
public protocol RequestAuthorizer: Sendable {
    /// Header fields for a GET of the address; an empty array for none. A thrown error fails the attempt with the class `auth`.
    func fields(for address: String, item: String) async throws -> [HeaderField]
}

/// Knows the sources of items whose addresses the log does not keep: see the setting `privacy.logUrls`.
public protocol AddressBook: Sendable {
    /// All sources of the item, in the order in which they were registered. A thrown error, a list that is too short and an address on
    /// another host than the log has fail the attempt with the class `policy` and the code `address-unknown`.
    func sources(of item: String) async throws -> [String]
}
