/// What the engine's life in StoreWorker downloads, served by the origin: four addresses with their digests.
package struct EngineSources {
    package let words: [String]

    package init() throws {
        let origin = try Origin.shared.get()
        let body: Reply = ["body": ["random": 60_000, "seed": 2], "etag": "\"c\""]
        let pages = [
            try origin.page(["body": ["random": 5_000, "seed": 1], "etag": "\"p\""], name: "plain.bin"),
            try origin.page(body.merging(["cut_at": 30_000]) { $1 }, body, name: "cut.bin"),
            try origin.page(["body": ["random": 1_000, "seed": 3], "etag": "\"o\""], name: "old.bin"),
            try origin.page(["body": ["random": 2_000, "seed": 4], "etag": "\"n\""], name: "new.bin"),
        ]
        words = try pages.flatMap { [$0.url, try $0.digest()] }
    }
}
