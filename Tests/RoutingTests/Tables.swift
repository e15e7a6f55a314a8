import Conf
import Contract
import Features
import Foundation
import TestTables
import Testing

@testable import Routing

/// A table, and everything that is reported of it, as people read it.
struct TableRow: CustomTestStringConvertible, Sendable {
    let place: Place
    let text: String
    let printed: String

    init(_ place: Place = .file, _ text: String, _ printed: String) {
        self.place = place
        self.text = text
        self.printed = printed
    }

    /// Where the text of a row goes, so that a row about one line need not repeat a table.
    enum Place: String, Sendable {
        case file = "%"
        case feature = """
            scheme s
            feature F {
                %
                action a {
                    respond
                }
                route r /r do a
            }
            """
        case action = """
            scheme s
            feature F {
                action a {
                    %
                }
                route r /r do a
            }
            """
        case channel = """
            scheme s
            channel c {
                %
            }
            feature F {
                action a {
                    channel c
                }
                route r /r do a
            }
            """
        case route = """
            scheme s
            feature F {
                action a {
                    input x string = X
                    input n uint = 1
                    respond
                }
                route r /r do a {
                    %
                }
            }
            """
    }

    var testDescription: String { text }
    var table: String { place.rawValue.replacingOccurrences(of: "%", with: text) }

    /// Loads the table and expects exactly what the row says, and that the suggestions in it are accepted.
    func check(_ environment: LoadEnvironment = LoadEnvironment()) {
        let result = Tables.load(table, environment)
        #expect(Tables.printed(result) == printed)
        FollowedAdvice.check(result, table, environment)
    }
}

/// What the tests of this target share.
enum Tables {
    static func load(_ text: String, _ environment: LoadEnvironment = LoadEnvironment()) -> RulesetLoader.Result {
        RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8)), environment: environment)
    }

    /// The kinds of performers that have something, as help lists them.
    static func performers(_ have: (any PerformerReader.Type) -> Bool) -> String {
        WingList.ofAllWings.performers.filter(have).map { "`\($0.kind.word)`" }.alternatives
    }

    /// The diagnostics in the order of the text, without the last line break.
    static func printed(_ result: RulesetLoader.Result) -> String {
        let printer = DiagnosticText(sources: result.sources)
        return String(result.diagnostics.inOrder.map { printer.text(of: $0) }.joined().dropLast())
    }

    static func codes(_ text: String) -> [String] { load(text).diagnostics.inOrder.map(\.code.rawValue) }

    /// The ruleset of a table that loads.
    static func ruleset(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> Ruleset {
        let result = load(text)
        return try #require(result.ruleset, "\(printed(result))", sourceLocation: location)
    }

    /// A file of the package.
    static func packageFile(_ name: String) throws -> [UInt8] {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path()) {
            folder.deleteLastPathComponent()
        }
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
