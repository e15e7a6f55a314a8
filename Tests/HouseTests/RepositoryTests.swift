import Testing

struct RepositoryTests {
    /// The documents that name files and outcome codes.
    private static let documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + manual
    private static let manual = House.files.filter { $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
    /// The pages for developers, which are not installed.
    private static let internals = manual.filter { $0.hasPrefix("docs/internals/") }
    /// The pages of attacks.
    private static let threats = manual.filter { $0.hasPrefix("docs/threats/") }

    /// The path of a link's target, which begins in the folder of the document, as its reader's browser follows it.
    private static func target(of link: Substring, in document: String) -> String {
        link.isEmpty ? document : document.split(separator: "/").dropLast().map { $0 + "/" }.joined() + link
    }

    @Test func `every file that a document names exists`() {
        let reference =
            #/
            `((?:Benchmarks|Examples|Fuzzing|Sources|Tests|docs|packaging|systemd|scripts|\.ci)/[^`\s]*)[`\s]
            /#
        for document in Self.documents {
            let named = House.text(of: document).matches(of: reference)
            // A page for users may do without the files of the sources.
            #expect(!named.isEmpty || Self.manual.contains(document), "\(document) names no file")
            for path in named.map({ String($0.1) }) {
                #expect(House.exists(path), "\(document): \(path)")
            }
        }
    }

    @Test func `every link of a document into the package leads to a file`() {
        for document in Self.documents + ["CHANGELOG.md"] {
            for link in House.text(of: document).matches(of: /\]\(([^)#:\s]+)\)/) {
                #expect(House.exists(Self.target(of: link.1, in: document)), "\(document): \(link.1)")
            }
        }
    }

    @Test func `every link to a section of a document leads to a heading`() {
        for document in Self.documents + ["CHANGELOG.md"] {
            for link in House.text(of: document).matches(of: /\]\(([^)#:\s]*)#([^)\s]+)\)/) {
                let text = House.text(of: Self.target(of: link.1, in: document))
                let headings = text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                    heading.1.lowercased().replacing(/[^\w -]/, with: "").replacing(" ", with: "-")
                }
                #expect(headings.contains(String(link.2)), "\(document): \(link.0)")
            }
        }
    }

    @Test func `the pages for developers are named by their index, and the map has every target`() {
        let index = House.text(of: "docs/internals/README.md")
        #expect(Self.internals.count > 3)
        for page in Self.internals.map({ $0.dropFirst("docs/internals/".count) }) where page != "README.md" {
            #expect(index.contains("](\(page))"), "\(page)")
        }
        let rows = House.text(of: "docs/internals/map.md").matches(of: /(?m)^\| ([\w, ]+) \|/)
        let named = Set(rows.flatMap { $0.1.split(separator: ", ").map(String.init) })
        for target in Set(House.sources.map(\.target)) { #expect(named.contains(target), "\(target)") }
    }

    @Test func `what a newcomer reads first is read in ten minutes`() throws {
        #expect(House.text(of: "SECURITY.md").utf8.count <= 8000)
        #expect(House.text(of: "CONTRIBUTING.md").utf8.count <= 10_000)
        let newest = try #require(House.text(of: "CHANGELOG.md").split(separator: "\n## [").dropFirst().first)
        #expect(newest.utf8.count <= 4000)
    }

    @Test func `every attack of the threat pages has its defence, its files and its tests`() {
        var attackCount = 0
        for page in Self.threats {
            for section in House.text(of: page).split(separator: "\n## ").dropFirst() {
                let names = section.matches(of: /\n- \*(\w+)\*:/).map { String($0.1) }
                // The other sections have no such list: what is not defended, and what a local user can see.
                guard let first = names.first else { continue }
                let title = "\(page): \(section.prefix { $0 != "\n" })"
                #expect(["Attack", "Mistake"].contains(first), "\(title): \(names)")
                #expect(names.dropFirst() == ["Defence", "Files", "Tests"], "\(title): \(names)")
                #expect(section.contains(/\n- \*Files\*: `(Sources|systemd|packaging)\//), "\(title) names no file")
                #expect(section.contains(/\n- \*Tests\*: [^`]*`Tests\//), "\(title) names no test")
                attackCount += 1
            }
        }
        #expect(attackCount > 70)
    }

    @Test func `the index of the threat pages names every page`() {
        let index = House.text(of: "docs/threats/README.md")
        for page in Self.threats.map({ $0.dropFirst("docs/threats/".count) }) where page != "README.md" {
            #expect(index.contains("](\(page))"), "\(page)")
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
        let code = House.text(of: "Sources/Core/Contract/Limits/Version.swift")
        let version = try #require(code.firstMatch(of: /"(\d+\.\d+\.\d+)"/)?.1)
        let newest = try #require(House.text(of: "CHANGELOG.md").firstMatch(of: /\n## \[?(\d+\.\d+\.\d+)/)?.1)
        #expect(version == newest)
    }

    @Test func `every method that is declared is in the list of its interface, in the order of its file`() {
        let texts = House.files.filter { $0.hasPrefix("Sources/") }.map(House.text)
        let declared = texts.map { text in
            text.matches(of: /\npackage struct (\w+): (?:Target|Localized)?Method(?:, \w+)? \{/).map { String($0.1) }
        }
        let lists = texts.flatMap { $0.matches(of: /methods: \[([^\]]*)\]/).map(\.1) }
        let listed = lists.flatMap { $0.matches(of: /(\w+)\.self/).map { String($0.1) } }
        #expect(declared.joined().sorted() == listed.sorted() && listed.count > 10)
        for names in declared { #expect(names == listed.filter(names.contains)) }
    }

    @Test func `every interface is listed by the core or by a wing`() {
        let texts = House.files.filter { $0.hasPrefix("Sources/") }.map(House.text)
        let declared = texts.flatMap { $0.matches(of: /static let (\w+) = Interface\(/).map { String($0.1) } }
        let core = texts.compactMap { $0.firstMatch(of: /ofCore: \[Interface\] = \[([^\]]*)\]/)?.1 }.flatMap {
            $0.matches(of: /\.(\w+)/).map { String($0.1) }
        }
        let wings = texts.flatMap { $0.matches(of: /interfaces = \[Interface\.(\w+)\]/).map { String($0.1) } }
        #expect(declared.sorted() == (core + wings).sorted() && declared.count > 5)
    }

    @Test func `the manual says that the ledger keeps what the daemon writes into it, and nothing else`() throws {
        let names = [
            "LedgerFact(.toggle(": "toggles", "LedgerFact(.runtime(": "runtime switches",
            "LedgerFact(.permission(": "consents", "LedgerFact(.purchase(": "purchases",
            "LedgerFact(setting:": "permissions and products that were set", "ledger.keep(": "licences",
            "ledger.start(": "trials", "ledger.claim(": "idempotency keys",
            "ledger.write(LinkStep.received(": "links of durable channels",
            "JournalStep.begun(": "the journal of actions", "SpendingStep.reserved(": "what was spent of them",
        ]
        let writers = House.sources.filter { $0.target != "Ledger" }.flatMap(\.code)
        let calls =
            /\b(LedgerFact\((?:\.\w+\(|setting:)|ledger\.(?:keep|start|claim)\(|ledger\.write\(LinkStep\.received\(|(?:JournalStep\.begun|SpendingStep\.reserved)\()/
        let written = writers.flatMap { $0.matches(of: calls).map { String($0.1) } }
        #expect(written.count > 6)
        let page = House.text(of: "docs/operation.md").replacing("\n", with: " ")
        let list = try #require(page.firstMatch(of: /for the system instance that is `[^`]*`\. It keeps ([^.]*)\./)?.1)
        let told = list.split(separator: ", ").map { $0.hasPrefix("and ") ? String($0.dropFirst(4)) : String($0) }
        #expect(Set(told) == Set(written.map { names[$0] ?? $0 }))
    }

    @Test func `every outcome code that a document names exists`() {
        let registry = Set(
            House.text(of: "Sources/Core/Contract/Outcomes/OutcomeCode.swift").matches(of: /= "([a-z]+\.[\w.]+)"/).map(
                \.1))
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
