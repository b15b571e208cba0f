import CHoldfastLMDB
import Glibc

/// The one thread that begins, fills and commits write transactions, and that closes the environment.
enum WriterThread {
    private final class Start: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ run: @escaping @Sendable () -> Void) throws(StorageError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, StorageLimits.writerStackInBytes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let argument = Unmanaged.passRetained(Start(run))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                pthread_setname_np(pthread_self(), "holdfast-writer")
                start.run()
                return nil
            }, argument.toOpaque())
        if code != 0 {
            argument.release()
            throw .io(operation: "start the writer thread for", path: "the log", code: code)
        }
    }
}
