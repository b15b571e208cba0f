/// The verbs, in the order in which help shows them. Parsing, help, the manual page and completions all read this list.
enum CommandList {
    static let all: [CommandDescription] = [
        AddVerb.description, DownloadVerb.description, RunVerb.description, PauseVerb.description, PauseVerb.resume,
        CancelVerb.description, RetryVerb.description, RemoveVerb.description, RemoveVerb.undo, PinVerb.description,
        PinVerb.unpin, PrioritizeVerb.description, AllowVerb.description, AmendVerb.description,
        AdoptVerb.description, GroupVerb.description, NoteVerb.description, OfflineVerb.description,
        SetVerb.description,
        StatusVerb.description, QueueVerb.description, OpenVerb.description,
        LogVerb.description, ShowVerb.description, HistoryVerb.description, WhyVerb.description,
        StateVerb.description, DiffVerb.description, ReplayVerb.description,
        BisectVerb.description,
        StatsVerb.description, TimelineVerb.description,
        SimulateVerb.description, ReportVerb.description,
        VerifyVerb.description,
        BackupVerb.description, RebuildVerb.description, DoctorVerb.description, CompletionVerb.description,
        ManualVerb.description,
        HelpVerb.description, VersionVerb.description,
    ]
}
