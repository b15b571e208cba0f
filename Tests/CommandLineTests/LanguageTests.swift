import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct LanguageTests {
    private func language(_ words: [String], _ environment: [String: String] = [:]) throws -> String {
        guard case .command(let arguments) = try ArgumentParser(commands: CommandList.all).parse(words) else {
            throw ToolFailure(.internalError, "the words ask for help or the version")
        }
        return try Meaning(
            arguments: arguments, now: noon, zone: .utc, environment: EnvironmentVariables(environment)
        ).phrases().language
    }

    @Test func `what a screen shows is told in English unless another language is asked for`() throws {
        #expect(try language(["status"], ["LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"]) == "en")
        #expect(try language(["--language", "de-AT", "status"]) == "de")
        #expect(try language(["status", "--language", "en_GB.UTF-8"]) == "en")
    }

    @Test func `auto follows the environment in the order of POSIX`() throws {
        let words = ["status", "--language", "auto"]
        #expect(try language(words, ["LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "C"]) == "de")
        #expect(try language(words, ["LC_ALL": "C", "LC_MESSAGES": "de_DE.UTF-8"]) == "en")
        #expect(try language(words, ["LANG": "de"]) == "de")
        #expect(try language(words, ["LANG": "fr_FR.UTF-8"]) == "en")
        #expect(try language(words) == "en")
    }

    @Test(arguments: ["fr", "", "dex", "-"])
    func `a language that there are no words in is refused`(_ tag: String) {
        #expect(throws: ToolFailure.self) { try language(["status", "--language=" + tag]) }
    }

    @Test func `times are those of the person's own clock in every language`() throws {
        for tag in ["en", "de"] {
            let phrases = try meaning("status", "--language", tag).phrases()
            #expect(phrases.moment?(noon, .time) == "12:00")
        }
    }
}
