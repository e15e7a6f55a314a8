import ChannelRules
import TestSupport
import Testing

/// Random schedules of calls, compared with models that are written from the manual and not from the program.
struct ChannelScheduleTests {
    @Test(arguments: [ChannelTerms.Kind.plain, .latest, .sticky])
    func `in any order of calls, subscribers get and miss the links that the manual says`(
        _ kind: ChannelTerms.Kind
    ) {
        var random = SeededGenerator(for: "schedules of \(kind) channels")
        for _ in 0..<60 {
            var schedule = QueueRun(kind, &random)
            random = schedule.play(turns: 60)
            #expect(schedule.run.fault == nil, "DEEPLINKD_SEED=\(random.seed)\n\(schedule.run.report)")
            if schedule.run.fault != nil { return }
        }
    }

    @Test func `in any order of calls, each held link goes to one app at a time and has one end`() {
        var random = SeededGenerator(for: "schedules of held channels")
        for _ in 0..<80 {
            var schedule = HeldRun(&random)
            random = schedule.play(turns: 60)
            #expect(schedule.run.fault == nil, "DEEPLINKD_SEED=\(random.seed)\n\(schedule.run.report)")
            if schedule.run.fault != nil { return }
        }
    }
}
