import Contract
import Features
import Routing
import TestTables
import Testing

@testable import Serving

/// Answers that are kept: who gets which, how old they may be, and how many there are.
@Suite struct AnswerCacheTests {
    @Test func `an answer is kept for its action, its inputs and its subject, and for nothing else`() throws {
        try CacheStage.run("cache for 5m") { stage in
            let first = stage.open("t://price/tea")
            #expect(first.code == .okPerformed && first.title == "one" && first.cached == nil)
            #expect(first.outcome?.execution?.duration == .milliseconds(7))
            stage.clock.move(.seconds(90))
            let second = stage.open("t://price/tea")
            #expect(second.code == .okPerformed && second.title == "one")
            #expect(second.cached == CachedAnswer(age: .seconds(90), isStale: false))
            #expect(second.outcome?.message == CachedAnswer.sentence && second.outcome?.execution?.duration == .zero)
            #expect(second.outcome?.url == "t://price/tea" && second.outcome?.outcomeId != first.outcome?.outcomeId)
            // Another route of the same action, with the same inputs.
            #expect(stage.open("t://dear/tea").cached != nil)
            #expect(stage.service.calls.count == 1)
            for (url, uid, subject) in [
                ("t://price/ink", 1000, nil), ("t://price/tea", 1001, nil), ("t://price/tea", 1000, "account:ann"),
                ("t://stock/tea/1", 1000, nil), ("t://stock/tea/2", 1000, nil),
            ] as [(String, UInt32, String?)] {
                #expect(stage.open(url, uid: uid, subject: subject).cached == nil, "\(url) \(uid)")
                #expect(stage.open(url, uid: uid, subject: subject).cached != nil, "\(url) \(uid)")
            }
            #expect(stage.service.calls.count == 6)
        }
    }

    @Test func `where the service gets the URL, the answer for another URL is another one`() throws {
        try CacheStage.run("cache for 5m") { stage in
            #expect(stage.open("t://stock/tea/1").cached == nil)
            #expect(stage.open("t://stock/tea/1#top").cached == nil)
            #expect(stage.open("t://stock/tea/1").cached != nil)
            #expect(stage.service.calls.count == 2)
        }
    }

    @Test func `the gate is passed each time, and a closed one hides the answer`() throws {
        try CacheStage.run("cache for 5m") { stage in
            _ = stage.open("t://price/tea")
            #expect(stage.straight("t://price/tea")?.contains("\"cached\"") == true)
            stage.server.snapshot.store.set(.toggle("Shop"), to: Fact(.off), of: .uid(1000))
            #expect(stage.open("t://price/tea").code == .toggleOff)
            #expect(stage.straight("t://price/tea")?.contains("blocked.toggle.off") == true)
            stage.server.snapshot.store.set(.toggle("Shop"), to: nil, of: .uid(1000))
            #expect(stage.open("t://price/tea").cached != nil)
            #expect(stage.service.calls.count == 1)
        }
    }

    @Test func `a kept answer goes straight on, with the bytes of one that waits`() throws {
        try CacheStage.run("cache for 5m") { stage in
            #expect(stage.straight("t://price/tea") == nil)
            _ = stage.open("t://price/tea")
            stage.clock.move(.milliseconds(4_321))
            let straight = try #require(stage.straight("t://price/tea"))
            var writer = JSONWriter()
            var outcome = try #require(stage.open("t://price/tea").outcome)
            outcome.outcomeId = "·"
            OutcomeAnswer(outcome).append(for: .anyone, to: &writer)
            let waited = String(decoding: writer.finish(), as: UTF8.self)
            #expect(straight.replacing(/"outcomeId":"[0-9a-v]{13}"/, with: #""outcomeId":"·""#) == waited)
            #expect(straight.contains(#""cached":{"ageMs":4321,"stale":false}"#))
        }
    }

    @Test func `two links at once make one call, and a link that joins gets its answer`() throws {
        try CacheStage.run("cache for 5m") { stage in
            stage.service.answer = nil
            let links = (0..<3).map { _ in stage.open("t://price/tea") }
            let other = stage.open("t://price/ink")
            #expect(stage.service.calls.count == 2 && links.allSatisfy { $0.outcome == nil })
            stage.service.answerNext(FakeService.success("one"))
            #expect(links.allSatisfy { $0.title == "one" } && other.outcome == nil)
            // Nothing was kept of a failure, and everyone who waited has it.
            let second = stage.open("t://price/ink")
            stage.service.answerNext(.failed(FakeService.failure(.failedVarlink, refusal: "a.b.No")))
            #expect(other.code == .failedVarlink && second.code == .failedVarlink)
            _ = stage.open("t://price/ink")
            #expect(stage.service.calls.count == 3)
        }
    }

    @Test func `a caller that hangs up is answered at once, and what it wanted is kept`() throws {
        try CacheStage.run("cache for 5m") { stage in
            stage.service.answer = nil
            let link = stage.open("t://price/tea")
            stage.service.answerNext(FakeService.success("one"))
            #expect(link.title == "one")
            #expect(stage.open("t://price/tea").title == "one")
        }
    }

    // MARK: Stale

    @Test func `an answer that is stale is given while one new one is fetched behind it`() throws {
        try CacheStage.run("cache for 5m stale 1h") { stage in
            _ = stage.open("t://price/tea")
            stage.service.answer = nil
            stage.clock.move(.seconds(301))
            for _ in 0..<3 {
                #expect(stage.straight("t://price/tea") == nil)
                #expect(stage.open("t://price/tea").cached == CachedAnswer(age: .seconds(301), isStale: true))
            }
            #expect(stage.service.calls.count == 2)
            stage.service.answerNext(FakeService.success("two"))
            let next = stage.open("t://price/tea")
            #expect(next.title == "two" && next.cached == CachedAnswer(age: .zero, isStale: false))
        }
    }

    @Test func `a service that is away for an hour is asked by one link at a time, and its answers stay`() throws {
        try CacheStage.run("cache for 5m stale 90m") { stage in
            _ = stage.open("t://price/tea")
            stage.service.answer = .failed(FakeService.failure(.failedVarlinkNoService))
            for minute in 6...66 {
                stage.clock.move(.seconds(minute == 6 ? 360 : 60))
                let calls = stage.service.calls.count
                for _ in 0..<4 {
                    let link = stage.open("t://price/tea")
                    #expect(link.code == .okPerformed && link.title == "one" && link.cached?.isStale == true)
                }
                #expect(stage.service.calls.count == calls + 1, "the service rests for a moment after a failure")
                #expect(stage.open("t://price/ink").code == .failedVarlinkNoService)
            }
            stage.service.answer = nil
            stage.clock.move(.seconds(60))
            let calls = stage.service.calls.count
            for _ in 0..<4 { #expect(stage.open("t://price/tea").cached?.isStale == true) }
            #expect(stage.service.calls.count == calls + 1)
            stage.service.answerNext(FakeService.success("two"))
            #expect(stage.open("t://price/tea").title == "two")
            // Older than the table allows it is not given any more.
            stage.clock.move(.seconds(91 * 60))
            stage.service.answer = .failed(FakeService.failure(.failedTimeout))
            #expect(stage.open("t://price/tea").code == .failedTimeout)
        }
    }

    @Test(
        arguments: [
            (OutcomeCode.failedVarlinkNoService, nil, true), (.failedTimeout, nil, true), (.failedCancelled, nil, true),
            (.overloaded, nil, true), (.failedVarlink, nil, true), (.failedVarlink, "a.b.No", false),
            (.failedVarlinkNoMethod, "org.varlink.service.MethodNotFound", false), (.failedDecode, nil, false),
        ] as [(OutcomeCode, String?, Bool)])
    func `a failure leaves the answer that is stale, and a refusal removes it`(
        code: OutcomeCode, refusal: String?, isOutage: Bool
    ) throws {
        try CacheStage.run("cache for 5m stale 1h") { stage in
            _ = stage.open("t://price/tea")
            stage.clock.move(.seconds(400))
            stage.service.answer = .failed(FakeService.failure(code, refusal: refusal))
            #expect(stage.open("t://price/tea").cached?.isStale == true)
            stage.clock.move(.seconds(2))
            #expect(stage.open("t://price/tea").code == (isOutage ? .okPerformed : code))
        }
    }

    // MARK: Bounds

    @Test func `the answer that was not used for longest goes first, for each user alone`() throws {
        let text = String(repeating: "x", count: 10_000)
        try CacheStage.run("cache for 5m size 64k") { stage in
            stage.service.answer = FakeService.success(text)
            _ = stage.open("t://price/tea", uid: 1001)
            for item in ["a", "b", "c", "d", "e"] { _ = stage.open("t://price/\(item)") }
            #expect(stage.open("t://price/a").cached != nil)
            // The sixth is one too many: room is made for the next one too.
            _ = stage.open("t://price/f")
            _ = stage.open("t://price/g")
            let calls = stage.service.calls.count
            for item in ["a", "e", "f", "g"] { #expect(stage.open("t://price/\(item)").cached != nil, "\(item)") }
            #expect(stage.open("t://price/tea", uid: 1001).cached != nil, "another user's")
            #expect(stage.service.calls.count == calls)
            #expect(stage.open("t://price/b").cached == nil)
        }
    }

    @Test func `a user keeps 4 MiB at most, and a huge answer is not kept`() throws {
        let text = String(repeating: "x", count: 200_000)
        try CacheStage.run("cache for 5m") { stage in
            stage.service.answer = FakeService.success(text)
            for item in 0..<40 {
                _ = stage.open("t://price/i\(item)")
                #expect(stage.server.answers.bytes <= Limits.cacheBytesPerUser)
            }
            #expect(stage.server.answers.count > 15)
            stage.service.answer = FakeService.success(text + text)
            for _ in 0..<2 { #expect(stage.open("t://price/huge").cached == nil) }
            for uid in 0..<16 as Range<UInt32> {
                stage.service.answer = FakeService.success(text)
                for item in 0..<20 { _ = stage.open("t://price/i\(item)", uid: 2000 + uid) }
            }
            #expect(stage.server.answers.bytes <= Limits.cacheBytes)
        }
    }

    // MARK: Ends

    @Test func `cleared answers are gone, and what was asked before that is not kept`() throws {
        try CacheStage.run("cache for 5m") { stage in
            _ = stage.open("t://price/tea")
            stage.service.answer = nil
            let late = stage.open("t://price/ink")
            let cleared = stage.server.answers.clear()
            #expect(cleared.answers == 1 && cleared.bytes > 0 && stage.server.answers.bytes == 0)
            stage.service.answerNext(FakeService.success("late"))
            #expect(late.title == "late" && stage.server.answers.count == 0)
            stage.service.answer = FakeService.success("new")
            #expect(stage.open("t://price/tea").cached == nil && stage.open("t://price/ink").cached == nil)
        }
    }

    @Test func `another table goes on with the answers of actions of which it says the same`() throws {
        try CacheStage.run("cache for 5m") { stage in
            func adopt(_ text: String) throws { stage.server.answers.adopt(try SampleTable.load(text).catalogue) }
            _ = stage.open("t://price/tea")
            _ = stage.open("t://stock/tea/1")
            try adopt("# a comment\n" + CacheStage.table("cache for 5m") + "limit url 4096\n")
            #expect(stage.server.answers.count == 2)
            try adopt(CacheStage.table("cache for 5m", parameter: "all=true"))
            #expect(stage.server.answers.count == 1, "the other action has not changed")
            try adopt(CacheStage.table("cache for 6m"))
            #expect(stage.server.answers.count == 0 && stage.server.answers.bytes == 0)
        }
    }
}
