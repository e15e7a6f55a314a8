import Conf
import Contract
import Features
import Routing

/// Reads the lines beside `http`.
struct HTTPLineReader: BlockReader {
    /// What they say.
    struct Content {
        var headers: [HTTPTemplate.Header] = []
        var body: HTTPTemplate.Body?
        var retry: HTTPTemplate.Retry?
        var credential: String?
        /// The line `private`.
        var privateLine: Int?
    }

    let table: TableReading
    let arguments: ArgumentReader

    /// Reads all of them; nil where one was reported.
    ///
    /// - Parameter method: nil where it was reported.
    func read(_ action: StatementChecker.Block<ActionDirective>, _ method: HTTPMethod?) -> Content? {
        let errors = table.diagnostics.errorCount
        var content = Content()
        for checked in action.checked {
            guard case .line(let line) = checked.directive, let kind = HTTPLine(rawValue: line.word) else { continue }
            let statement = checked.statement
            switch kind {
            case .header: if let header = readHeader(statement, content.headers) { content.headers.append(header) }
            case .json: readBody(statement, method, into: &content, HTTPTemplate.Body.json)
            case .form: readBody(statement, method, into: &content, HTTPTemplate.Body.form)
            case .retry: content.retry = readRetry(statement)
            case .sign: content.credential = readCredential(statement)
            case .private: content.privateLine = statement
            }
        }
        return table.diagnostics.errorCount == errors ? content : nil
    }

    // MARK: Headers

    /// The headers that say how a message is cut, and those that the daemon sends by itself.
    private static let own = [
        "accept-encoding", "connection", "content-length", "expect", "host", "idempotency-key", "keep-alive", "te",
        "trailer", "traceparent", "transfer-encoding", "upgrade",
    ]

    private func readHeader(_ statement: Int, _ others: [HTTPTemplate.Header]) -> HTTPTemplate.Header? {
        let (name, place) = (word(1, statement), place(1, statement))
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else {
            return refuse(
                name.contains("$(") ? .badPlaceholder : .badCall, place, "`\(name)` is not the name of a header",
                help: "as in `header Accept-Language fr`; a value of a link stands behind the name")
        }
        let lowercased = name.lowercased()
        guard !Self.own.contains(lowercased), !lowercased.hasPrefix("webhook-"), !lowercased.hasPrefix("proxy-") else {
            return refuse(
                .badCall, place, "the daemon says `\(name)` by itself",
                help: "remove it")
        }
        guard !others.contains(where: { $0.name.lowercased() == lowercased }) else {
            return refuse(.badCall, place, "the header `\(name)` is given twice", help: "keep one of them")
        }
        let (inputs, links) = (arguments.inputs, arguments.linkNames)
        guard let value = readTemplate(2, statement, inputs: inputs, others: links) else { return nil }
        guard links.isDisjoint(with: value.inputs) || arguments.readLink(self.place(2, statement)) != nil else {
            return nil
        }
        guard value.pieces.allSatisfy(Self.isWritable) else {
            return refuse(
                .badCall, self.place(2, statement), "a header has printable ASCII alone",
                help: "pass the text in the body")
        }
        return HTTPTemplate.Header(name: name, value: value)
    }

    private static func isWritable(_ piece: TextTemplate.Piece) -> Bool {
        if case .text(let text) = piece { HTTPTemplate.isHeaderValue(text) } else { true }
    }

    /// *Source*: RFC 9110, section 5.6.2, `tchar`.
    private static func isOfName(_ byte: UInt8) -> Bool {
        ArgumentTemplate.isLetter(byte) || ArgumentTemplate.isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    // MARK: The body

    private func readBody(
        _ statement: Int, _ method: HTTPMethod?, into content: inout Content,
        _ body: ([NamedArgument]) -> HTTPTemplate.Body
    ) {
        guard method?.onlyReads != true else {
            return report(
                .misplacedDirective, place(0, statement), "a request with `\(method?.rawValue ?? "")` has no body",
                help: "remove it, and pass the values in the query")
        }
        guard content.body == nil else {
            return report(
                .repeatedDirective, place(0, statement), "a request has one body", help: "remove `json` or `form`")
        }
        let words = 1..<max(1, document.wordCount(of: statement))
        let read = words.compactMap { arguments.readNamed($0, statement, example: "item=7") }
        guard read.count == words.count, arguments.areApart(read, from: 1, statement) else { return }
        content.body = body(read)
    }

    // MARK: How it is sent

    private func readRetry(_ statement: Int) -> HTTPTemplate.Retry? {
        let example = "as in `retry 3 within 30s`"
        guard let count = Quantity.count(word(1, statement)), 1...Limits.mostRetries ~= count else {
            return refuse(
                .badValue, place(1, statement), "`\(word(1, statement))` is not a number of retries",
                help: "from 1 to \(Limits.mostRetries), \(example)")
        }
        guard isKeyword(2, statement, "within") else {
            return refuse(
                .wrongArguments, place(2, statement), "`within` is missing between the number and the time",
                help: example)
        }
        guard let time = Quantity.duration(word(3, statement)), time >= .milliseconds(1),
            time <= Limits.longestActionTime
        else {
            return refuse(
                .badValue, place(3, statement), "`\(word(3, statement))` is not a time for all retries together",
                help: "a time from 1ms to 24h, \(example)")
        }
        return HTTPTemplate.Retry(count: count, time: time)
    }

    /// *Source*: systemd.exec(5): the name of a credential is that of a file.
    private func readCredential(_ statement: Int) -> String? {
        let name = word(1, statement)
        guard !name.isEmpty, name.utf8.count <= 255, !name.hasPrefix("."),
            name.utf8.allSatisfy({
                ArgumentTemplate.isLetter($0) || ArgumentTemplate.isDigit($0) || "-_.".utf8.contains($0)
            })
        else {
            return refuse(
                .badCall, place(1, statement), "`\(name)` is not the name of a credential",
                help: "as in `sign shop-key`, with `LoadCredential=shop-key:/etc/shop.key` in the unit of the daemon")
        }
        return name
    }
}
