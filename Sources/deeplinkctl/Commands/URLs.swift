import ArgumentParser
internal import Conf
internal import Contract
internal import Links
internal import Varlink

/// `url`: splits URLs into components, as the standard does.
struct URLs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Print the components of URLs as defined by the WHATWG URL Standard.",
        discussion: """
            Example: deeplinkctl url 'HTTPS://Example.COM:443/a/../b?q#f'

            `explain` shows what the dispatcher refuses beyond the standard. Exit status: 0, or 3 if a text is not a URL.
            """)

    @OptionGroup var output: FormatOption
    @Flag(name: .customLong("json-lines"), help: "Read JSON strings from standard input, one per line; print JSON.")
    var jsonLines = false
    @Argument(help: "The URLs.")
    var urls: [String] = []

    func validate() throws {
        if urls.isEmpty != jsonLines { throw ValidationError("Either name URLs or use --json-lines.") }
    }

    func run() throws {
        var allParsed = true
        func show(_ url: String, _ format: Format) {
            let components = Result { () throws(LinkError) in try URLRecord.parse(url).components }
            if case .failure = components { allParsed = false }
            switch format {
            case .json: Output.json(Self.json(components))
            case .text: Output.text(Self.text(url, components))
            }
        }
        for url in urls { show(url, output.format) }
        if jsonLines {
            try Input.forEachLine { line in
                guard let text = try? JSONText.value(of: line).text else {
                    throw ToolFailure("a line is not a JSON string: \(Escaping.printable(line))")
                }
                show(text, .json)
            }
        }
        if !allParsed { throw ExitCode(3) }
    }

    private static func members(_ components: URLComponents) -> [(name: String, value: String)] {
        [
            ("href", components.href), ("protocol", components.`protocol`), ("username", components.username),
            ("password", components.password), ("host", components.host), ("hostname", components.hostname),
            ("port", components.port), ("pathname", components.pathname), ("search", components.search),
            ("hash", components.hash),
        ]
    }

    private static func json(_ components: Result<URLComponents, LinkError>) -> String {
        switch components {
        case .success(let components):
            JSONText.text(of: .object(members(components).map { .init($0.name, .string($0.value)) }))
        case .failure: JSONText.text(of: .object([.init("failure", .bool(true))]))
        }
    }

    private static func text(_ url: String, _ components: Result<URLComponents, LinkError>) -> String {
        switch components {
        case .success(let components):
            return members(components).map { name, value in
                name + String(repeating: " ", count: 10 - name.utf8.count) + Escaping.printable(value) + "\n"
            }.joined()
        case .failure(let error):
            return Escaping.printable("\(url): \(error.sentence)") + "\n"
        }
    }
}
