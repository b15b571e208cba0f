import Holdfast
import HoldfastModel

/// `run`
enum RunVerb {
    struct Request: Sendable, Equatable {
        var endsWhenIdle: Bool
        var headerFile: String?
        var contentPath: String?
        var probe: ProbeEndpoint?
    }

    static let description = CommandDescription(
        name: "run", group: .run, summary: "Work the queue: download, and show progress",
        discussion: [
            "Downloads what is wanted, as far as network, settings and space allow, until it is interrupted. Ctrl-C ends "
                + "it in order; what was received is kept and continued next time.",
            "With --until-idle it ends when nothing more can start without a change from outside, and waits for open undo "
                + "windows. It ends with 1 when items are still wanted then; they and what holds them up are on stderr.",
            "Meanwhile add, pause, remove and the other verbs that act reach it from anywhere as the same user (or root) and "
                + "say the same as without it.",
            "With --content files are kept in another folder, perhaps on a volume that is not always there. That is remembered: the "
                + "option need not be given again. While the volume is away its files count as there, and downloads wait.",
            "Credentials go into a file of header lines, one 'HOST Name: value' a line, readable by you alone; they are "
                + "sent to that host only and never recorded.",
            "With --probe nothing starts on a network that does not prove to lead to the internet: the address is asked when "
                + "the network changes and every five minutes. It must answer with status 204, or with exactly TEXT; "
                + "anything else is a sign-in page. Without it a default route is believed.",
        ],
        options: [
            .flag("until-idle", nil, "end when nothing more can start"),
            .value("content", nil, "DIR", "keep files in DIR from now on"),
            .value("header-file", nil, "FILE", "request headers by host, for credentials"),
            .value("probe", nil, "URL", "tells the internet from a sign-in page"),
            .value("probe-answer", nil, "TEXT", "what --probe answers with; status 204 without it"),
        ],
        objects: [RecordObject.description],
        examples: [
            .init(line: "holdfast run", purpose: "Until Ctrl-C."),
            .init(line: "holdfast run --content /media/card/offline", purpose: "With the files on a card."),
            .init(line: "holdfast run --until-idle --json", purpose: "For scripts: records as they are written."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            let authorizer = try request.headerFile.map { path throws(ToolFailure) in try HeaderFile(reading: path) }
            let path = try Acting.place(invocation, makesStore: false)
            var options = EngineOptions()
            options.actor = .tool
            options.authorizer = authorizer
            options.contentPath = request.contentPath
            options.probes = request.probe.map { [$0] } ?? []
            options.tellRebuilds(invocation.console)
            let engine: OfflineEngine
            do throws(HoldfastError) {
                engine = try await OfflineEngine.open(at: path, options: options)
            } catch {
                throw ToolFailure(error, at: path)
            }
            do throws(HoldfastError) {
                try await engine.allowControl()
            } catch {
                invocation.console.say("Commands from other processes do not reach this run: \(error).")
            }
            let worker = Worker(engine, path: path, invocation)
            return try await worker.work(endsWhenIdle: request.endsWhenIdle)
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        Request(
            endsWhenIdle: meaning.has("until-idle"), headerFile: meaning.text("header-file"),
            contentPath: meaning.text("content"),
            probe: try probe(meaning))
    }

    private static func probe(_ meaning: Meaning) throws(ToolFailure) -> ProbeEndpoint? {
        guard let url = meaning.text("probe") else {
            guard meaning.text("probe-answer") == nil else {
                throw meaning.usage("--probe-answer needs the address that answers.", suggestion: "Add --probe URL.")
            }
            return nil
        }
        guard let address = try? SourceAddress(url), address.scheme == "http" else {
            throw meaning.usage(
                "--probe needs an http:// address, and '\(url)' is none.",
                suggestion: "Take one of your own that answers with status 204.")
        }
        return ProbeEndpoint(url: url, body: meaning.text("probe-answer"))
    }
}
