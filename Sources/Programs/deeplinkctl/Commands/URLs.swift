import ArgumentParser
internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Links

/// `url`: splits URLs into components, as the standard does.
struct URLs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Print the components of URLs as defined by the WHATWG URL Standard.",
        discussion: """
            Example: deeplinkctl url 'HTTPS://Example.COM:443/a/../b?q#f'

            `explain` shows what the dispatcher refuses beyond the standard. With --json-lines each line \
            has one answer. Exit status: 0, or 3 if a text is not a URL; 1 if a line is not a JSON string.
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
        var (allParsed, areReadable) = (true, true)
        func show(_ url: String, _ output: FormatOption) {
            do throws(LinkError) {
                let members = Self.members(try URLRecord.parse(url).components)
                output.show(Value.object(members.map { .init($0.name, .string($0.value)) })) {
                    for (name, value) in members { Output.line("\(name.padded(to: 10))\(value)") }
                }
            } catch {
                allParsed = false
                output.show(["failure": true] as JSONObject, line: "\(url): \(error.sentence)")
            }
        }
        for url in urls { show(url, output) }
        if jsonLines {
            var json = output
            json.isJSON = true
            try Input.forEachLine { number, line in
                guard let text = line.flatMap({ try? JSONText.value(of: $0).text }) else {
                    areReadable = false
                    let fault = line.map { "is not a JSON string: \($0)" } ?? Input.notUTF8
                    let answer: JSONObject = ["failure": true, "line": number, "message": fault]
                    return Input.refuse(line: number, fault, answer: answer, json, in: .english)
                }
                show(text, json)
            }
        }
        if !areReadable { throw ExitCode.failure }
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
}
