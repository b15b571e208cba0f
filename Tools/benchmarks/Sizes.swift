/// How much is measured.
struct Sizes {
    let isQuick: Bool
    var rounds: Int { isQuick ? 3 : 5 }
    /// Records of one round, appended a thousand in a commit.
    var batched: Int { isQuick ? 50_000 : 200_000 }
    /// Records of one round, appended one in a commit.
    var single: Int { isQuick ? 500 : 2_000 }
    /// Records of one round, appended by 64 callers.
    var called: Int { isQuick ? 10_000 : 50_000 }
    /// Records of a store that is not empty.
    var large: Int { isQuick ? 200_000 : 1_000_000 }
    /// Records appended to it in each round.
    var addedToLarge: Int { isQuick ? 50_000 : 100_000 }
    /// Python needs a hundred times as long.
    var python: Int { isQuick ? 2_000 : 10_000 }
    var openings: Int { isQuick ? 100 : 300 }
    /// Stores that a growing one passes through.
    var growing: [Int] { isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, 10_000_000] }

    /// Bytes of a file that is downloaded.
    var largeFile: Int { isQuick ? 256 << 20 : 1 << 30 }
    /// Small files that are downloaded together.
    var smallFiles: Int { isQuick ? 500 : 2_000 }

    /// Events that the programs in other languages read from one file.
    var workload: Int { large + rounds * addedToLarge }

    static func name(_ count: Int) -> String {
        count % 1_000_000 == 0 ? "\(count / 1_000_000)M" : count % 1_000 == 0 ? "\(count / 1_000)k" : "\(count)"
    }
}
