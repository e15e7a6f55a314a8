// A case over lists of states, each of which is one case:
//
//     case "a clip needs the microphone" {
//         url    podcast://clips/new
//         matrix permission microphone {
//             authorized             ok.wouldPerform
//             denied|restricted      blocked.permission.*
//         }
//     }
//
// stands for the cases `…: permission microphone authorized`, `…: permission microphone denied` and so on. Several facts
// have `and` between them, and a row has one word for each: `matrix permission microphone and toggle Clips`. A row without a
// code has that of the case's own `expect`. The state `default` sets nothing.

import Conf
import Contract
import Features

/// Reads the block `matrix` of a case.
struct CaseMatrix {
    /// One state, as a case has it.
    struct State {
        let facts: FactReader
        /// What the name of the case ends with; empty for a case without a matrix.
        var label = ""
        /// nil where the case's own code is expected.
        var code: ExpectedCode?
        let place: SourceRange
    }

    /// *Units*: states of one matrix.
    static let mostStates = 1000
    /// The state in which a fact is not set.
    private static let defaultState = "default"

    /// The words of one fact before its state.
    private struct Axis {
        var words: [String] = []
        var places: [SourceRange] = []

        var name: String { words.joined(separator: " ") }
    }

    private let document: ConfDocument

    init(_ document: ConfDocument) { self.document = document }

    /// Reads the states of a case; none where something was reported.
    ///
    /// - Parameter facts: what the case's `with` lines set.
    func read(_ statement: Int, _ facts: FactReader, diagnostics: inout Diagnostics) -> [State] {
        let axes = axes(of: statement)
        guard axes.allSatisfy({ !$0.words.isEmpty }) else {
            diagnostics.report(
                .badCase, at: document.place(of: statement), "a fact is missing beside `and`",
                help: "as in `matrix toggle Clips and runtime Clips {`")
            return []
        }
        var states: [State] = []
        for row in document.children(of: statement) where !document.statements[row].isDamaged {
            states += read(row: row, axes, facts, room: Self.mostStates - states.count, &diagnostics)
        }
        if states.isEmpty, !diagnostics.hasErrors {
            diagnostics.report(
                .badCase, at: document.place(of: statement), "the matrix has no state",
                help: "write a state on each line, as in `off blocked.toggle.off`")
        }
        return states
    }

    private func axes(of statement: Int) -> [Axis] {
        var axes = [Axis()]
        for index in 1..<document.wordCount(of: statement) {
            let word = document.word(index, of: statement)
            let text = document.text(of: word)
            guard text != "and" || word.isQuoted else {
                axes.append(Axis())
                continue
            }
            axes[axes.count - 1].words.append(text)
            axes[axes.count - 1].places.append(document.place(of: word))
        }
        return axes
    }

    private func read(
        row: Int, _ axes: [Axis], _ facts: FactReader, room: Int, _ diagnostics: inout Diagnostics
    ) -> [State] {
        let count = document.wordCount(of: row)
        guard count == axes.count || count == axes.count + 1, !document.statements[row].hasBlock else {
            diagnostics.report(
                .badCase, at: document.place(of: row),
                "a line of this matrix has \(axes.count == 1 ? "one state" : "\(axes.count) states"), and then a code",
                help: "the code may be left out; states of one fact stand in one word, as in `denied|restricted`")
            return []
        }
        var code: ExpectedCode?
        if count > axes.count {
            let word = document.word(axes.count, of: row)
            guard let read = ExpectedCode.read(document.text(of: word), document.place(of: word), &diagnostics) else {
                return []
            }
            code = read
        }
        var states = [State(facts: facts, code: code, place: document.place(of: row))]
        for (number, axis) in axes.enumerated() {
            let words = alternatives(document.word(number, of: row))
            guard states.count * words.count <= room else {
                diagnostics.report(
                    .tooMany, at: document.place(of: row), "the matrix has more than \(Self.mostStates) states",
                    help: "write several cases")
                return []
            }
            guard let next = cross(states, axis, words, document.place(number, of: row), &diagnostics) else {
                return []
            }
            states = next
        }
        return states
    }

    private func alternatives(_ word: Word) -> [String] {
        let text = document.text(of: word)
        return word.isQuoted ? [text] : text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    /// Each of some states with each state of one more fact; nil where one of these was reported.
    private func cross(
        _ states: [State], _ axis: Axis, _ words: [String], _ place: SourceRange, _ diagnostics: inout Diagnostics
    ) -> [State]? {
        let errors = diagnostics.errorCount
        var next: [State] = []
        for state in states {
            for word in words {
                var facts = state.facts
                if word != Self.defaultState {
                    facts.read(
                        axis.words + [word], at: axis.places + [place], in: place, behind: place,
                        diagnostics: &diagnostics)
                }
                let label = (state.label.isEmpty ? [] : [state.label]) + ["\(axis.name) \(word)"]
                next.append(
                    State(facts: facts, label: label.joined(separator: ", "), code: state.code, place: state.place))
            }
            // The same mistake is not reported for each of the others.
            guard diagnostics.errorCount == errors else { return nil }
        }
        return next
    }
}
