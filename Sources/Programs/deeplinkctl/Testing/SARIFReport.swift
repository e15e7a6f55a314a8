internal import Conf
internal import Contract
internal import Routing

/// The results as one document of SARIF 2.1.0: a result for each failed case, and one for each uncovered node.
struct SARIFReport {
    let run: TestRun

    init(_ run: TestRun) { self.run = run }

    private static let rules = [
        ("failed-case", "A case of the table fails."), ("uncovered-node", "No case covers a part of the table."),
    ]

    /// The whole document.
    var text: String { JSONLayout.text(document) + "\n" }

    private var document: Value {
        .object([
            .init("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            .init("version", .string("2.1.0")),
            .init("runs", .array([.object([tool, .init("results", .array(results)), properties])])),
        ])
    }

    private var tool: Value.Member {
        let rules = Self.rules.map { id, text in
            Value.object([
                .init("id", .string(id)), .init("shortDescription", .object([.init("text", .string(text))])),
            ])
        }
        let driver: [Value.Member] = [
            .init("name", .string("deeplinkctl")), .init("version", .string(Version.text)),
            .init("rules", .array(rules)),
        ]
        return .init("tool", .object([.init("driver", .object(driver))]))
    }

    private var properties: Value.Member {
        let tables = run.tables.map { table in
            Value.object([
                .init("table", .string(table.name)), .init("nodes", .integer(Int64(table.nodeCount))),
                .init("covered", .integer(Int64(table.coveredCount))),
            ])
        }
        let others = run.properties.map { Value.Member($0.name, .string($0.value)) }
        return .init("properties", .object([.init("coverage", .array(tables))] + others))
    }

    private var results: [Value] {
        let failed = run.cases.filter { $0.result.verdict == .failed }.map { tested in
            let text = ([tested.name, tested.result.testCase.url] + tested.result.failures).joined(separator: "\n")
            return result(0, "error", text, (tested.file, tested.line), fingerprint: tested.name)
        }
        guard !run.isPart else { return failed }
        return failed
            + run.tables.flatMap { table in
                let level = run.failUnder.map { table.isCovered($0) } ?? true ? "note" : "error"
                return table.uncovered.map { node, draft in
                    let title = table.title(of: node)
                    let text = "no case covers the \(title)\n\(draft.text(named: draft.title))"
                    return result(1, level, text, table.position(of: node) ?? (table.name, 1), fingerprint: title)
                }
            }
    }

    private func result(
        _ rule: Int, _ level: String, _ text: String, _ place: (file: String, line: Int), fingerprint: String
    ) -> Value {
        let physical: [Value.Member] = [
            .init("artifactLocation", .object([.init("uri", .string(URIReference(place.file).text))])),
            .init("region", .object([.init("startLine", .integer(Int64(place.line)))])),
        ]
        return .object([
            .init("ruleId", .string(Self.rules[rule].0)), .init("ruleIndex", .integer(Int64(rule))),
            .init("level", .string(level)), .init("message", .object([.init("text", .string(text))])),
            .init("locations", .array([.object([.init("physicalLocation", .object(physical))])])),
            // The same finding after lines have moved.
            .init("partialFingerprints", .object([.init("name/v1", .string("\(place.file) \(fingerprint)"))])),
        ])
    }
}

/// A path as a reference of RFC 3986.
private struct URIReference {
    let text: String

    init(_ path: String) {
        text = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }.joined()
    }
}
