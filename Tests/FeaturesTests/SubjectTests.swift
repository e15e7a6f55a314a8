import Features
import Testing

struct SubjectTests {
    @Test(arguments: [
        (Subject.uid(0), "uid:0"), (.uid(.max), "uid:4294967295"), (.machine, "machine"),
        (.account("ann@x"), "account:ann@x"),
        (.account("uid:0"), "account:uid:0"),
    ])
    func `a subject reads back as it is printed`(subject: Subject, text: String) {
        #expect(subject.description == text)
        #expect(Subject(text) == subject)
    }

    @Test(arguments: [
        "", "uid:", "uid:007", "uid:+1", "uid:-1", "uid:4294967296", "account:", "Machine", "root", "uid:1 ",
    ])
    func `anything else is no subject`(text: String) {
        #expect(Subject(text) == nil)
    }

    @Test func `accounts are told apart by their bytes, as the ledger does`() {
        let (composed, decomposed) = (Subject.account("\u{E9}"), Subject.account("e\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, .account("\u{E9}")]).count == 2)
    }
}
