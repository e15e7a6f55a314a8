// Reads the place of a fact: from a small file, or from a method of a service. Switches, permissions and purchases are
// written alike, and their reports differ by the examples:
//
//     require runtime from file /run/app/switch
//     permission camera from file /run/app/$(uid)/camera
//     source varlink unix:/run/shop io.example.Shop.Get grace 10s       inside `product premium.monthly { … }`

import Conf
import Contract
package import Features

/// Reads the file or the service that keeps a fact.
package struct PlaceReader: BlockReader {
    /// What the place keeps, in the words of reports about it.
    package struct Fact {
        /// *Shape*: `a switch`.
        let name: String
        /// The words before the place.
        let start: String
        /// The path of an example.
        let file: String
        /// The address and the method of an example.
        let service: String
        /// Help for a grace that is none; nil for an example with one behind it.
        var graceHelp: String?
        /// Why its path has no `$(uid)`; nil if it can have one.
        var sharedBecause: String?

        /// Describes the fact of a wing; its places may have `$(uid)`.
        package init(name: String, start: String, file: String, service: String) {
            (self.name, self.start, self.file, self.service) = (name, start, file, service)
        }
    }

    /// The words that a place begins with.
    enum Kind: String, CaseIterable {
        case file, varlink
    }

    package let table: TableReading
    let fact: Fact

    /// Reads all words from the kind of place on.
    func read(_ words: [PlacedWord], _ statement: Int) -> FactPlace? {
        switch words.first.flatMap({ Kind(rawValue: $0.text) }) {
        case .file where words.count == 2: return readFile(words[1])
        case .varlink where words.count == 3 || words.count > 3 && isKeyword(words[3], "grace"):
            let service = ServiceReader(table: table, fault: .badConstraint)
            let (path, method) = (service.readAddress(words[1]), service.readMethod(words[2]))
            let grace = words.count == 3 ? .zero : readGrace(words[3...])
            guard let path, let method, let grace else { return nil }
            return .varlink(path: path, method: method, grace: grace)
        case .file:
            if words.count > 2, isKeyword(words[2], "grace") {
                return refuse(
                    .badConstraint, words[2].place, "only a service has a grace",
                    help: "remove it: a file that cannot be read is undetermined at once")
            }
            return refuse(
                .badConstraint, document.place(of: statement), "\(fact.name) is read from one file",
                help: fact.fileExample)
        case .varlink:
            return refuse(
                .badConstraint, document.place(of: statement), "a service has an address and a method",
                help: "as in `\(fact.start) varlink \(fact.service)`")
        case nil:
            return refuse(
                .badConstraint, words.first?.place ?? document.place(of: statement),
                "\(fact.name) is read from a file or by varlink",
                help: words.first.map { Suggestion.help(for: $0.text, among: Kind.allCases.map(\.rawValue)) }
                    ?? fact.fileExample)
        }
    }

    /// Reads `grace 10s`, whose first word is known.
    private func readGrace(_ words: ArraySlice<PlacedWord>) -> Duration? {
        let times = words.dropFirst()
        if times.count == 1, let word = times.first, let grace = Quantity.duration(word.text), grace > .zero,
            grace <= Limits.longestSourceGrace
        {
            return grace
        }
        return refuse(
            .badConstraint, (times.first ?? words[words.startIndex]).place,
            times.count > 1 ? "a grace is one time" : "a grace is a time from 1ms to 1h",
            help: fact.graceHelp ?? "as in `\(fact.start) varlink \(fact.service) grace 10s`")
    }

    private func readFile(_ word: PlacedWord) -> FactPlace? {
        if word.text.contains(FactPlace.uidMark), let reason = fact.sharedBecause {
            return refuse(
                .badConstraint, placeholder("uid", in: word), reason,
                help: "name one file, as in `\(fact.file)`")
        }
        // Whatever the uid is, it is a part of the path without dots and slashes.
        let path = word.text.replacing(FactPlace.uidMark, with: "0")
        guard Name.isPlainPath(path) else {
            return refuse(
                .badConstraint, word.place, "a file of \(fact.name) is named by its absolute path",
                help: "without `.`, `..` and empty parts, as in `\(fact.file)`")
        }
        guard !path.contains("$(") else {
            return refuse(
                .badConstraint, word.place, "the path of a file has no placeholder but `\(FactPlace.uidMark)`",
                help: "as in `\(fact.file)`")
        }
        return .file(word.text)
    }
}

extension PlaceReader.Fact {
    /// A runtime switch.
    static let runtime = {
        var fact = Self(
            name: "a switch", start: "require runtime from", file: "/run/app/switch",
            service: "unix:/run/flags io.example.Flags.Get")
        fact.graceHelp = "as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`"
        fact.sharedBecause = "a switch is the same for all users"
        return fact
    }()

    fileprivate var fileExample: String { "as in `\(start) file \(file)`" }
}

extension BlockReader {
    /// Reads where a fact is kept: all words from `file` or `varlink` on.
    package func readPlace(of fact: PlaceReader.Fact, _ words: [PlacedWord], _ statement: Int) -> FactPlace? {
        PlaceReader(table: table, fact: fact).read(words, statement)
    }
}
