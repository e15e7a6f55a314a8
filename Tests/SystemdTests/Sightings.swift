import Foundation
import Testing

/// The results of a script of this folder, one `name: value` per line.
struct Sightings {
    private let everything: String
    private let values: [String: String]

    /// Runs a script on the built programs and the unit files.
    init(by script: String, _ arguments: String...) {
        let command = [Places.tests.path + "/" + script, Places.programs?.path ?? "", Places.units.path]
        let output = (try? Command.run(command + arguments, limit: .seconds(150)))?.output ?? ""
        let pairs = output.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        everything = output
        values = Dictionary(pairs) { first, _ in first }
    }

    /// The value of a name; nil where the script did not print it.
    subscript(name: String) -> String? { values[name] }

    /// Expects the given values, by name.
    func expect(_ facts: KeyValuePairs<String, String>, at location: SourceLocation = #_sourceLocation) {
        for (name, value) in facts {
            #expect(values[name] == value, "\(name): the script saw this:\n\(everything)", sourceLocation: location)
        }
    }
}
