// A package: a file, with all that it includes, whose names cannot meet those of other files.
//
//     package shop
//     scheme shop
//     values kind a b
//     feature Main {                          called `shop/Main` from outside
//         action open { input k string … }    `shop/Main.open`
//         route open /$(k:@kind) do open      `shop:open`
//     }
//
// The names of features, routes, sets of values and channels are the package's own. Products and issuers keep theirs,
// because those stand in stores and in signed licences. A file names its own first, then what is declared outside of
// packages, and never what another package declares: the loss of a package can thus be no error of another file. What
// counts for the whole table (limits, operators, the source of a permission) is not for a package to say.

import Conf
import Contract
import Features

/// Reads `package NAME`, and refuses in a package what counts for the whole table.
struct PackageReader: BlockReader {
    let table: TableReading

    /// Reads `package NAME`; whether the file's other statements are read.
    ///
    /// - Parameters:
    ///   - isFirst: whether it is the first statement of its file.
    ///   - isRoot: whether no other file includes the file.
    func read(_ statement: Int, isFirst: Bool, isRoot: Bool) -> Bool {
        guard let name = readName(1, statement, of: "a package", example: "package shop") else { return false }
        guard isFirst else {
            report(
                .misplacedDirective, place(0, statement), "`package` stands before every other statement of its file",
                help: "move the line to the top of the file: `package \(name)`")
            return true
        }
        guard isRoot else {
            if name != table.package?.name { refuseIncluded(name, statement) }
            return true
        }
        if let first = table.draft.packages[name] {
            reportSecond(
                .duplicatePackage, place(1, statement), "another file is the package `\(name)`",
                help: "choose another name, or include one of the files from the other", first: first)
            return false
        }
        guard name != DeepLinkingFeature.name else {
            report(
                .duplicateFeature, place(1, statement), "the feature `\(name)` is built in",
                help: "choose another name for the package")
            return false
        }
        table.draft.packages[name] = place(1, statement)
        return true
    }

    private func refuseIncluded(_ name: String, _ statement: Int) {
        report(
            .includedPackage, place(0, statement),
            table.package.map { "an included file belongs to the package of the including one, which is `\($0.name)`" }
                ?? "an included file belongs to the including one, which is no package",
            help: "remove the line, or put the file into `routes.conf.d`, or name it with another `-f`")
    }

    /// Whether a directive counts for the whole table, which is reported in a package.
    func refuses(_ line: TableLine, _ statement: Int) -> Bool {
        guard let package = table.package, line.isOfWholeTable else { return false }
        report(
            .misplacedDirective, place(0, statement),
            "`\(line.word)` counts for the whole table, and the file is the package `\(package.name)`",
            help: "put the line into a file without `package`")
        table.spoil(statement)
        return true
    }

    /// Reads `instances user|system`, which was looked up when the file was found.
    func readInstances(_ statement: Int) {
        let text = word(1, statement)
        guard Instance(rawValue: text) != nil else {
            return report(
                .badValue, place(1, statement), "`instances` is `user` or `system`, not `\(text)`",
                help: "leave the line out for instances of both kinds")
        }
        guard let package = table.package else {
            return report(
                .misplacedDirective, place(0, statement), "`instances` is said of a package, and the file is none",
                help: "begin the file with `package NAME`")
        }
        guard document.file == table.owner else {
            return report(
                .misplacedDirective, place(0, statement), "`instances` stands in an included file",
                help: "move the line to the file that begins with `package \(package.name)`")
        }
    }

    /// Reports features that have the name of a package.
    func checkFeatures() {
        for (name, place) in table.draft.packages where !table.draft.leftOutOwners.contains(place.file) {
            guard let number = table.draft.featureNumbers[name], let feature = table.draft.featurePlaces[number] else {
                continue
            }
            report(
                .duplicateFeature, place, "the package `\(name)` has the name of a feature",
                help: "choose another name for one of them: the package's features are called `\(name)/…`",
                related: [.init(place: feature, note: "the feature is here")])
        }
    }
}

// MARK: Names

extension ConfDocument {
    /// The name after `package`, if that is the first statement, and its words are well-formed.
    ///
    /// A block behind it is an error of this package, which may not refuse the files of others.
    var packageName: String? {
        guard let first = statements.first, !first.isDamaged, first.wordCount == 2,
            hasDirective(TableDirective.package.rawValue, 0)
        else { return nil }
        let name = text(of: word(1, of: 0))
        return Name.isName(name) ? name : nil
    }

    /// For which instances the package is that the file begins; nil where no line says so.
    var instances: Instance? {
        argument(of: .instances).flatMap { Instance(rawValue: $0.text) }
    }

    /// The one argument of the first well-formed line with a directive, and that line; nil where there is none.
    func argument(of directive: TableDirective) -> (text: String, statement: Int)? {
        let found = roots.first { statement in
            let form = statements[statement]
            return !form.isDamaged && !form.hasBlock && form.wordCount == 2
                && hasDirective(directive.rawValue, statement)
        }
        return found.map { (text(of: word(1, of: $0)), $0) }
    }
}

extension TableReading {
    /// A name that the file declares, as the whole table has it: `shop:open` in the package `shop`.
    package func qualified(_ name: String) -> String { package.map { "\($0.name):\(name)" } ?? name }

    /// The whole name of what a word of the file names: the package's own, else what stands outside of packages.
    package func resolved(_ word: String, _ isDeclared: (String) -> Bool) -> String? {
        if let package {
            let own = word.hasPrefix(package.name + ":") ? word : qualified(word)
            if isDeclared(own) { return own }
        }
        return !word.contains(":") && isDeclared(word) ? word : nil
    }

    /// The words by which the file can name some of the table's names.
    package func words(for names: some Sequence<String>) -> [String] {
        names.compactMap { name in
            guard let package = Name.package(of: name) else { return name }
            return self.package.map { $0.name == package } == true ? String(Name.local(name)) : nil
        }
    }
}

extension Name {
    /// The package in a whole name such as `shop:open`; nil if it has none.
    static func package(of name: String) -> Substring? {
        name.firstIndex(of: ":").map { name[..<$0] }
    }

    /// A whole name without its package.
    static func local(_ name: String) -> Substring {
        name.firstIndex(of: ":").map { name[$0...].dropFirst() } ?? name[...]
    }
}

extension TableLine {
    /// True if it counts for the whole table, so that no package may have it.
    fileprivate var isOfWholeTable: Bool {
        switch self {
        case .core(.limit), .core(.operator), .core(.delegate), .core(.profile), .core(.intake),
            .core(.strictPackages), .core(.userInstances), .core(.unmatched),
            .core(.rewrite), .core(.shadow), .core(.reloadCases):
            true
        case .core: false
        case .wing(let directive): directive.isOfWholeTable
        }
    }
}
