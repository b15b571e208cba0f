internal import Glibc

/// Why the store's folders refused something.
public struct StorageFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        /// The system call failed; see `osCode`.
        case system
        /// A file that should be there is not.
        case missing
        /// A file of that name is there already.
        case exists
        /// A link or another kind of file stands where a regular file or folder belongs.
        case unsafePath
        /// The root has no marker, or that of another store: the volume is not the one it should be.
        case wrongVolume
        /// The volume is not connected: its folder is not there, or carries no marker.
        case volumeMissing
        /// Two folders that belong on one volume are on two, so nothing can be moved from one to the other.
        case twoVolumes
        /// A path that this store would never have made.
        case foreignPath
    }

    public var kind: Kind
    /// What was tried, as "open", "publish".
    public var operation: String
    /// Relative to the root; never a title or an address.
    public var path: String
    public var osCode: Int32

    public init(_ kind: Kind, _ operation: String, _ path: String, osCode: Int32 = 0) {
        self.kind = kind
        self.operation = operation
        self.path = path
        self.osCode = osCode
    }

    /// The failure that `errno` names after a system call.
    static func last(_ operation: String, _ path: String) -> StorageFailure { of(errno, operation, path) }

    static func of(_ osCode: Int32, _ operation: String, _ path: String) -> StorageFailure {
        let kind: Kind =
            switch osCode {
            case ENOENT: .missing
            case EEXIST: .exists
            case EXDEV: .twoVolumes
            case ELOOP, ENOTDIR, EISDIR: .unsafePath
            default: .system
            }
        return StorageFailure(kind, operation, path, osCode: osCode)
    }

    public var isOutOfSpace: Bool { osCode == ENOSPC || osCode == EDQUOT }
    /// The device under the file is gone, as when a card is pulled out.
    var isDeviceLost: Bool { [EIO, ENODEV, ENXIO, ENOTCONN, ESTALE].contains(osCode) }
    public var isPermissionDenied: Bool { osCode == EACCES || osCode == EPERM || osCode == EROFS }

    public var description: String {
        let reason =
            switch kind {
            case .system: String(cString: strerror(osCode))
            case .missing: "it is not there"
            case .exists: "a file of that name is there already; move it away"
            case .unsafePath: "a link or another kind of file is in its place; remove it by hand"
            case .wrongVolume: "the folder does not carry this store's marker; mount the right volume"
            case .volumeMissing: "its volume is not connected; connect it"
            case .twoVolumes: "the folders 'content' and 'partial' are on two volumes; put both on one"
            case .foreignPath: "it is not a path of this store"
            }
        return "cannot \(operation) \(path): \(reason)"
    }
}
