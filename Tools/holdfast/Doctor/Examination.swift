import Glibc
import Holdfast
import HoldfastModel

/// Looks at a store and what is around it.
struct Examination {
    private let looking: Looking
    private let condition: StoreCondition
    private let device: Device
    private let storage: StorageReport
    /// The number of the process that writes.
    private let writer: Int32?

    /// Commits; below this the file has not grown for a slow reader.
    private static let lagMax: UInt64 = 10_000
    /// Records that are folded in some tens of milliseconds.
    private static let tailMax: UInt64 = 131_072
    /// Time servers nudge a clock by less, in microseconds.
    private static let clockSlack: Int64 = 5_000_000
    private static let fileCountMax = 10_000

    init(_ looking: Looking) throws(ToolFailure) {
        self.looking = looking
        condition = try looking.attempt { try looking.store.condition() }
        (device, storage) = try looking.read { ($0.environment(), try $0.storage()) }
        writer = StorePlace.writer(of: looking.path)
    }

    func findings() throws(ToolFailure) -> [Finding] {
        [place, log, writing, session, readers, tables, clock, space, try content()]
    }

    /// Titles and addresses stand in the file: nobody else has to read them.
    private var place: Finding {
        var status = stat()
        guard stat(looking.path, &status) == 0 else {
            return .wrong(
                "place", "\(looking.path) could not be looked at: \(String(cString: strerror(errno)))",
                "Look at its rights.")
        }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            return .notice(
                "place", "\(looking.path) belongs to user \(status.st_uid), and you are \(geteuid())",
                "Only its owner can write.")
        }
        let open = status.st_mode & 0o077
        guard open == 0 else {
            return .notice(
                "place", "\(looking.path) can be read by other users of this machine",
                "'chmod go= \(looking.path)' keeps titles and addresses to yourself.")
        }
        return .sound("place", looking.path)
    }

    private var log: Finding {
        .sound(
            "log",
            "format \(condition.formatVersion), \(PluralText.count(condition.recordCount, "record")), "
                + "\(ByteText.format(condition.logBytes)), store \(condition.identifier)")
    }

    private var writing: Finding {
        guard let writer else { return .sound("writer", "nobody writes to it now") }
        return .sound("writer", "process \(writer) writes to it")
    }

    private var session: Finding {
        guard let session = device.session else { return .sound("session", "the last one was closed in order") }
        guard writer == nil else { return .sound("session", "open since #\(session)") }
        return .notice(
            "session", "the one that began at #\(session) never ended in order, as after a kill or a power cut",
            "The next 'holdfast run' looks at what it left and goes on.")
    }

    private var readers: Finding {
        let (count, lag) = (condition.readerCount, condition.readerLag)
        let words = "\(PluralText.count(count, "snapshot")) open"
        guard lag > Self.lagMax else { return .sound("readers", words) }
        return .wrong(
            "readers", words + ", the oldest \(PluralText.count(lag, "commit")) behind, so that the file grows",
            "Find the program that has the store open for so long, and end it.")
    }

    private var tables: Finding {
        let tail = condition.tailCount
        guard tail > Self.tailMax else {
            return .sound(
                "tables", tail == 0 ? "up to the head" : "\(PluralText.count(tail, "record")) behind the head")
        }
        return .notice(
            "tables", "\(PluralText.count(tail, "record")) behind the head, folded anew at each look",
            "'holdfast rebuild' or 'holdfast run' brings them up to it.")
    }

    private var clock: Finding {
        let last = device.lastRecordedAt
        guard last.subtractingClamped(looking.now) > Self.clockSlack else {
            return .sound("clock", "not before the last record, of \(LocalTime.text(last, looking.zone))")
        }
        return .notice(
            "clock", "the last record is of \(LocalTime.text(last, looking.zone)), which is still to come",
            "If the clock is wrong, set it: waits and schedules go by it.")
    }

    private var space: Finding {
        guard let free = storage.freeBytes else {
            return .notice("space", "never measured", "'holdfast run' measures it.")
        }
        let words = "\(ByteText.format(free)) free when last measured, \(ByteText.format(storage.usedBytes)) used"
        guard free < storage.keepFreeBytes else { return .sound("space", words) }
        return .notice(
            "space", words + ", and \(ByteText.format(storage.keepFreeBytes)) are to be kept free, so downloads wait",
            "Free some space, or set storage.keepFreeBytes.")
    }

    /// Only whether the files are there: 'verify --content' reads them.
    private func content() throws(ToolFailure) -> Finding {
        let items = try looking.read { try $0.items(limit: Self.fileCountMax) }.filter { $0.installed?.isSound == true }
        var missing: [String] = []
        for item in items {
            do throws(HoldfastError) {
                _ = try looking.store.contentPath(of: item.id)
            } catch {
                if error.code == .volumeMissing {
                    return .notice("content", error.message, "Connect it; until then nothing downloads.")
                }
                missing.append(item.id)
            }
        }
        guard let first = missing.first else {
            return .sound("content", "\(PluralText.count(items.count, "downloaded file")) where expected")
        }
        return .wrong(
            "content",
            "\(PluralText.count(missing.count, "downloaded file")) not where expected, the first of item \(first)",
            "'holdfast download \(first) --repair' and 'holdfast run' bring it back.")
    }
}
