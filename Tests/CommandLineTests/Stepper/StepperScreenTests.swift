import Testing

/// Each file in `Transcripts/Screens` drives the tool in a real terminal: it must show the same.
///
/// `UPDATE_GOLDEN=1` writes what was shown into the files. Read it before it is accepted.
@Suite(.serialized) struct StepperScreenTests {
    @Test(arguments: ScreenTranscript.names)
    func `the screen shows what is written`(_ name: String) throws {
        let transcript = ScreenTranscript(name: name)
        let written = try transcript.read()
        let shown = try transcript.perform(written)
        if Transcript.updatesGolden {
            try transcript.write(shown)
        } else {
            #expect(shown == written)
        }
    }
}
