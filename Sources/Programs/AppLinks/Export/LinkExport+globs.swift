internal import Matching
internal import Routing

extension LinkExport {
    /// *Units*: values of a type that are listed as a variable.
    private static let mostListed = 200

    /// A pattern as a glob.
    mutating func path(_ pattern: Pattern, of route: String) -> String {
        var text = ""
        for atom in pattern.atoms {
            let core: String
            switch atom.core {
            case .literal: core = ""
            case .wildcard:
                core = "?*"
                losses.add(.wider, pattern.text, "a `*` of the file takes slashes too")
            case .capture(let name, let language):
                core = glob(of: language, named: name, in: pattern.text)
                if core == "?*" { losses.add(.wider, pattern.text, "a `*` of the file takes slashes too") }
            }
            text += "/" + literal(atom.prefix, pattern.text) + core + literal(atom.suffix, pattern.text)
        }
        guard pattern.tail != nil else {
            if hasVariables, !scope.takesEitherSlash {
                losses.add(.wider, "a slash at the end", "Apple takes each link with and without it")
            }
            return text.isEmpty ? "/" : text
        }
        if hasVariables, !text.isEmpty { losses.add(.wider, pattern.text, "`\(text)/*` takes `\(text)` too") }
        return text + "/*"
    }

    /// An exclusion as a rule.
    mutating func exclusion(_ pattern: ExclusionPattern) -> Component {
        var text = ""
        for atom in pattern.atoms {
            let core = atom.core == .literal ? "" : "?*"
            if !core.isEmpty {
                losses.add(.narrower, pattern.text, "a `*` of the file takes slashes too, so it leaves out more")
            }
            text += "/" + literal(atom.prefix, pattern.text) + core + literal(atom.suffix, pattern.text)
        }
        if pattern.coversBelow, !hasVariables, !text.isEmpty {
            losses.add(.wider, pattern.text, "`\(text)` itself is taken: a rule covers what is below it")
        }
        return Component(path: text + (pattern.coversBelow ? "/*" : text.isEmpty ? "/" : ""), isExclusion: true)
    }

    /// The conditions on the query.
    mutating func items(_ route: Route) -> [(name: String, pattern: String)] {
        var items: [(name: String, pattern: String)] = []
        for condition in route.query where condition.isRequired {
            let name = PercentText.encoded(Array(condition.key.utf8))
            items.append(
                (
                    name,
                    condition.language.isOfKeysAlone
                        ? "" : glob(of: condition.language, named: condition.key, in: route.name)
                ))
            if condition.language.isOfKeysAlone {
                losses.add(.wider, route.name, "the key `\(condition.key)` may be missing")
            }
        }
        for key in route.absent {
            items.append((PercentText.encoded(Array(key.utf8)), ""))
            losses.add(.wider, route.name, "the key `\(key)` may be there without a value")
        }
        return items
    }

    private mutating func glob(of language: Language, named name: String, in subject: String) -> String {
        switch language {
        case .bounded(.digits(let count)) where hasVariables && count <= 64: return repeated("$(digit)", count)
        case .bounded(.hex(let count)) where hasVariables && count <= 64: return repeated("$(xdigit)", count)
        case .bounded(.base62(let count)) where hasVariables && count <= 64: return repeated("$(alnum)", count)
        case .bounded(.text(let range)) where range.count == 1 && range.lowerBound <= 64:
            return repeated("?", range.lowerBound)
        case .bounded(.digits(let count)), .bounded(.hex(let count)), .bounded(.base62(let count)):
            losses.add(.wider, subject, "`\(name)` takes any \(count) characters")
            return count <= 64 ? repeated("?", count) : "?*"
        case .set(let set):
            return variable(set.members.map { String(decoding: $0, as: UTF8.self) }, set.name ?? name, subject)
        case .bool: return variable(["true", "false"], name, subject)
        case .bounded(.uint(let range)), .bounded(.int(let range)):
            guard range.upperBound.subtractingReportingOverflow(range.lowerBound).partialValue < Int64(Self.mostListed),
                !range.upperBound.subtractingReportingOverflow(range.lowerBound).overflow
            else { break }
            return variable(range.map { "\($0)" }, name, subject)
        case .string: return "?*"
        case .slug, .hex, .uuid, .uint, .int, .date, .flag, .switch, .bounded: break
        }
        losses.add(.wider, subject, "`\(name)` takes any text, and not a `\(language.name)` alone")
        return "?*"
    }

    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private mutating func variable(_ members: [String], _ name: String, _ subject: String) -> String {
        guard hasVariables, members.count <= 2000 else {
            losses.add(.wider, subject, "`\(name)` takes any text: the file has no lists")
            return "?*"
        }
        let encoded = members.map { PercentText.encoded(Array($0.utf8)) }
        if let known = variables.first(where: { $0.members == encoded }) { return "$(\(known.name))" }
        let base = LinkTable.slug(name, lowercased: false) ?? "choice"
        var (unique, number) = (base, 1)
        while variables.contains(where: { $0.name == unique }) || ApplePattern.characters(of: unique) != nil
            || ["lang", "region"].contains(unique)
        {
            number += 1
            unique = "\(base)-\(number)"
        }
        variables.append((unique, encoded))
        return "$(\(unique))"
    }

    /// A literal of a path, as links have it; what a glob would read as its own is any one character.
    private mutating func literal(_ bytes: [UInt8], _ subject: String) -> String {
        if bytes.contains(UInt8(ascii: "*")) {
            losses.add(.wider, subject, "the file has no star that is text: any one character stands for it")
        }
        return PercentText.encoded(bytes).map { $0 == "*" ? "?" : String($0) }.joined()
    }
}

extension PercentText {
    /// The text as a path of a link has it.
    static func encoded(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            if byte > 0x20, byte < 0x7F, !"\"#<>?`{}%^|/\\&".utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
