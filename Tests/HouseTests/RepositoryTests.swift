import Testing

struct RepositoryTests {
    /// The documents that name files and outcome codes.
    private static let documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + manual
    private static let manual = House.files.filter { $0.hasPrefix("docs/") }

    @Test func `every file that a document names exists`() {
        for document in Self.documents {
            let named = House.text(of: document)
                .matches(of: /`((?:Benchmarks|Examples|Sources|Tests|systemd|scripts|\.ci)\/[^`\s]*)[`\s]/)
            // A page for users may do without the files of the sources.
            #expect(!named.isEmpty || Self.manual.contains(document), "\(document) names no file")
            for path in named.map({ String($0.1) }) {
                #expect(House.exists(path), "\(document): \(path)")
            }
        }
    }

    @Test func `every link of a document into the package leads to a file`() {
        for document in Self.documents + ["CHANGELOG.md"] {
            // From the folder of the document, as its reader's browser follows it.
            let folder = document.hasPrefix("docs/") ? "docs/" : ""
            for link in House.text(of: document).matches(of: /\]\(([^)#:\s]+)\)/) {
                #expect(House.exists(folder + String(link.1)), "\(document): \(link.1)")
            }
        }
    }

    @Test func `builds and resolved versions are not checked in`() {
        let ignored = House.text(of: ".gitignore").split(separator: "\n")
        #expect(ignored.contains(".build/"))
        #expect(ignored.contains("Package.resolved"))
    }

    @Test func `the package has its documents and its example`() {
        for name in Self.documents + ["LICENSE", "CHANGELOG.md", "routes.conf", "routes.cases"] {
            #expect(!House.text(of: name).isEmpty, "\(name) is missing")
        }
    }

    @Test func `the version is the newest one in the changelog`() throws {
        let code = House.text(of: "Sources/Contract/Limits/Version.swift")
        let version = try #require(code.firstMatch(of: /"(\d+\.\d+\.\d+)"/)?.1)
        let newest = try #require(House.text(of: "CHANGELOG.md").firstMatch(of: /\n## \[?(\d+\.\d+\.\d+)/)?.1)
        #expect(version == newest)
    }

    @Test func `every method that is declared is in the list of all methods`() throws {
        let files = House.files.filter { $0.hasPrefix("Sources/Contract/Methods/") }
        let methods = files.map(House.text).joined()
        let declared = methods.matches(of: /static let (\w+) = Method\(/).map { String($0.1) }
        let list = try #require(methods.firstMatch(of: /allCases: \[Method\] = \[([^\]]*)\]/)?.1)
        #expect(Set(declared) == Set(list.matches(of: /\.(\w+)/).map { String($0.1) }))
        #expect(declared.count > 10)
    }

    @Test func `the manual says that the ledger keeps what the daemon writes into it, and nothing else`() throws {
        let names = [
            "LedgerFact(.toggle(": "toggles", "LedgerFact(.runtime(": "runtime switches",
            "LedgerFact(.permission(": "consents", "LedgerFact(.purchase(": "purchases",
            "LedgerFact(setting:": "permissions and products that were set", "ledger.keep(": "licences",
            "ledger.start(": "trials", "ledger.claim(": "idempotency keys",
            "ledger.write(.received(": "links of durable channels",
        ]
        let writers = House.sources.filter { $0.target != "Ledger" }.flatMap(\.code)
        let calls = /\b(LedgerFact\((?:\.\w+\(|setting:)|ledger\.(?:keep|start|claim)\(|ledger\.write\(\.received\()/
        let written = writers.flatMap { $0.matches(of: calls).map { String($0.1) } }
        #expect(written.count > 6)
        let page = House.text(of: "docs/operation.md").replacing("\n", with: " ")
        let list = try #require(page.firstMatch(of: /for the system instance that is `[^`]*`\. It keeps ([^.]*)\./)?.1)
        let told = list.split(separator: ", ").map { $0.hasPrefix("and ") ? String($0.dropFirst(4)) : String($0) }
        #expect(Set(told) == Set(written.map { names[$0] ?? $0 }))
    }

    @Test func `every outcome code that a document names exists`() {
        let registry = Set(
            House.text(of: "Sources/Contract/Outcomes/OutcomeCode.swift").matches(of: /= "([a-z]+\.[\w.]+)"/).map(\.1))
        #expect(registry.count > 30)
        for document in Self.documents {
            let named = House.text(of: document)
                .matches(of: /`((?:ok|blocked|pending|rejected|failed|unknown)\.[\w.]+)`/)
            for code in named.map(\.1) {
                #expect(
                    registry.contains(code) || registry.contains { $0.hasPrefix(code + ".") }, "\(document): \(code)")
            }
        }
    }

    @Test func `every script is executable`() throws {
        for path in House.files where path.hasPrefix(".ci/") || path.hasSuffix(".sh") {
            // A sourced script is not a program, and begins with its purpose.
            guard House.text(of: path).hasPrefix("#!") else {
                #expect(House.text(of: path).hasPrefix("# Sourced by"), "\(path) does not say what runs it")
                continue
            }
            #expect(House.isExecutable(path), "\(path) is not executable")
        }
    }
}
