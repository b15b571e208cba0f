import Glibc

extension Subject {
    static let downloading: [Subject] = [
        Subject(name: "download-large", says: "one large file over loopback, proven and durable") {
            try $0.download("download-large", fileCount: 1, fileBytes: $0.sizes.largeFile, port: 42_301) {
                switch $0 {
                case "curl": .ratioAtMost(1.3)
                default: nil
                }
            }
        },
        Subject(name: "download-small", says: "many small files over loopback, proven and durable") {
            try $0.download("download-small", fileCount: $0.sizes.smallFiles, fileBytes: 64 << 10, port: 42_302) {
                switch $0 {
                case "aria2": .ratioAtMost(1)
                default: nil
                }
            }
        },
    ]
}

extension Bench {
    fileprivate func download(
        _ name: String, fileCount: Int, fileBytes: Int, port: Int, goal: (String) -> Goal?
    ) throws {
        let folder = fresh()
        let server = try WebServer(work: folder, fileCount: fileCount, fileBytes: fileBytes, port: port)
        let clients = ["curl", "wget", "aria2"]
        var (ours, theirs): ([Program.Outcome], [[Program.Outcome]]) = ([], clients.map { _ in [] })
        for _ in 0..<sizes.rounds {
            ours.append(try oursDownloads(server))
            for (index, client) in clients.enumerated() { theirs[index].append(try peerDownloads(client, server)) }
        }
        for (client, outcomes) in zip(clients, theirs) {
            let peer = Comparison.Peer(name: client, values: outcomes.map(\.seconds))
            add(Comparison("\(name), time", "s", ours.map(\.seconds), against: peer, goal: goal(client)))
        }
        for (client, outcomes) in zip(clients, theirs) {
            let peer = Comparison.Peer(name: client, values: outcomes.map(\.processorSeconds))
            add(Comparison("\(name), processor", "s", ours.map(\.processorSeconds), against: peer))
        }
        for (client, outcomes) in zip(clients, theirs) {
            let peer = Comparison.Peer(name: client, values: outcomes.map { $0.peakInBytes / 1e6 })
            let memory = ours.map { $0.peakInBytes / 1e6 }
            add(
                Comparison(
                    "\(name), memory", "MB", memory, against: peer, goal: client == "curl" ? .valueAtMost(42) : nil))
        }
        try remove(folder)
    }

    private func oursDownloads(_ server: WebServer) throws -> Program.Outcome {
        let store = fresh()
        _ = try measure("want", "store=\(store)", "list=\(server.list)")
        let outcome = try tool(["run", "--until-idle", "--quiet"], store: store)
        try remove(store)
        return outcome
    }

    private func peerDownloads(_ client: String, _ server: WebServer) throws -> Program.Outcome {
        let folder = fresh()
        let outcome = try peer("download.sh", client, folder, server.urls, "\(server.sums)")
        try remove(folder)
        return outcome
    }
}
