import Holdfast

func takeAlong(_ address: String, storeAt directory: String) async throws -> String {
    let engine = try await OfflineEngine.open(at: directory)

    var guide = Registration(id: "field-guide", sources: [address])
    guide.title = "Field guide"
    try await engine.register(guide)
    try await engine.request("field-guide")  // without internet it waits, and starts by itself

    for try await record in engine.records() {
        let shown = try? await engine.affordance(of: "field-guide")  // icon, label, detail, actions
        print(shown?.label ?? "", shown?.detail ?? "")
        if case .contentPublished = record.event { break }
    }
    let file = try await engine.contentPath(of: "field-guide")
    try await engine.close()
    return file
}
