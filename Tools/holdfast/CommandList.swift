/// The verbs, in the order in which help shows them. Parsing, help and completions all read this list.
enum CommandList {
    static let all: [CommandDescription] = [
        AddVerb.description, RunVerb.description, PauseVerb.description, PauseVerb.resume, CancelVerb.description,
        RetryVerb.description, RemoveVerb.description, RemoveVerb.undo, OfflineVerb.description, SetVerb.description,
        StatusVerb.description, QueueVerb.description, OpenVerb.description,
        LogVerb.description, ShowVerb.description, HistoryVerb.description, WhyVerb.description,
        StateVerb.description, DiffVerb.description, ReplayVerb.description,
        SimulateVerb.description, ReportVerb.description,
        VerifyVerb.description,
        HelpVerb.description, VersionVerb.description,
    ]
}
