// `with` lines: what a test case, `explain --with` or an operator's override says about the world. What they do not set never depends
// on the machine that reads them: every platform line is met, switches stand at their defaults, permissions are not
// determined, nothing is purchased, and the caller is uid 1000 without groups.

package import Conf
import Contract
package import Features

/// Reads `with` lines into facts.
package struct FactReader {
    package private(set) var facts: Facts
    package private(set) var caller: Caller
    private let catalogue: FeatureCatalogue
    private var given: Set<String> = []

    /// Begins with no facts, and with an ordinary user as the caller.
    package init(catalogue: FeatureCatalogue) {
        facts = Facts()
        facts.source = "override"
        facts.callerSource = "override"
        caller = Caller(uid: 1000)
        self.catalogue = catalogue
    }

    /// Reads the words of one statement from `first` on.
    package mutating func read(
        _ document: ConfDocument, _ statement: Int, from first: Int, diagnostics: inout Diagnostics
    ) {
        let count = document.wordCount(of: statement)
        let words = (first..<max(first, count)).map { document.text(of: document.word($0, of: statement)) }
        let shape = words.first.flatMap { Self.shapes[$0] }
        guard let kind = words.first, let shape else {
            let index = words.isEmpty ? first - 1 : first
            diagnostics.report(
                .badFact, at: document.place(index, of: statement),
                "`\(words.first ?? "with")` is nothing that a case can set",
                help: Suggestion.help(for: words.first ?? "", among: Self.shapes.keys.sorted()))
            return
        }
        guard words.count == 3 else {
            diagnostics.report(
                .badFact, at: document.place(of: statement),
                words.count < 3 ? "the fact is not complete" : "the fact has too many words",
                help: "it is written `with \(shape)`")
            return
        }
        // A caller is in as many groups as are said; of everything else there is one.
        let isOneOfMany = kind == "caller" && ["gid", "group"].contains(words[1])
        guard isOneOfMany || given.insert("\(kind) \(words[1])").inserted else {
            diagnostics.report(
                .badFact, at: document.place(first + 1, of: statement), "the fact is given twice",
                help: "keep one of them")
            return
        }
        guard let problem = set(kind, words[1], words[2]) else { return }
        diagnostics.report(
            problem.isName ? .unknownName : .badFact,
            at: document.place(first + (problem.isName ? 1 : 2), of: statement), problem.message, help: problem.help)
    }

    private static let shapes = [
        "platform": "platform ID VERSION|none", "runtime": "runtime FEATURE on|off|unknown",
        "toggle": "toggle FEATURE on|off|unknown", "permission": "permission NAME STATUS",
        "purchase": "purchase PRODUCT STATE", "caller": "caller uid|user|gid|group|socket VALUE",
    ]

    private struct Problem {
        let isName: Bool
        let message: String
        let help: String
    }

    private mutating func set(_ kind: String, _ name: String, _ value: String) -> Problem? {
        switch kind {
        case "platform": return setPlatform(name, value)
        case "runtime": return setSwitch(.runtime, name, value) { $0.runtime[$1] = $2 }
        case "toggle": return setSwitch(.toggle, name, value) { $0.everyone.toggles[$1] = $2 }
        case "permission": return setPermission(name, value)
        case "purchase": return setPurchase(name, value)
        default: return setCaller(name, value)
        }
    }

    private mutating func setPlatform(_ name: String, _ value: String) -> Problem? {
        let named = catalogue.features.lazy.flatMap(\.constraints).compactMap {
            if case .platform(let platform) = $0 { platform.platform } else { nil }
        }
        guard PlatformRequirement.components.contains(name) || named.contains(name) else {
            return Problem(
                isName: true, message: "no feature asks for the platform `\(name)`",
                help: Suggestion.help(for: name, amongNames: PlatformRequirement.components.union(named)))
        }
        guard value == "none" || name == "arch" || PlatformVersion(prefixOf: value) != nil else {
            return Problem(
                isName: false, message: "`\(value)` is no version", help: "write a version, as in `6.1`, or `none`")
        }
        facts.platforms[name] = value == "none" ? .absent : .present(value)
        return nil
    }

    private mutating func setSwitch(
        _ kind: ConstraintReport.Kind, _ name: String, _ value: String,
        _ assign: (inout Facts, String, SwitchState) -> Void
    ) -> Problem? {
        guard let feature = catalogue.feature(named: name) else { return unknownFeature(name) }
        guard catalogue.features[feature].constraints.contains(where: { $0.kind == kind }) else {
            return Problem(
                isName: true,
                message: "the feature `\(name)` has no \(kind.rawValue) switch, so setting it changes nothing",
                help: "add `require \(kind.rawValue) on|off` to the feature, or remove the line")
        }
        guard let state = SwitchState(rawValue: value) else {
            return Self.badValue(value, SwitchState.allCases.map(\.rawValue))
        }
        assign(&facts, catalogue.features[feature].path, state)
        return nil
    }

    private func unknownFeature(_ name: String) -> Problem {
        let paths = catalogue.features.lazy.filter { $0.name == name }.map(\.path).prefix(8)
        guard paths.count > 1 else {
            return Problem(
                isName: true, message: "there is no feature `\(name)`",
                help: Suggestion.help(for: name, amongNames: catalogue.features.lazy.map(\.path)))
        }
        return Problem(
            isName: true, message: "more than one feature is called `\(name)`",
            help: "write its path: " + paths.joined(separator: " or "))
    }

    private mutating func setPermission(_ name: String, _ value: String) -> Problem? {
        guard let permission = Permission(name) else {
            return Problem(
                isName: true, message: "there is no permission `\(name)`",
                help: Suggestion.help(for: name, among: Permission.names))
        }
        guard let status = PermissionStatus(rawValue: value) else {
            return Self.badValue(value, PermissionStatus.allCases.map(\.rawValue))
        }
        facts.everyone.permissions[permission] = status
        return nil
    }

    private mutating func setPurchase(_ name: String, _ value: String) -> Problem? {
        guard catalogue.products.contains(where: { $0.id == name }) else {
            return Problem(
                isName: true, message: "there is no product `\(name)`",
                help: catalogue.products.isEmpty
                    ? "the table declares no products"
                    : Suggestion.help(for: name, amongNames: catalogue.products.lazy.map(\.id)))
        }
        guard let state = PurchaseState(rawValue: value) else {
            return Self.badValue(value, PurchaseState.allCases.map(\.rawValue))
        }
        facts.everyone.purchases[name] = state
        return nil
    }

    private mutating func setCaller(_ kind: String, _ value: String) -> Problem? {
        guard let kind = CallerRequirement.Kind(rawValue: kind) else {
            return Problem(
                isName: true, message: "a caller has no `\(kind)`",
                help: Suggestion.help(for: kind, among: CallerRequirement.Kind.allCases.map(\.rawValue)))
        }
        switch kind {
        case .user: caller.assumedNames.insert(.user(value))
        case .group: caller.assumedNames.insert(.group(value))
        case .socket: caller.socket = value
        case .uid, .gid:
            guard let id = UInt32(value), Quantity.count(value) != nil else {
                return Problem(isName: false, message: "`\(value)` is no \(kind.rawValue)", help: "write a number")
            }
            if kind == .uid { caller.uid = id } else { caller.gids.append(id) }
        }
        return nil
    }

    private static func badValue(_ value: String, _ known: [String]) -> Problem {
        Problem(
            isName: false, message: "`\(value)` is no value here", help: Suggestion.help(for: value, among: known))
    }
}

extension FactReader {
    /// Reads texts as they stand after `--with`, one fact each: `toggle SmartPlaylists on`.
    package mutating func read(_ texts: [String], diagnostics: inout Diagnostics) -> [SourceText] {
        texts.enumerated().map { number, text in
            let document = ConfParser.parse(
                Array(text.utf8), name: "--with", file: number, diagnostics: &diagnostics)
            for statement in document.roots where !document.statements[statement].isDamaged {
                read(document, statement, from: 0, diagnostics: &diagnostics)
            }
            return SourceText(document)
        }
    }

    /// Reads one fact and what it is to be, as an override names them: `toggle SmartPlaylists` and `on`.
    ///
    /// Who calls is the kernel's word, and no fact.
    package mutating func read(
        fact: String, status: String, diagnostics: inout Diagnostics
    ) -> SourceText {
        let document = ConfParser.parse(Array(fact.utf8), name: "fact", file: 0, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { return SourceText(document) }
        let statements = Array(document.roots)
        let words = statements.flatMap { statement in
            (0..<document.wordCount(of: statement)).map { document.text(of: document.word($0, of: statement)) }
        }
        guard statements.count == 1, words.count == 2, words[0] != "caller",
            Self.shapes[words[0]] != nil
        else {
            diagnostics.report(
                .badFact, at: SourceRange(file: 0, offset: 0, length: 1), "`\(fact)` names no fact",
                help: "it is written `" + Self.shapes.keys.filter { $0 != "caller" }.sorted().joined(separator: "|")
                    + " NAME`")
            return SourceText(document)
        }
        if let problem = set(words[0], words[1], status) {
            diagnostics.report(
                problem.isName ? .unknownName : .badFact, at: document.place(1, of: statements[0]),
                problem.message, help: problem.help)
        }
        return SourceText(document)
    }
}
