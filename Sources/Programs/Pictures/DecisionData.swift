package import Contract
import Features
import Links
import Matching
package import Routing

/// What a program that is not this one needs to decide the links of a table: the tables of its index, and what becomes of the
/// values.
///
/// *Shape*: one object of JSON. Its members are read by `walker.js`, which has no rule about any route. What is secret reads
/// `***`.
package struct DecisionData {
    private let ruleset: Ruleset
    private let routes: [Route]
    private let tables: IndexTables
    /// By row the number of its fragment's type in `tables.languageAtoms`.
    private let fragments: [Int: Int]

    /// Takes a table.
    package init(_ ruleset: Ruleset) {
        self.ruleset = ruleset
        let routes = ruleset.routes.allRows.map { ruleset.routes[row: $0] }
        var (languages, fragments): ([Language], [Int: Int]) = ([], [:])
        for route in routes {
            guard let language = route.fragment?.language else { continue }
            fragments[route.row] = languages.count
            languages.append(language)
        }
        (self.routes, self.fragments) = (routes, fragments)
        tables = IndexTables(ruleset.index, besides: languages)
    }

    /// The object.
    package var value: Value {
        .object([
            Value.Member("limits", limits), Value.Member("forbidden", forbidden),
            Value.Member("separators", separators), Value.Member("rewrites", rewrites),
            Value.Member("scopes", .array(tables.scopes.map { Self.value(ofScope: $0) })),
            Value.Member("atoms", .array(tables.atoms.map { Self.value(ofAtom: $0) })),
            Value.Member("types", .array(tables.types.map { Self.value(ofType: $0) })),
            Value.Member("nodes", .array(tables.nodes.map { Self.value(ofNode: $0) })),
            Value.Member("chains", .array(tables.chains.map { Self.value(ofChain: $0) })),
            Value.Member("rules", .array(tables.rules.map { Self.numbers([$0.rule, $0.shape]) })),
            Value.Member("shapes", .array(tables.shapes.map { Self.value(ofShape: $0) })),
            Value.Member("denials", Self.numbers(tables.denials)),
            Value.Member("denialTexts", .array(ruleset.denials.map { .string($0.text) })),
            Value.Member("routes", .array(routes.map { value(of: $0) })),
        ])
    }

    private static func number(_ number: Int) -> Value { .integer(Int64(number)) }
    private static func numbers(_ numbers: [Int]) -> Value { .array(numbers.map { number($0) }) }

    // MARK: Reading a link

    private var limits: Value {
        [
            "urlBytes": Self.number(ruleset.linkLimits.urlBytes), "segments": Self.number(ruleset.linkLimits.segments),
            "queryItems": Self.number(ruleset.linkLimits.queryItems), "hostBytes": Self.number(Limits.hostBytes),
            "labelBytes": Self.number(Limits.labelBytes),
        ]
    }

    private var forbidden: Value {
        .array(RefusedCharacters.ranges.map { Self.numbers([Int($0.lowerBound), Int($0.upperBound)]) })
    }

    private var separators: Value {
        .object(
            ruleset.scopes.compactMap { scope in
                guard case .scheme(let name) = scope.entry, let separator = scope.separator else { return nil }
                return Value.Member(name, .string(separator.rawValue))
            })
    }

    private var rewrites: Value {
        .array(
            ruleset.rewrites.map { rewrite in
                let target: Value =
                    switch rewrite.target {
                    case .pattern(let pattern): Self.value(ofPattern: pattern)
                    case .wrapped, .action, .hosted: .null
                    }
                return [
                    "name": .string(rewrite.name), "from": .array(rewrite.patterns.map { Self.value(ofPattern: $0) }),
                    "to": target,
                ]
            })
    }

    private static func value(ofPattern pattern: RewriteRule.Pattern) -> Value {
        [.string(String(decoding: pattern.text, as: UTF8.self)), .bool(pattern.isOpen)]
    }

    // MARK: The index

    private static func value(ofScope scope: IndexTables.Scope) -> Value {
        let kind =
            switch scope.kind {
            case .exact: "exact"
            case .oneLabel: "oneLabel"
            case .manyLabels: "manyLabels"
            case nil: "scheme"
            }
        func root(_ root: Int?) -> Value { root.map { number($0) } ?? .null }
        return [
            "kind": .string(kind), "name": .string(scope.name), "secure": .bool(scope.isSecure),
            "port": scope.port.map { number($0) } ?? .null,
            "steps": .array(scope.steps.map { [root($0.routes), root($0.denials)] }),
        ]
    }

    private static func value(ofAtom atom: IndexTables.Atom) -> Value {
        switch atom {
        case .literal(let text): ["text", .string(text)]
        case .words(let words): ["words", .array(words.map { .string($0) })]
        case .open(let prefix, let type, let suffix): ["open", .string(prefix), number(type), .string(suffix)]
        case .any: ["any"]
        }
    }

    /// The classes of bytes as runs: how many bytes, and their class.
    private static func value(ofType type: AutomatonTable) -> Value {
        var runs: [Int] = []
        for (byte, number) in type.classes.enumerated() {
            if byte > 0, type.classes[byte - 1] == number {
                runs[runs.count - 2] += 1
            } else {
                runs += [1, number]
            }
        }
        return [
            "classes": numbers(runs),
            "rows": .array(
                type.rows.map { row in
                    .array([number(row.isAccepting ? 1 : 0)] + row.moves.map { move($0) })
                }), "states": numbers(type.states),
        ]
    }

    private static func move(_ move: Int?) -> Value { move.map { number($0) } ?? .null }

    private static func value(ofNode node: IndexTables.Node) -> Value {
        let ways = node.ways.map { way in
            switch way.target {
            case .node(let target): numbers([way.atom, target])
            case .chain(let chain, let path): numbers([way.atom, chain, path])
            }
        }
        return ["ways": .array(ways), "ends": numbers(node.ends), "tails": numbers(node.tails)]
    }

    private static func value(ofChain chain: IndexTables.Chain) -> Value {
        [numbers(chain.atoms), .bool(chain.canEnd), .bool(chain.canGoOn)]
    }

    private static func value(ofShape shape: IndexTables.Shape) -> Value {
        [
            "atoms": number(shape.atomCount), "strict": .bool(shape.isStrict),
            "keys": .array(
                shape.keys.map {
                    [.string($0.name), number($0.atom), .bool($0.isRequired), .bool($0.isExact)]
                }), "absent": .array(shape.absent.map { .string($0) }),
            "excepts": .array(shape.excepts.map { [numbers($0.atoms), .bool($0.coversBelow)] }),
            "captures": .array(
                shape.captures.map { capture in
                    [
                        number(capture.position), number(capture.prefixCount), number(capture.suffixCount),
                        .bool(capture.isTail),
                    ]
                }),
        ]
    }

    // MARK: Routes

    private func value(of route: Route) -> Value {
        let action = ruleset.action(of: route)
        let fragment = route.fragment.map { fragment -> Value in
            let atom = fragments[route.row].map { tables.languageAtoms[$0] } ?? 0
            return [.string(fragment.name), Self.number(atom), .bool(fragment.isRequired)]
        }
        return [
            "number": Self.number(route.number), "name": .string(route.name), "pattern": .string(route.pattern.text),
            "feature": .string(ruleset.featurePath(of: route)), "action": .string(action.name),
            "keys": .array(route.query.map { .string($0.key) }),
            "excepts": .array(route.excepts.map { .string($0.text) }), "fragment": fragment ?? .null,
            "meanings": meanings(of: route), "mayRefuse": .bool(!action.performer.takesAnyValue),
            "inputs": .array(action.inputs.indices.map { input(action.inputs[$0], route, $0) }),
            "conditions": .array(ruleset.catalogue.conditions(of: route.binding.feature).map { .string($0) }),
        ]
    }

    /// Of each key with a type that only keys have, its number, and pairs of a text and the value that it feeds.
    private func meanings(of route: Route) -> Value {
        .array(
            route.query.indices.filter { route.query[$0].language.isOfKeysAlone }.map { number in
                let language = route.query[number].language
                let pairs = (language.listedTexts ?? []).map { bytes -> Value in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return [.string(text), .string(language.value(of: text).argumentText)]
                }
                return [Self.number(number), .array(pairs)]
            })
    }

    /// *Shape*: its name, where it comes from, the number of that place, and what it is where the link has none.
    private func input(_ input: ActionInput, _ route: Route, _ number: Int) -> Value {
        func shown(_ value: Value?) -> Value {
            value.map { .string(input.isSecret ? "***" : $0.argumentText) } ?? .null
        }
        let fallback = shown(route.defaults[number])
        func entry(_ source: String, _ number: Int = 0) -> Value {
            [.string(input.name), .string(source), Self.number(number), fallback]
        }
        switch route.sources[number] {
        case .capture(let place): return entry("capture", place)
        // The tail is the last of the captures, and a nameless one feeds no input.
        case .tail: return entry("tail")
        case .query(let place): return entry("query", place)
        case .fragment: return entry("fragment")
        case .constant(let value): return [.string(input.name), "constant", 0, shown(value)]
        case .absent: return entry("absent")
        }
    }
}
