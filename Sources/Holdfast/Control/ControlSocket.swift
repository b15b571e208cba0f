internal import Glibc

/// The socket `control.sock` in the store's folder.
///
/// It is reached through descriptors and never by a path: paths of sockets are short, those of stores may be long, and no link is followed.
enum ControlSocket {
    static let fileName = "control.sock"
    /// Clients that have not been accepted yet; more wait in their own call.
    private static let backlogMax: Int32 = 16
    /// `O_PATH`, which the Glibc module does not show.
    private static let pathOnly: Int32 = 0o10_000_000

    /// Makes the socket, readable and writable for its owner alone, and listens. One that a killed engine left is replaced: only the
    /// writer of the store may call this.
    ///
    /// - Throws: `unsafePath` for anything else in its place, which stays there.
    static func listen(in folder: OpenFile) throws(StorageFailure) -> OpenFile {
        if let old = try status(in: folder) {
            guard old.isSocket else { throw StorageFailure(.unsafePath, "make", fileName) }
            guard unlinkat(folder.descriptor, fileName, 0) == 0 else { throw .last("replace", fileName) }
        }
        let socket = try make(SOCK_NONBLOCK.rawValue)
        // Linux takes the rights of the file from the socket's own. Set before there is a file, nobody comes in between, and the umask,
        // which all threads of the process share, is left alone.
        guard fchmod(socket.descriptor, 0o600) == 0 else { throw .last("make", fileName) }
        let path = "/proc/self/fd/\(folder.descriptor)/\(fileName)"
        guard withAddress(path, { bind(socket.descriptor, $0, $1) }) == 0 else { throw .last("make", fileName) }
        guard let made = try status(in: folder), made.st_mode & 0o077 == 0 else {
            unlinkat(folder.descriptor, fileName, 0)
            throw .of(EPERM, "protect", fileName)
        }
        guard Glibc.listen(socket.descriptor, backlogMax) == 0 else { throw .last("listen to", fileName) }
        return socket
    }

    /// Takes the name away, if it is a socket's: for the writer of the store, whose own it then is.
    static func remove(in folder: OpenFile) {
        guard let facts = try? status(in: folder), facts.isSocket else { return }
        unlinkat(folder.descriptor, fileName, 0)
    }

    /// - Returns: `nil` where the client has gone again.
    static func accept(from listener: OpenFile) throws(StorageFailure) -> OpenFile? {
        let descriptor = acceptFour(listener.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        if descriptor >= 0 { return OpenFile(owning: descriptor) }
        if [EAGAIN, ECONNABORTED, EINTR].contains(errno) { return nil }
        throw .last("accept from", fileName)
    }

    /// The same user, and root, who may do all of it anyway.
    static func isPermitted(_ client: OpenFile) -> Bool {
        // `struct ucred`: process, user, group, as they were when the client connected.
        var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(client.descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials.1 == geteuid() || credentials.1 == 0
    }

    /// - Returns: `nil` where there is no socket, nobody listens to it, or what stands there is none.
    static func connect(in folder: OpenFile, patience: Duration) throws(StorageFailure) -> OpenFile? {
        let named = openat(folder.descriptor, fileName, pathOnly | O_NOFOLLOW | O_CLOEXEC)
        guard named >= 0 else {
            if errno == ENOENT { return nil }
            throw .last("open", fileName)
        }
        let file = OpenFile(owning: named)
        guard try file.facts("open", fileName).isSocket else { return nil }
        let socket = try make()
        let (seconds, rest) = patience.wholeMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(socket.descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        while true {
            let code = withAddress("/proc/self/fd/\(file.descriptor)") { Glibc.connect(socket.descriptor, $0, $1) }
            switch code == 0 ? 0 : errno {
            case 0: return socket
            case EINTR: continue
            case ECONNREFUSED: return nil
            default: throw .last("connect to", fileName)
            }
        }
    }

    /// What stands under the name now, a link not followed; `nil` for nothing.
    private static func status(in folder: OpenFile) throws(StorageFailure) -> stat? {
        var facts = stat()
        if fstatat(folder.descriptor, fileName, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
        guard errno == ENOENT else { throw .last("look at", fileName) }
        return nil
    }

    private static func make(_ flags: UInt32 = 0) throws(StorageFailure) -> OpenFile {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags), 0)
        guard descriptor >= 0 else { throw .last("make", fileName) }
        return OpenFile(owning: descriptor)
    }

    /// - Parameter path: through a descriptor, and so always short enough.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(bytes.count)) }
        }
    }
}

private typealias AcceptFour =
    @convention(c) (
        Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
    ) -> Int32

/// `accept4`, which the Glibc module does not show; looked up by name. Without it a program that is started meanwhile would keep the
/// connection open.
private let acceptFour: AcceptFour =
    dlsym(nil, "accept4").map { unsafeBitCast($0, to: AcceptFour.self) } ?? { socket, address, size, _ in
        accept(socket, address, size)
    }

extension stat {
    fileprivate var isSocket: Bool { st_mode & S_IFMT == S_IFSOCK }
}
