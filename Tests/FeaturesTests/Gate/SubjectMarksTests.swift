import TestSupport
import Testing

@testable import Features

/// The counts say what a dictionary of counts would.
struct SubjectMarksTests {
    /// Few last bits, so that users take each other's places; accounts and the machine among them.
    private static func anyone(_ random: inout SeededGenerator) -> Subject {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .account("\(Int.random(in: 0..<40, using: &random))")
        case 1: .machine
        case 2: .uid(.max - .random(in: 0..<4, using: &random))
        default: .uid(.random(in: 0..<30, using: &random) << 16 | .random(in: 0..<12, using: &random))
        }
    }

    @Test func `whatever moves, everyone has their own counts`() {
        var random = SeededGenerator(for: "whatever moves, everyone has their own counts")
        let marks = SubjectMarks()
        var model: [Subject: (number: Int, revision: UInt64, epoch: UInt64)] = [:]
        for _ in 0..<20_000 {
            let subject = Self.anyone(&random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let change = [FactChange.nothing, .evidence, .effect].randomElement(using: &random) ?? .nothing
                var expected = model[subject] ?? (model.count + 1, 0, 0)
                if change == .effect { expected.revision += 1 }
                if change != .nothing { expected.epoch += 1 }
                model[subject] = expected
                _ = marks.move(subject, change)
            }
            let mark = marks[subject]
            let expected = model[subject] ?? (0, 0, 0)
            #expect(mark.number == expected.number && mark.revision == expected.revision)
            #expect(mark.epoch == expected.epoch)
        }
        for (subject, expected) in model {
            let number = marks[subject].number
            #expect(number == expected.number)
        }
    }

    @Test func `who had facts before has the revision that was read`() {
        let marks = SubjectMarks()
        marks.add(.uid(1), revision: 7)
        marks.add(.machine, revision: 0)
        let (ann, machine, other) = (marks[.uid(1)], marks[.machine], marks[.uid(65)])
        #expect(ann.revision == 7 && ann.number == 1)
        #expect(machine.revision == 0 && machine.number == 2)
        #expect(other.revision == 0 && other.number == 0, "65 has the place of 1")
    }
}
