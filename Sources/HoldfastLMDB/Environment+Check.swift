import Glibc

extension Environment {
    private static let attemptCountMax = 5

    /// Reads every page that the newest commit uses, without the map: LMDB would follow a wrong number in a page to
    /// where a read ends the process. Proportional to the file; its snapshot is open as long.
    /// - Throws: `.damaged` with the first page that is wrong. What rows hold is not looked at.
    package func checkPages() throws(StorageError) {
        let file = try FileHandle(opening: context.path, O_RDONLY)
        let descriptor = file.descriptor
        for _ in 0..<Self.attemptCountMax {
            let isDone = try read { transaction throws(StorageError) in
                let view = HeaderPreflight.FileHandleReading(
                    sizeInBytes: { FileHandle.sizeInBytes(of: descriptor) },
                    bytes: { FileHandle.bytes(of: descriptor, at: $0, count: $1) })
                let preflight = HeaderPreflight(path: context.path, file: view)
                guard let check = try preflight.pageCheck(ofCommit: transaction.number) else { return false }
                try check.checkEverything()
                return true
            }
            if isDone { return }
        }
        // Two commits came between each snapshot and its header: nothing is known of the pages, and nothing wrong.
        throw .unexpected(operation: "check the pages of", code: 0, text: "the log is written to without a pause")
    }
}
