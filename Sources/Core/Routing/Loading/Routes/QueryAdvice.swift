// The advice for a wrong `query` line. The line is read again with the words in any order, and written in the right
// one:
//
//     query not start           query !start
//     query x from start?       query x? from "start"
//     query page uint = 1       query page:uint = 1
//     query exact page?         query page? exact
//     query _ boost:flag        query boost:flag _
//
// It is help for people and nothing else: a line is never accepted because of it.

import Conf
import Matching

/// Reads a wrong `query` or `fragment` line tolerantly.
struct QueryAdvice {
    private enum Connection {
        case key, name, value, type
    }

    private let directive: RouteDirective
    private var names: [String] = []
    private var type: String?
    private var key: String?
    private var value: String?
    private var isOptional = false
    private var isSilent = false
    private var isExact = false
    private var isAbsent = false
    /// Whether every word had a meaning.
    private var isUnderstood = true
    /// Whether every word is a key that must be absent.
    private var areAllAbsent = true

    /// The lines that the words of a wrong line may stand for; empty where that is not clear.
    ///
    /// - Parameter words: those after the directive.
    static func lines(_ words: [(text: String, isQuoted: Bool)], for directive: RouteDirective) -> [String] {
        var advice = QueryAdvice(directive)
        advice.read(words)
        let lines = advice.lines
        let given =
            directive.rawValue + " "
            + words.map { $0.isQuoted ? QuotedText.quoted($0.text) : $0.text }
            .joined(separator: " ")
        return lines.contains(given) ? [] : lines
    }

    private init(_ directive: RouteDirective) { self.directive = directive }

    // MARK: Reading

    private mutating func read(_ words: [(text: String, isQuoted: Bool)]) {
        var next: Connection?
        for (text, isQuoted) in words {
            if !text.hasPrefix("!") || text.utf8.count == 1 { areAllAbsent = false }
            if let connection = next, isQuoted || text != "=" {
                next = nil
                connect(connection, text, isQuoted)
                // Behind the key a word of the language is mostly meant, with quotes too.
            } else if !isQuoted || !names.isEmpty, let connection = Self.connections[text] {
                next = connection
                // In `start as x` the first word is the key.
                if connection == .name, !names.isEmpty { key = names.removeLast() }
            } else if isQuoted && names.isEmpty || !readMark(text) {
                readCondition(text)
            }
        }
        if next != nil { isUnderstood = false }
    }

    private static let connections: [String: Connection] = [
        "from": .key, "as": .name, "into": .name, "to": .name, "->": .name, "=>": .name, "=": .value, "==": .value,
        "default": .value,
        ":": .type,
    ]

    private mutating func connect(_ connection: Connection, _ text: String, _ isQuoted: Bool) {
        switch connection {
        case .key where isQuoted: key = text
        case .key: readKey(text)
        case .name: readCondition(text)
        case .value: value = text
        case .type: type = text
        }
    }

    /// Reads a word that says something of the key without naming it; false for another word.
    private mutating func readMark(_ text: String) -> Bool {
        switch text {
        case "_": isSilent = true
        case "exact", "exactly", "strict", "exact?": isExact = true
        case "?", "optional": isOptional = true
        case "required": break
        case "!", "not", "no", "without", "absent", "missing", "unset", "none", "forbidden": isAbsent = true
        default:
            if text.hasPrefix(":"), text.utf8.count > 1 {
                type = String(text.dropFirst())
            } else if let type, !type.hasSuffix(")"), let range = Self.range(text) {
                self.type = "\(type)(\(range))"
            } else {
                return false
            }
        }
        return true
    }

    /// The bounds in `1..31` and `(1..31)`; nil for another text.
    private static func range(_ text: String) -> String? {
        guard text.contains("..") else { return nil }
        let bounds = text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
        return (try? BoundedType("int(\(bounds))")) == nil ? nil : bounds
    }

    /// Reads what stands where a key belongs: the key, maybe with the marks of a condition.
    private mutating func readKey(_ text: String) {
        var inner = QueryAdvice(directive)
        inner.readCondition(String(text.drop { $0 == "&" }))
        isAbsent = isAbsent || inner.isAbsent
        isOptional = isOptional || inner.isOptional && !text.hasPrefix("?")
        (type, value) = (type ?? inner.type, value ?? inner.value)
        key = inner.names.first
    }

    /// Reads `NAME[:TYPE][?][=DEFAULT]` with its marks in any order.
    private mutating func readCondition(_ text: String) {
        var rest = text[...]
        if rest.hasPrefix("$("), rest.hasSuffix(")") { rest = rest.dropFirst(2).dropLast() }
        if let first = rest.first, ["!", "-", "^"].contains(first) || rest.count > 1 && rest.last == "!" {
            isAbsent = true
            rest = ["!", "-", "^"].contains(first) ? rest.dropFirst() : rest.dropLast()
        }
        if let sign = rest.firstIndex(of: "=") {
            let after = rest[rest.index(after: sign)...]
            if !after.isEmpty { value = String(after) }
            rest = rest[..<sign]
        }
        if let mark = rest.firstIndex(of: "?") {
            isOptional = true
            if rest[mark...] == "?exact" { (isExact, rest) = (true, rest[..<mark]) }
        }
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { part in part.filter { $0 != "?" } }
        if parts.count == 2, !parts[1].isEmpty { readType(parts[1]) }
        guard let name = parts.first, !name.isEmpty else { return }
        if name == Pattern.noName { isSilent = true } else { names.append(name) }
    }

    private mutating func readType(_ text: String) {
        if text == Pattern.noName { isSilent = true } else { type = text }
    }

    // MARK: Writing

    private var lines: [String] {
        var (names, type) = (names, type)
        guard isUnderstood, (names + [key].compactMap(\.self)).allSatisfy(QueryKey.isBare) else { return [] }
        guard type?.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") }) ?? true else { return [] }
        if type == nil, names.count == 2, let index = names.lastIndex(where: Self.isType) {
            type = names.remove(at: index)
        }
        if names.isEmpty, let key { names = [key] }
        if names.count > 1 {
            let isPlain = type == nil && key == nil && value == nil && !isSilent && !isExact && !isOptional
            guard isPlain, isAbsent ? areAllAbsent : names.allSatisfy(Name.isName) else { return [] }
            return names.map { directive.rawValue + (isAbsent ? " !" : " ") + $0 }
        }
        guard names.count == 1 else { return [] }
        if isAbsent { return directive == .query ? ["query !" + (key ?? names[0])] : [] }
        if !Name.isName(names[0]) {
            // A key with a dot, say, feeds an input of another name.
            guard key == nil, !isSilent, let name = Self.name(for: names[0]) else { return [] }
            return directive == .query ? [line(name, type, from: names[0])] : []
        }
        guard directive == .query || !(isSilent || isExact || key != nil) else { return [] }
        return [isSilent ? line(key ?? names[0], type, from: nil) : line(names[0], type, from: key)]
    }

    private func line(_ name: String, _ type: String?, from key: String?) -> String {
        let ofKeys = Language.keyTypes.first { $0.name == type?.lowercased() }
        let isDefaulted = value != nil && !isSilent
        var line = directive.rawValue + " " + name
        if let type { line += ":" + (ofKeys?.name ?? type) }
        if !isDefaulted, isOptional || value != nil || isExact { line += "?" }
        if isSilent { line += " _" }
        if let key, key != name { line += " from " + QuotedText.quoted(key) }
        if isDefaulted, let value { line += " = " + (ofKeys == .flag ? "false" : Self.word(value)) }
        return line + (isExact ? " exact" : "")
    }

    private static func word(_ text: String) -> String { QueryKey.isBare(text) ? text : QuotedText.quoted(text) }

    /// A name of an input for a key that is none: `file_path` for `file.path`; nil for one without letters and digits.
    private static func name(for key: String) -> String? {
        let name = String(key.unicodeScalars.map { Name.isName("_\($0)") ? Character($0) : "_" })
        guard name.contains(where: { $0 != "_" && $0 != "-" }) else { return nil }
        return Name.isName(name) ? name : "_" + name
    }

    private static func isType(_ text: String) -> Bool {
        Language.keyTypes.contains { $0.name == text } || Language(named: text) != nil
            || ((try? BoundedType(text)) ?? nil) != nil
    }
}
