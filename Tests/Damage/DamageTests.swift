import Foundation
import HoldfastTestSupport
import Testing

/// Damage to the file of a log, wherever it is: the tool answers right or says what is wrong, and is never ended by a signal.
@Suite(.timeLimit(.minutes(30))) struct DamageTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    /// Flips are shared out over so many tests, so that all processors have work.
    static let batches: Range<UInt64> = 0..<(isLong ? 40 : 4)
    static let flipsABatch = 25

    /// Codes that say what happened: done, refused, damage, missing, a newer version, input and output, no permission.
    private static let typed: Set<Int32> = [0, 1, 65, 66, 69, 74, 77]

    private func stores() async throws -> DamagedStores { try await DamagedStores.shared.stores() }

    /// The tool's answers to a damaged log.
    /// - Returns: how `verify` ended.
    @discardableResult
    private func check(_ bytes: [UInt8], _ stores: DamagedStores, _ comment: Comment) throws -> Int32 {
        try stores.copy(bytes) { copy in
            let path = copy.file("store")
            let found = try DamagedStores.Answers(of: path)
            for end in [found.status, found.log, found.verify] {
                #expect(Self.typed.contains(end.code), "\(comment): \(end.code) \(end.errors)")
                #expect((end.code == 0) == end.errors.isEmpty, "\(comment): \(end.code) \(end.errors)")
            }
            // What a log shows is what was written, from its beginning, whether it ends there or not. A private part that is
            // out of reach looks as if it had been erased.
            let shown = found.log.lines.map(Self.record)
            #expect(shown == stores.sound.log.lines.prefix(shown.count).map(Self.record), "\(comment): log")
            if found.verify.code == 0 {
                #expect(found.log.code == 0, "\(comment): \(found.log.errors)")
                try checkSound(found, copy, stores, comment)
            }
            let written = try Tool.run(["set", "queue.maxConcurrent", "3"], store: path)
            #expect(Self.typed.contains(written.code), "\(comment): \(written.code) \(written.errors)")
            return found.verify.code
        }
    }

    /// A line of `log --json` without the private part.
    private static func record(_ line: Substring) -> Substring {
        line.range(of: ",\"private\":").map { line[..<$0.lowerBound] } ?? line
    }

    /// A store that is called sound holds what was written: all rows, or where a header page is damaged and LMDB falls back to
    /// the one before, those of the commit before the last.
    private func checkSound(
        _ found: DamagedStores.Answers, _ copy: TemporaryDirectory, _ stores: DamagedStores, _ comment: Comment
    ) throws {
        guard found.verify.output == stores.sound.verify.output else {
            return #expect(found.log.lines.count < stores.sound.log.lines.count, "\(comment): another root")
        }
        #expect(try DamagedStores.rows(of: copy) == DamagedStores.rows(of: stores.folder), "\(comment): rows differ")
    }

    @Test func `the sound store is sound, and has every kind of item`() async throws {
        let stores = try await stores()
        #expect(stores.sound.verify.code == 0 && stores.sound.verify.errors.isEmpty)
        #expect(stores.sound.log.lines.count > 100)
        #expect(stores.pageCount > 20)
    }

    @Test func `a log cut at any page is told`() async throws {
        let stores = try await stores()
        for count in 0..<stores.pageCount where Self.isLong || count % 3 == 0 || count < 4 {
            try check(Array(stores.log.prefix(count * DamagedStores.pageSize)), stores, "cut after \(count) pages")
        }
    }

    /// LMDB trusts its header pages, so each of their bytes counts. All in one process, which ends where an error would.
    @Test func `a flipped bit in a header page is told or leads to the commit before`() async throws {
        let stores = try await stores()
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: stores.folder.file("store"), toPath: copy.file("store"))
        let count = stores.sound.log.lines.count
        await #expect(processExitsWith: .success) {
            [path = copy.file("store") as String, count = count as Int, isLong = Self.isLong as Bool] in
            let flips = HeaderFlips(path: path, recordCount: UInt64(count))
            for offset in HeaderFlips.offsets {
                for bit in isLong ? Array(0..<8) : [offset % 8] {
                    if let wrong = flips.wrongAnswer(offset, bit) {
                        print("bit \(bit) of byte \(offset): \(wrong)")
                        exit(1)
                    }
                }
            }
            exit(0)
        }
    }

    @Test(arguments: batches)
    func `a flipped bit anywhere is told or harmless`(seed: UInt64) async throws {
        let stores = try await stores()
        var random = SeededGenerator(seed: seed)
        var told = 0
        for index in 0..<Self.flipsABatch {
            var bytes = stores.log
            let offset = Int.random(in: bytes.indices, using: &random)
            let bit = UInt8.random(in: 0..<8, using: &random)
            bytes[offset] ^= 1 << bit
            let page = offset / DamagedStores.pageSize
            let comment: Comment =
                "seed \(seed), flip \(index): bit \(bit) of byte \(offset % DamagedStores.pageSize) in page \(page)"
            if try check(bytes, stores, comment) != 0 { told += 1 }
        }
        #expect(told > 0, "seed \(seed): no flip was ever found")
    }

    enum PageDamage: CaseIterable { case zeroed, swapped, doubled }

    @Test(arguments: PageDamage.allCases)
    func `a page that is wrong as a whole is told or harmless`(_ damage: PageDamage) async throws {
        let stores = try await stores()
        let size = DamagedStores.pageSize
        for page in 0..<stores.pageCount where Self.isLong || page % 5 == 0 || page < 2 {
            var bytes = stores.log
            let other = (page + 3) % stores.pageCount
            let (here, there) = (page * size..<(page + 1) * size, other * size..<(other + 1) * size)
            switch damage {
            case .zeroed: bytes.replaceSubrange(here, with: repeatElement(0, count: size))
            case .swapped:
                bytes.replaceSubrange(here, with: stores.log[there])
                bytes.replaceSubrange(there, with: stores.log[here])
            case .doubled: bytes.replaceSubrange(here, with: stores.log[there])
            }
            try check(bytes, stores, "page \(page) \(damage), the other is \(other)")
        }
    }
}
