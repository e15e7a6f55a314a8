import Contract
import Testing

@Suite struct OutcomeCodeTests {
    @Test(arguments: OutcomeCode.allCases)
    func `a code is its class, a dot, and words of letters joined by dots`(code: OutcomeCode) {
        let words = code.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        #expect(OutcomeClass(rawValue: String(words[0])) == code.outcomeClass)
        #expect((2...3).contains(words.count))
        #expect(words.allSatisfy { $0.first?.isLowercase == true && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    }

    @Test(arguments: OutcomeCode.allCases)
    func `a code is found by its text and says so itself`(code: OutcomeCode) {
        #expect(OutcomeCode(rawValue: code.rawValue) == code)
    }

    @Test(arguments: OutcomeCode.allCases)
    func `a code has a rank if and only if a constraint can give it`(code: OutcomeCode) {
        #expect((code.rank != nil) == (code.outcomeClass == .blocked))
    }

    @Test(arguments: OutcomeCode.allCases)
    func `a sentence is one line that ends with a full stop`(code: OutcomeCode) {
        let sentence = code.sentence
        #expect(sentence.hasSuffix("."))
        #expect(sentence.first?.isUppercase == true)
        #expect(!sentence.contains("\n"))
        #expect(Outcome(code).message == sentence)
    }

    @Test func `ranks order what stands in the way from the hopeless to the easy`() {
        let ranks: [(OutcomeCode, Int)] = [
            (.platformUnsupported, 10), (.platformVersionTooLow, 10), (.featureDisabled, 20), (.callerNotAllowed, 20),
            (.permissionUnsupported, 30), (.purchaseUnsupported, 30), (.permissionRestricted, 40), (.toggleOff, 50),
            (.purchaseRequired, 60),
            (.purchaseRevoked, 60), (.permissionDenied, 80), (.permissionNotDetermined, 90),
            (.confirmationRequired, 100),
        ]
        for (code, rank) in ranks { #expect(code.rank == rank, "\(code.rawValue)") }
    }

    @Test func `the exit status follows the class, and for blocked who can act`() {
        let statuses: [(OutcomeClass, Bool, Int32)] = [
            (.ok, false, 0), (.rejected, true, 3), (.blocked, true, 4), (.blocked, false, 5), (.pending, false, 6),
            (.failed, false, 7), (.unknown, true, 8),
        ]
        for (outcomeClass, actionable, status) in statuses {
            #expect(OutcomeCode.exitStatus(of: outcomeClass, actionable: actionable) == status)
        }
    }

    @Test func `an outcome is actionable if a client or user can lift every constraint that is not met`() {
        func constraint(_ id: String, _ actors: [Actor], _ status: ConstraintReport.Status = .unsatisfied)
            -> ConstraintReport
        {
            ConstraintReport {
                ($0.id, $0.kind, $0.subject, $0.status) = (id, .permission, id, status)
                ($0.reason, $0.code, $0.evidence) = ("denied", .permissionDenied, .init(source: "table"))
                $0.remedies = actors.map { Remedy(kind: .openSettings, actor: $0) }
            }
        }
        var outcome = Outcome(.permissionDenied)
        #expect(outcome.exitStatus == 5)
        outcome.constraints = [constraint("a", [.administrator, .user]), constraint("b", [], .satisfied)]
        #expect(outcome.exitStatus == 4)
        outcome.constraints.append(constraint("c", [.administrator]))
        #expect(outcome.exitStatus == 5)
    }
}
