import Testing

@testable import Features
@testable import PurchaseRules

struct FactsTests {
    @Test func `one user's change does not move another's revision, the machine's moves everybody's`() {
        var facts = Facts()
        let (ann, bob) = (Subject.uid(1), Subject.uid(2))
        #expect(facts.revision(of: ann).description == "0.0")
        facts.subjectRevisions[ann, default: 0] += 1
        #expect(facts.revision(of: ann).description == "0.1")
        #expect(facts.revision(of: bob).description == "0.0")
        facts.hostRevision += 1
        #expect(facts.revision(of: ann).description == "1.1")
        #expect(facts.revision(of: bob).description == "1.0")
        #expect(facts.revision(of: ann) != facts.revision(of: bob))
    }

    @Test func `host and subject parts are told apart`() {
        #expect(StateRevision(host: 1, subject: 0) != StateRevision(host: 0, subject: 1))
        #expect(StateRevision(host: 3, subject: 1).description == "3.1")
        #expect(StateRevision(host: .max, subject: .max).description == "\(UInt64.max).\(UInt64.max)")
    }

    @Test func `facts of a subject are its own, everyone's only where it has none`() {
        var facts = Facts()
        facts[.toggle("F")] = .on
        facts.subjects[.uid(1)] = [.purchase("p"): Fact(.purchase(Purchase(.active)))]
        #expect(facts.of(.uid(1))[.toggle("F")] == nil)
        #expect(facts.of(.uid(1)).purchase(of: "p")?.state == .active)
        #expect(facts.of(.uid(2))[.toggle("F")]?.value == .on)
        #expect(facts.of(.machine)[.toggle("F")]?.value == .on)
    }

    @Test func `a subject is printed as it is named`() {
        #expect(Subject.uid(1000).description == "uid:1000")
        #expect(Subject.machine.description == "machine")
        #expect(Caller(uid: 1000).subject == .uid(1000))
    }
}
