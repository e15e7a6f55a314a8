import Conf
import Features
import Links
import Matching
import Routing

/// Reads where a request goes: the words behind its method.
struct HTTPAddressReader: BlockReader {
    let table: TableReading
    let arguments: ArgumentReader

    /// The server, and the path with the query; nil where one of them was reported.
    func read(_ statement: Int) -> (server: HTTPServer, target: HTTPTarget)? {
        let (text, place) = (word(2, statement), place(2, statement))
        let isLong = document.wordCount(of: statement) > 3
        guard text.hasPrefix("unix:") else { return readURL(text, statement, isLong: isLong) }
        guard !text.contains("$(") else { return refuseValue(place) }
        guard let path = ServiceReader(table: table, fault: .badCall).readAddress((text, place)) else { return nil }
        guard isLong else {
            return refuse(
                .wrongArguments, place, "the path of the request is missing behind the socket",
                help: "as in `http GET unix:/run/shop.sock /orders`")
        }
        return readTarget(word(3, statement), at: 0, 3, statement).map { (.socket(path), $0) }
    }

    private func readURL(
        _ text: String, _ statement: Int, isLong: Bool
    ) -> (server: HTTPServer, target: HTTPTarget)? {
        let place = place(2, statement)
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return refuse(
                .badCall, place, "`\(text)` is no server of HTTP",
                help: "as in `http GET https://shop.example/orders`, `http GET unix:/run/shop.sock /orders`")
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !["/", "?", "#"].contains($0) }
        guard !authority.contains("$(") else { return refuseValue(place) }
        guard !isLong else {
            return refuse(
                .wrongArguments, self.place(3, statement), "the path of the request stands in the URL",
                help: "as in `http GET https://shop.example/orders`")
        }
        guard let origin = readOrigin(scheme, String(authority), place), mayReachNetwork(place) else { return nil }
        let target = rest[authority.endIndex...]
        return readTarget(String(target), at: scheme.utf8.count + authority.utf8.count, 2, statement)
            .map { (.host(origin), $0) }
    }

    private func refuseValue<Read>(_ place: SourceRange) -> Read? {
        refuse(
            .badPlaceholder, place, "a value would choose the server",
            help: "write the server out; a value can be in the path, the query, a header or the body")
    }

    // MARK: The server

    private func readOrigin(_ scheme: String, _ authority: String, _ place: SourceRange) -> HTTPOrigin? {
        let url = scheme + authority + "/"
        guard let record = try? URLRecord.parse(url), let host = record.host, host.kind != .none else {
            return refuse(
                .badCall, place, "`\(authority)` is not the name or the address of a host",
                help: "as in `https://shop.example/orders`, `http://127.0.0.1:3000/orders`")
        }
        guard record.username.isEmpty, record.password.isEmpty else {
            return refuse(
                .badCall, place, "the URL of a request has no user name and no password",
                help: "put them into a header, with an input that is `secret`, or write `sign CREDENTIAL`")
        }
        let name = String(decoding: record.bytes[host.range.indices], as: UTF8.self)
        let canonical = name + (record.port.map { ":\($0)" } ?? "")
        guard canonical == authority else {
            return refuse(
                .badCall, place, "`\(authority)` is another way to write `\(canonical)`",
                help: "write the server as `\(scheme + canonical)`")
        }
        let isAddress = [.ipv4, .ipv6].contains(host.kind) || name == "localhost"
        return HTTPOrigin(isEncrypted: scheme == "https://", authority: canonical, isAddress: isAddress)
    }

    // MARK: The path and the query

    /// - Parameters:
    ///   - offset: where the text begins in its word.
    ///   - index: the word.
    private func readTarget(_ text: String, at offset: Int, _ index: Int, _ statement: Int) -> HTTPTarget? {
        let place = part(place(index, statement), at: offset, length: text.utf8.count)
        let (inputs, links) = (arguments.inputs, arguments.linkNames)
        guard let whole = readTemplate(index, statement, inputs: inputs, others: links) else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (path, query) = (halves.first ?? "", halves.count > 1 ? halves[1] : nil)
        if let fault = Self.fault(ofPath: path) ?? query.flatMap(Self.fault(ofQuery:)) {
            return refuse(.badCall, place, fault.message, help: fault.help)
        }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let items = query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
        let target = HTTPTarget(
            segments: segments.compactMap { try? TextTemplate(String($0)) },
            items: items.compactMap { try? TextTemplate(String($0)) })
        let areSound = whole.inputs.allSatisfy { isSound($0, in: target, place) }
        return areSound ? target : nil
    }

    /// Whether an input can stand where the target has it; reported where not.
    private func isSound(_ name: String, in target: HTTPTarget, _ place: SourceRange) -> Bool {
        let isInPath = target.pathInputs.contains(name)
        guard let input = arguments.inputs.first(where: { $0.name == name }) else {
            guard isInPath else { return arguments.readLink(place) != nil }
            report(
                .badPlaceholder, place, "the link has a `/`, and would be several parts of the path",
                help: "pass it in the query, in a header or in the body")
            return false
        }
        if input.isSecret {
            report(
                .badPlaceholder, place,
                "the input `\(name)` is secret, and servers write paths and queries to their logs",
                help: "pass it in a header or in the body")
            return false
        }
        if isInPath, input.isOptional {
            report(
                .optionalInput, place, "the input `\(name)` may be missing, and the path needs it",
                help: "give it a default: `input \(name) TYPE = VALUE`")
            return false
        }
        if input.type == .list, target.segments.contains(where: { $0.inputs.contains(name) && $0.pieces.count > 1 }) {
            report(
                .badPlaceholder, place, "the input `\(name)` is a list, which stands between two `/` of the path",
                help: "give it a part of its own: `/$(\(name))`")
            return false
        }
        return true
    }
}

extension HTTPAddressReader {
    private typealias Fault = (message: String, help: String)

    /// What a path and a query can have beside letters, digits and escapes.
    ///
    /// *Source*: RFC 3986, `pchar`.
    private static let marks = Set("-._~!$&'()*+,;=:@".utf8)

    private static func fault(ofPath path: String) -> Fault? {
        guard path.isEmpty || path.hasPrefix("/") else {
            return ("the path of a request begins with `/`", "as in `http GET unix:/run/shop.sock /orders`")
        }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if let part = parts.first(where: { isDotted($0) }) {
            return ("`\(part)` in the path is another folder for the server", "write the path without it")
        }
        if parts.dropLast().contains("") {
            return ("the path has an empty part", "write one `/` between two parts")
        }
        return path.contains("#") ? fragment : fault(of: path, more: "/")
    }

    private static func fault(ofQuery query: String) -> Fault? {
        if query.contains("#") { return fragment }
        for item in query.split(separator: "&", omittingEmptySubsequences: false) {
            if item.isEmpty { return ("the query has an empty item", "write one `&` between two items") }
            if item.prefix(while: { $0 != "=" }).contains("$(") {
                return (
                    "a value would choose the name in the query", "write the name out, and the value behind its `=`"
                )
            }
        }
        return fault(of: query, more: "/?")
    }

    private static let fragment: Fault = ("a request has no part behind a `#`", "escape it where it is text: `%23`")

    /// True for `.` and `..`, and for the same with escapes.
    private static func isDotted(_ part: Substring) -> Bool {
        [".", ".."].contains(part.lowercased().replacing("%2e", with: "."))
    }

    /// What is wrong with the text between placeholders.
    private static func fault(of text: String, more: String) -> Fault? {
        guard let template = try? TextTemplate(text) else { return nil }
        for case .text(let piece) in template.pieces {
            var rest = Array(piece.utf8)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%") {
                    guard rest.count > 1, rest.prefix(2).allSatisfy(isHexDigit) else {
                        return ("a `%` has two digits behind it", "escape it where it is text: `%25`")
                    }
                    rest = rest.dropFirst(2)
                } else if !isPlain(byte), !marks.contains(byte), !more.utf8.contains(byte) {
                    return (
                        "a path and a query have no such character", "escape it: a blank is `%20`"
                    )
                }
            }
        }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ArgumentTemplate.isLetter(byte) || ArgumentTemplate.isDigit(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        ArgumentTemplate.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }
}
