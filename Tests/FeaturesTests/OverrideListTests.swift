import Contract
import Features
import Testing

@Suite struct OverrideListTests {
    private func toggle(_ path: String, _ state: SwitchState) -> Facts {
        var facts = Facts()
        facts[.toggle(path)] = .state(state)
        return facts
    }

    private func effective(_ list: OverrideList) -> [FactKey: FactValue] { list.facts.mapValues(\.value) }

    @Test func `of two overrides of one fact the later one stands, and each ends at its time`() {
        var list = OverrideList()
        #expect(list.facts.isEmpty)
        for (path, state, endsNs) in [("A", SwitchState.on, 10), ("B", .on, 30), ("A", .off, 20)] as [(_, _, Int64)] {
            let isAdded = list.add(toggle(path, state), text: "toggle \(path) \(state)", endsNs: endsNs)
            #expect(isAdded)
        }
        #expect(effective(list) == [.toggle("A"): .off, .toggle("B"): .on])
        #expect(list.reports(nowNs: 0).map(\.fact) == ["toggle A off", "toggle B on"])
        let ends = [list.removeEnded(nowNs: 19), list.removeEnded(nowNs: 20)]
        #expect(ends == [20, 30])
        #expect(effective(list) == [.toggle("B"): .on])
        list.remove(toggle("B", .unknown))
        #expect(list.facts.isEmpty)
    }

    @Test func `there is room for so many facts, and always for another word on one of them`() {
        var list = OverrideList()
        for number in 0..<Limits.overrides {
            let isAdded = list.add(toggle("F\(number)", .on), text: "\(number)", endsNs: 1)
            #expect(isAdded)
        }
        let isTooMany = !list.add(toggle("more", .on), text: "more", endsNs: 1)
        #expect(isTooMany)
        let isAdded = list.add(toggle("F0", .off), text: "0", endsNs: 1)
        #expect(isAdded)
        #expect(effective(list).count == Limits.overrides && effective(list)[.toggle("F0")] == .off)
    }
}
