import Glibc

/// The entry: words in, exit code out. Everything else is in values that tests can make.
@main
struct Main {
    static func main() async {
        Terminal.guardStandardDescriptors()
        // A reader that goes away is seen as EPIPE where it is written to, instead of as a signal anywhere.
        signal(SIGPIPE, SIG_IGN)
        tzset()
        let code = await run(environment: .process)
        exit(code.rawValue)
    }

    private static func run(environment: EnvironmentVariables) async -> ExitCode {
        var options = GlobalOptions()
        do throws(ToolFailure) {
            let outcome = try ArgumentParser(commands: CommandList.all).parse(try CommandLineWords.read())
            switch outcome {
            case .help(let command, let isFull, let arguments):
                options = GlobalOptions(arguments)
                let console = Console(options, environment: environment)
                try HelpVerb.show(command, isFull: isFull, topics: arguments.operands, console)
                try console.output.finish()
                return .done
            case .version(let arguments):
                options = GlobalOptions(arguments)
                return try await perform(VersionVerb.description, arguments, options, environment)
            case .command(let arguments):
                options = GlobalOptions(arguments)
                guard let command = arguments.command else { return .internalError }
                return try await perform(command, arguments, options, environment)
            }
        } catch {
            Console(options, environment: environment).tell(error)
            return error.code
        }
    }

    private static func perform(
        _ command: CommandDescription, _ arguments: ParsedArguments, _ options: GlobalOptions,
        _ environment: EnvironmentVariables
    ) async throws(ToolFailure) -> ExitCode {
        let console = Console(options, environment: environment)
        let meaning = Meaning(
            arguments: arguments, now: WallClock.microseconds(), zone: .system, environment: environment)
        let invocation = Invocation(
            meaning: meaning, options: options, console: console, phrases: try meaning.phrases())
        let code: ExitCode
        do throws(ToolFailure) {
            code = try await command.run(invocation)
        } catch {
            // What was found before the failure is still good; the failure that ended the verb is the one to tell.
            console.output.flush()
            try? console.output.finish()
            throw error
        }
        console.progress?.clear()
        try console.output.finish()
        return code
    }
}
