import Conf
import Routing
import Varlink

/// Diagnostics as editors show them.
struct DiagnosticAnswer {
    let unit: ColumnUnit
    /// The URI of a path.
    let uri: (String) -> String

    /// The diagnostics of a table, by the URIs of its files; empty for files without any.
    func answers(of table: CheckedTable) -> [String: [Value]] {
        var lines = LineMaps(unit: unit) { table.text(of: $0)?.bytes }
        var found: [String: [Value]] = [:]
        for member in table.set.members { found[uri(member.document.name)] = [] }
        for diagnostic in table.diagnostics.inOrder {
            guard let text = table.text(of: diagnostic.place.file) else { continue }
            let answer = answer(diagnostic, &lines) { table.text(of: $0)?.name }
            found[uri(text.name), default: []].append(answer)
        }
        return found
    }

    /// The diagnostics of a file of cases: of its text, of what keeps its cases from running, and of cases that fail.
    func answers(of cases: CheckedCases) -> [Value] {
        let documents = cases.files.documents
        var lines = LineMaps(unit: unit) { documents[$0].bytes }
        var found = cases.diagnostics.inOrder.filter { $0.place.file == 0 }.map {
            answer($0, &lines) { documents[$0].name }
        }
        found += faultsOfIncluded(cases, &lines)
        if let (message, place) = cases.hindrance {
            found.append(Self.value(lines.range(place), .warning, nil, message, related: []))
        }
        for verdict in cases.ownVerdicts where !verdict.failures.isEmpty {
            let message = verdict.failures.joined(separator: "\n")
            found.append(Self.value(lines.range(verdict.place), .error, "case", message, related: []))
        }
        return found
    }

    /// How many errors an included file has, and how many of its cases fail, at the word that names it.
    private func faultsOfIncluded(_ cases: CheckedCases, _ lines: inout LineMaps) -> [Value] {
        var errors: [Int: Int] = [:]
        var failures: [Int: Int] = [:]
        for diagnostic in cases.diagnostics.kept where diagnostic.severity == .error {
            errors[diagnostic.place.file, default: 0] += 1
        }
        for verdict in cases.verdicts where !verdict.failures.isEmpty {
            failures[verdict.place.file, default: 0] += 1
        }
        var found: [Value] = []
        for file in cases.files.documents.indices.dropFirst() {
            guard let place = cases.files.include(of: file) else { continue }
            let parts = [
                errors[file].map { DiagnosticSummary.count($0, "error") },
                failures[file].map { DiagnosticSummary.count($0, "failing case") },
            ].compactMap(\.self)
            guard !parts.isEmpty else { continue }
            let message = "`\(cases.files.documents[file].name)` has \(parts.joined(separator: " and "))"
            found.append(Self.value(lines.range(place), .error, "case", message, related: []))
        }
        return found
    }

    private func answer(
        _ diagnostic: Diagnostic, _ lines: inout LineMaps, _ name: (Int) -> String?
    ) -> Value {
        var related: [Value] = []
        for other in diagnostic.related {
            guard let name = name(other.place.file) else { continue }
            let location: Value = .object([
                .init("uri", .string(uri(name))), .init("range", lines.range(other.place)),
            ])
            related.append(.object([.init("location", location), .init("message", .string(other.note))]))
        }
        return Self.value(
            lines.range(diagnostic.place), diagnostic.severity, diagnostic.code.rawValue, Self.message(diagnostic),
            related: related, isUnnecessary: diagnostic.code.isOfUnused)
    }

    /// The sentence, and below it what to do.
    static func message(_ diagnostic: Diagnostic) -> String {
        [diagnostic.message, diagnostic.witness.map { "for example: " + $0 }, diagnostic.help.map { "help: " + $0 }]
            .compactMap(\.self).joined(separator: "\n")
    }

    private static func value(
        _ range: Value, _ severity: Severity, _ code: String?, _ message: String, related: [Value],
        isUnnecessary: Bool = false
    ) -> Value {
        let number: Int64 =
            switch severity {
            case .error: 1
            case .warning: 2
            case .note: 3
            }
        var members: [Value.Member] = [.init("range", range), .init("severity", .integer(number))]
        if let code { members.append(.init("code", .string(code))) }
        members += [.init("source", "deeplinkctl"), .init("message", .string(message))]
        // Editors show it in grey.
        if isUnnecessary { members.append(.init("tags", [1])) }
        if !related.isEmpty { members.append(.init("relatedInformation", .array(related))) }
        return .object(members)
    }
}

/// The lines of several texts, found when they are first needed.
struct LineMaps {
    private let unit: ColumnUnit
    private let bytes: (Int) -> [UInt8]?
    private var maps: [Int: LineMap] = [:]

    /// - Parameter bytes: the text of a file by its number.
    init(unit: ColumnUnit, bytes: @escaping (Int) -> [UInt8]?) { (self.unit, self.bytes) = (unit, bytes) }

    /// The lines of a file.
    subscript(file: Int) -> LineMap {
        mutating get {
            if let map = maps[file] { return map }
            let map = LineMap(bytes(file) ?? [], unit: unit)
            maps[file] = map
            return map
        }
    }

    /// A place as LSP writes it.
    mutating func range(_ place: SourceRange) -> Value {
        self[place.file].range(place.offset..<place.offset + max(0, place.length))
    }
}

extension DiagnosticCode {
    /// Whether it is about something that could be removed.
    fileprivate var isOfUnused: Bool {
        switch self {
        case .unusedProduct, .unusedPermission, .unusedAction, .unusedInput, .unusedParameter, .unusedValues,
            .unusedScope, .unusedChannel, .needlessConstraint, .needlessOver, .needlessAbsence:
            true
        default: false
        }
    }
}
