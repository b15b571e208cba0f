internal import Glibc

/// A connection to D-Bus, as far as reading a number and hearing of changes goes.
///
/// libdbus is looked for when it is needed and is no dependency: a machine without it has no bus to ask. Used by one thread at a time.
final class SystemBus: @unchecked Sendable {
    private let library: Library
    private let connection: OpaquePointer
    let descriptor: Int32

    /// Milliseconds that a service has for an answer.
    private static let patience: Int32 = 500

    /// - Parameter address: of another bus than the system's, as in `DBUS_SYSTEM_BUS_ADDRESS`.
    init?(address: String?) {
        guard let library = Library.shared else { return nil }
        let opened = address.map { library.openPrivate($0, nil) } ?? library.systemBus(1, nil)
        guard let opened else { return nil }
        self.library = library
        connection = opened
        // Losing the bus must not end the program, which is the library's default.
        library.exitOnDisconnect(connection, 0)
        var descriptor: Int32 = -1
        let isReady = address == nil || library.register(connection, nil) != 0
        guard isReady, library.descriptor(connection, &descriptor) != 0 else {
            library.close(connection)
            library.release(connection)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        library.close(connection)
        library.release(connection)
    }

    func subscribe(_ rule: String) { library.addMatch(connection, rule, nil) }

    /// Reads what has come in. False when the bus is gone.
    func receive() -> Bool { library.readWrite(connection, 0) != 0 }

    /// Throws away what was read, also while an answer was waited for, and tells whether there was something.
    func drain() -> Bool {
        var isEmpty = true
        while let message = library.pop(connection) {
            library.releaseMessage(message)
            isEmpty = false
        }
        return !isEmpty
    }

    /// A property of the type `u`; `nil` where the service, the object or the property is not there.
    func property(_ name: String, of service: String, at path: String, interface: String) -> UInt32? {
        guard let call = library.call(service, path, "org.freedesktop.DBus.Properties", "Get") else { return nil }
        defer { library.releaseMessage(call) }
        // `DBusMessageIter` is an opaque struct of 72 bytes on 64-bit systems.
        let iterator = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        let inner = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        defer {
            iterator.deallocate()
            inner.deallocate()
        }
        library.beginAppend(call, iterator)
        for text in [interface, name] {
            text.withCString { text in
                var text: UnsafePointer<CChar>? = text
                _ = library.append(iterator, Self.typeString, &text)
            }
        }
        guard let reply = library.ask(connection, call, Self.patience, nil) else { return nil }
        defer { library.releaseMessage(reply) }
        guard library.beginRead(reply, iterator) != 0, library.type(iterator) == Self.typeVariant else { return nil }
        library.enter(iterator, inner)
        guard library.type(inner) == Self.typeNumber else { return nil }
        var value: UInt32 = 0
        library.read(inner, &value)
        return value
    }

    private static let typeString = Int32(UInt8(ascii: "s"))
    private static let typeVariant = Int32(UInt8(ascii: "v"))
    private static let typeNumber = Int32(UInt8(ascii: "u"))
}

/// The functions of libdbus-1, whose binary interface has stood since 2006.
private struct Library: @unchecked Sendable {
    typealias Pointer = OpaquePointer
    typealias Raw = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>

    let systemBus: @convention(c) (Int32, Raw?) -> Pointer?
    let openPrivate: @convention(c) (Text, Raw?) -> Pointer?
    let register: @convention(c) (Pointer, Raw?) -> UInt32
    let exitOnDisconnect: @convention(c) (Pointer, UInt32) -> Void
    let descriptor: @convention(c) (Pointer, UnsafeMutablePointer<Int32>) -> UInt32
    let addMatch: @convention(c) (Pointer, Text, Raw?) -> Void
    let readWrite: @convention(c) (Pointer, Int32) -> UInt32
    let pop: @convention(c) (Pointer) -> Pointer?
    let close: @convention(c) (Pointer) -> Void
    let release: @convention(c) (Pointer) -> Void
    let call: @convention(c) (Text, Text, Text, Text) -> Pointer?
    let ask: @convention(c) (Pointer, Pointer, Int32, Raw?) -> Pointer?
    let releaseMessage: @convention(c) (Pointer) -> Void
    let beginAppend: @convention(c) (Pointer, Raw) -> Void
    let append: @convention(c) (Raw, Int32, UnsafeRawPointer) -> UInt32
    let beginRead: @convention(c) (Pointer, Raw) -> UInt32
    let type: @convention(c) (Raw) -> Int32
    let enter: @convention(c) (Raw, Raw) -> Void
    let read: @convention(c) (Raw, Raw) -> Void

    static let shared = Library()

    private init?() {
        guard let handle = dlopen("libdbus-1.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
        var isWhole = true
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
            guard let address = dlsym(handle, "dbus_\(name)") else {
                isWhole = false
                return nil
            }
            return unsafeBitCast(address, to: type)
        }
        let threads = find("threads_init_default", (@convention(c) () -> UInt32).self)
        guard let threads,
            let systemBus = find("bus_get_private", (@convention(c) (Int32, Raw?) -> Pointer?).self),
            let openPrivate = find("connection_open_private", (@convention(c) (Text, Raw?) -> Pointer?).self),
            let register = find("bus_register", (@convention(c) (Pointer, Raw?) -> UInt32).self),
            let exitOnDisconnect = find(
                "connection_set_exit_on_disconnect", (@convention(c) (Pointer, UInt32) -> Void).self),
            let descriptor = find(
                "connection_get_unix_fd",
                (@convention(c) (Pointer, UnsafeMutablePointer<Int32>) -> UInt32).self),
            let addMatch = find("bus_add_match", (@convention(c) (Pointer, Text, Raw?) -> Void).self),
            let readWrite = find("connection_read_write", (@convention(c) (Pointer, Int32) -> UInt32).self),
            let pop = find("connection_pop_message", (@convention(c) (Pointer) -> Pointer?).self),
            let close = find("connection_close", (@convention(c) (Pointer) -> Void).self),
            let release = find("connection_unref", (@convention(c) (Pointer) -> Void).self),
            let call = find("message_new_method_call", (@convention(c) (Text, Text, Text, Text) -> Pointer?).self),
            let ask = find(
                "connection_send_with_reply_and_block",
                (@convention(c) (Pointer, Pointer, Int32, Raw?) -> Pointer?).self),
            let releaseMessage = find("message_unref", (@convention(c) (Pointer) -> Void).self),
            let beginAppend = find("message_iter_init_append", (@convention(c) (Pointer, Raw) -> Void).self),
            let append = find(
                "message_iter_append_basic", (@convention(c) (Raw, Int32, UnsafeRawPointer) -> UInt32).self),
            let beginRead = find("message_iter_init", (@convention(c) (Pointer, Raw) -> UInt32).self),
            let type = find("message_iter_get_arg_type", (@convention(c) (Raw) -> Int32).self),
            let enter = find("message_iter_recurse", (@convention(c) (Raw, Raw) -> Void).self),
            let read = find("message_iter_get_basic", (@convention(c) (Raw, Raw) -> Void).self), isWhole
        else { return nil }
        _ = threads()
        (self.systemBus, self.openPrivate, self.register) = (systemBus, openPrivate, register)
        (self.exitOnDisconnect, self.descriptor, self.addMatch) = (exitOnDisconnect, descriptor, addMatch)
        (self.readWrite, self.pop, self.close, self.release) = (readWrite, pop, close, release)
        (self.call, self.ask, self.releaseMessage) = (call, ask, releaseMessage)
        (self.beginAppend, self.append, self.beginRead) = (beginAppend, append, beginRead)
        (self.type, self.enter, self.read) = (type, enter, read)
    }
}
