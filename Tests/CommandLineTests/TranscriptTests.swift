import Testing

@testable import HoldfastCLI

/// Each file in `Transcripts` is a session in a shell: the tool must answer the same, byte for byte.
///
/// A new one begins as a file of lines that start with `$ `; `UPDATE_GOLDEN=1 swift test` writes the answers in. Read them
/// before they are accepted.
@Suite struct TranscriptTests {
    @Test(arguments: Transcript.names)
    func `the tool answers as written`(_ name: String) throws {
        let transcript = Transcript(name: name)
        let written = try transcript.read()
        let answered = try transcript.perform(written)
        if Transcript.updatesGolden {
            try transcript.write(answered)
        } else {
            #expect(answered == written)
        }
    }
}
