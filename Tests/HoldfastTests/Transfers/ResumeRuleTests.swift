import Testing

@testable import Holdfast

struct ResumeRuleTests {
    private let staged = ResumeRule(stagedBytes: 40_000, stagedTotal: 100_000, validator: "\"a\"")

    private func head(_ status: Int, _ change: (inout ResponseHead) -> Void = { _ in }) -> ResponseHead {
        var head = ResponseHead(status: status)
        head.framing = .length
        change(&head)
        return head
    }

    private func part(
        _ start: Int64, _ end: Int64, _ total: Int64?, validator: String? = "\"a\"", length: Int64? = nil
    ) -> ResponseHead {
        head(206) {
            ($0.rangeStart, $0.rangeEnd, $0.rangeTotal) = (start, end, total)
            $0.contentLength = length ?? end - start + 1
            $0.strongValidator = validator
        }
    }

    // What is asked for.

    @Test func `nothing staged asks for the whole`() {
        #expect(ResumeRule().range == nil)
    }

    @Test func `a strong validator asks for the rest if nothing changed`() {
        #expect(staged.range == RangeRequest(firstByte: 40_000, ifRange: "\"a\""))
    }

    @Test func `without validator only a digest allows to continue`() {
        #expect(ResumeRule(stagedBytes: 40_000).range == nil)
        #expect(ResumeRule(stagedBytes: 40_000, hasExpectedDigest: true).range == RangeRequest(firstByte: 40_000))
    }

    @Test func `bytes of a file of another size than the promised one are not continued`() {
        func range(promised: Int64) -> RangeRequest? {
            ResumeRule(stagedBytes: 40_000, stagedTotal: 100_001, hasExpectedDigest: true, expectedBytes: promised)
                .range
        }
        #expect(range(promised: 100_000) == nil)
        #expect(range(promised: 100_001) == RangeRequest(firstByte: 40_000))
    }

    @Test func `a flapping validator is no longer sent where a digest decides`() {
        var rule = staged
        rule.validatorChangeCount = 1
        #expect(rule.range?.ifRange == "\"a\"")
        rule.hasExpectedDigest = true
        #expect(rule.range == RangeRequest(firstByte: 40_000))
        #expect(rule.judge(part(40_000, 99_999, 100_000, validator: "\"b\"")) == .accept(writeFrom: 40_000))
    }

    @Test func `more than the whole is not continued`() {
        #expect(ResumeRule(stagedBytes: 120_000, stagedTotal: 100_000, validator: "\"a\"").range == nil)
        #expect(ResumeRule(stagedBytes: 120_000, validator: "\"a\"", expectedBytes: 100_000).range == nil)
    }

    // 206

    @Test func `the part that was asked for is accepted`() {
        #expect(staged.judge(part(40_000, 99_999, 100_000)) == .accept(writeFrom: 40_000))
        #expect(staged.judge(part(40_000, 59_999, 100_000)) == .accept(writeFrom: 40_000))
        #expect(staged.judge(part(40_000, 99_999, nil)) == .accept(writeFrom: 40_000))
        #expect(staged.judge(part(40_000, 99_999, 100_000, validator: nil)) == .accept(writeFrom: 40_000))
    }

    @Test func `a part that starts elsewhere is discarded`() {
        #expect(staged.judge(part(36_864, 99_999, 100_000)) == .discard(.rangeIgnored))
        #expect(staged.judge(part(40_001, 99_999, 100_000)) == .discard(.rangeIgnored))
    }

    @Test func `a part that does not say where it starts is discarded`() {
        #expect(staged.judge(head(206)) == .discard(.rangeIgnored))
    }

    @Test func `a part whose length belies its range is discarded`() {
        #expect(staged.judge(part(40_000, 99_999, 100_000, length: 100_000)) == .discard(.rangeIgnored))
    }

    @Test func `a part of another total or validator is discarded as changed`() {
        #expect(staged.judge(part(40_000, 119_999, 120_000)) == .discard(.validatorChanged))
        #expect(staged.judge(part(40_000, 99_999, 100_000, validator: "\"b\"")) == .discard(.validatorChanged))
    }

    @Test func `a part that nobody asked for is refused`() {
        #expect(ResumeRule().judge(part(0, 99_999, 100_000)) == .refuse(.rangeNotHonoured))
    }

    // 200

    private func whole(_ validator: String? = "\"a\"", length: Int64? = 100_000) -> ResponseHead {
        head(200) {
            $0.contentLength = length
            $0.strongValidator = validator
        }
    }

    @Test func `the whole is accepted where nothing is staged`() {
        #expect(ResumeRule().judge(whole()) == .accept(writeFrom: 0))
    }

    @Test func `the whole instead of a part restarts and says why`() {
        #expect(staged.judge(whole("\"a\"")) == .restart(.rangeIgnored))
        #expect(staged.judge(whole("\"b\"")) == .restart(.validatorChanged))
        #expect(ResumeRule(stagedBytes: 5, hasExpectedDigest: true).judge(whole(nil)) == .restart(.rangeIgnored))
    }

    @Test func `staged bytes without proof are restarted`() {
        #expect(ResumeRule(stagedBytes: 40_000).judge(whole(nil)) == .restart(.validatorChanged))
    }

    @Test func `a validator that never rests ends in a failure`() {
        var rule = staged
        rule.validatorChangeCount = ResumeRule.validatorChangeCountMax - 1
        #expect(rule.judge(whole("\"b\"")) == .restart(.validatorChanged))
        rule.validatorChangeCount += 1
        #expect(rule.judge(whole("\"b\"")) == .refuse(.validatorUnstable))
    }

    @Test func `a body whose end is unproven needs leave`() {
        let endless = head(200) { $0.framing = .untilClose }
        #expect(ResumeRule().judge(endless) == .refuse(.lengthUnknown))
        #expect(ResumeRule(allowsUnknownLength: true).judge(endless) == .accept(writeFrom: 0))
        #expect(ResumeRule(hasExpectedDigest: true).judge(endless) == .accept(writeFrom: 0))
        #expect(ResumeRule(expectedBytes: 9).judge(endless) == .accept(writeFrom: 0))
    }

    @Test func `an unexpected size is refused before it is fetched`() {
        let rule = ResumeRule(expectedBytes: 99_999)
        #expect(rule.judge(whole()) == .refuse(.unexpectedSize(expected: 99_999, announced: 100_000)))
    }

    @Test(arguments: [200, 206])
    func `a coded body is refused`(status: Int) {
        let coded = head(status) { $0.encoding = "br" }
        #expect(staged.judge(coded) == .refuse(.encoded("br")))
    }

    @Test func `a page of another host is taken for a sign-in page where other content was expected`() {
        let page = head(200) { ($0.mediaType, $0.finalHostDiffers) = ("text/html", true) }
        #expect(ResumeRule(expectedMediaType: "application/zip").judge(page) == .refuse(.captivePortal))
        #expect(ResumeRule(expectedMediaType: "text/html").judge(page) == .accept(writeFrom: 0))
        #expect(ResumeRule().judge(page) == .accept(writeFrom: 0))
    }

    @Test func `a page of another size in the source's own name is taken for a sign-in page`() {
        let page = head(200) { ($0.mediaType, $0.contentLength) = ("text/html", 729) }
        func rule(_ type: String?) -> ResumeRule { ResumeRule(expectedBytes: 100_000, expectedMediaType: type) }
        #expect(rule("application/zip").judge(page) == .refuse(.captivePortal))
        let other = ResponseJudgement.refuse(.unexpectedSize(expected: 100_000, announced: 729))
        #expect(rule("text/html").judge(page) == other)
        #expect(rule(nil).judge(page) == other)
    }

    // 416 and the rest

    @Test func `416 with the staged size means complete`() {
        let rule = ResumeRule(stagedBytes: 100_000, validator: "\"a\"")
        #expect(rule.judge(head(416) { $0.rangeTotal = 100_000 }) == .alreadyComplete(total: 100_000))
    }

    @Test func `416 with another size or none discards`() {
        let rule = ResumeRule(stagedBytes: 120_000, validator: "\"a\"")
        #expect(rule.judge(head(416)) == .discard(.rangeIgnored))
        #expect(rule.judge(head(416) { $0.rangeTotal = 100_000 }) == .discard(.validatorChanged))
    }

    @Test func `416 to a request for the whole is refused`() {
        #expect(ResumeRule().judge(head(416)) == .refuse(.http(status: 416, retryAfterMilliseconds: nil)))
    }

    @Test(arguments: [204, 304, 401, 404, 429, 500, 503])
    func `any other status is refused with its wait`(status: Int) {
        let answer = head(status) { $0.retryAfterMilliseconds = 5_000 }
        #expect(staged.judge(answer) == .refuse(.http(status: status, retryAfterMilliseconds: 5_000)))
    }
}
