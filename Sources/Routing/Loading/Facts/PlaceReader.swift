// Where a fact is read: from a small file, or from a method of a service. Switches, permissions and purchases are written
// alike, and their reports differ by the examples:
//
//     require runtime from file /run/app/switch
//     permission camera from file /run/app/$(uid)/camera
//     source varlink unix:/run/shop io.example.Shop.Get grace 10s       inside `product premium.monthly { … }`

import Conf
import Contract
import Features

/// Reads the file or the service that keeps a fact.
struct PlaceReader: BlockReader {
    /// What the place keeps.
    enum Fact {
        case runtime
        /// *Shape*: the permission's name.
        case permission(String)
        /// *Shape*: the product's id.
        case purchase(String)
    }

    /// The words that a place begins with.
    enum Kind: String, CaseIterable {
        case file, varlink
    }

    let table: TableReading
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
            times.count > 1 ? "a grace is one time" : "a grace is a time from 1ms to 1h", help: fact.graceHelp)
    }

    private func readFile(_ word: PlacedWord) -> FactPlace? {
        let isOfUser = word.text.contains(FactPlace.uidMark)
        if isOfUser, case .runtime = fact {
            return refuse(
                .badConstraint, placeholder("uid", in: word), "a switch is the same for all users",
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
    /// As reports name it.
    fileprivate var name: String {
        switch self {
        case .runtime: "a switch"
        case .permission: "a permission"
        case .purchase: "a purchase"
        }
    }

    /// The words before the place.
    fileprivate var start: String {
        switch self {
        case .runtime: "require runtime from"
        case .permission(let name): "permission \(name) from"
        case .purchase: "source"
        }
    }

    /// The path of an example.
    fileprivate var file: String {
        switch self {
        case .runtime: "/run/app/switch"
        case .permission(let name): "/run/app/$(uid)/\(name.prefix { $0 != ":" && $0 != "/" })"
        case .purchase(let id): "/run/shop/$(uid)/\(id)"
        }
    }

    fileprivate var fileExample: String { "as in `\(start) file \(file)`" }

    /// The address and the method of an example.
    fileprivate var service: String {
        switch self {
        case .runtime: "unix:/run/flags io.example.Flags.Get"
        case .permission: "unix:/run/app io.example.Permissions.Get"
        case .purchase: "unix:/run/shop io.example.Shop.Get"
        }
    }

    fileprivate var graceHelp: String {
        switch self {
        case .runtime: "as in `… io.example.Flags.Get grace 10s`; a default follows it, as in `grace 10s = on`"
        case .permission, .purchase: "as in `\(start) varlink \(service) grace 10s`"
        }
    }
}
