import Contract
import TestTables
import Testing

@Suite struct InterfaceTests {
    private func lines(_ interface: Interface) -> [Substring] {
        interface.text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test(arguments: Interface.all.map(\.name))
    func `a description names its interface and declares exactly its methods`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        #expect(lines(interface).filter { $0.hasPrefix("interface ") } == ["interface \(interface.name)"])
        let declared = lines(interface).compactMap { line -> String? in
            guard line.hasPrefix("method ") else { return nil }
            return interface.name + "." + line.dropFirst(7).prefix { $0 != "(" }
        }
        #expect(declared == interface.methods.map { $0.name })
    }

    @Test(arguments: Interface.all.map(\.name))
    func `what a description declares is written down`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        let declared = lines(interface).filter { !$0.isEmpty && !$0.drop { $0 == " " }.hasPrefix("#") }
        #expect(declared.joined(separator: "\n") == DeclaredInterfaces.texts[name])
    }

    @Test(arguments: Interface.all.map(\.name))
    func `every interface, type, method, error and field is commented`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        var previous: Substring = ""
        for line in lines(interface) {
            let text = line.drop { $0 == " " }
            let isMember = ["interface ", "type ", "method ", "error "].contains { line.hasPrefix($0) }
            let isField = line.hasPrefix("    ") && !text.hasPrefix("#")
            if isMember || isField {
                #expect(previous.drop { $0 == " " }.hasPrefix("# "), "no comment before: \(line)")
            }
            previous = line
        }
    }

    /// The members with a fixed set of words that the language of interfaces calls a string.
    private static let words: [(interface: Interface, type: String, member: String, words: [String])] = [
        (.features, "type ConstraintReport ", "kind: string", ConstraintReport.Kind.allCases.map(\.rawValue)),
        (.features, "type Evidence ", "freshness: ?string", ConstraintReport.Freshness.allCases.map(\.rawValue)),
        (.dispatch, "type Remedy ", "kind: string", Remedy.Kind.allCases.map(\.rawValue)),
        (.monitor, "type Ledger ", "state: string", LedgerReport.State.allCases.map(\.rawValue)),
        (.monitor, "type PackageState ", "state: string", PackageReport.State.allCases.map(\.rawValue)),
        (.monitor, "type Source ", "state: string", SourceReport.State.allCases.map(\.rawValue)),
    ]

    @Test(arguments: words.indices)
    func `the comment of a member with a fixed set of words names each of them`(_ index: Int) throws {
        let row = Self.words[index]
        let lines = lines(row.interface)
        let type = try #require(lines.firstIndex { $0.hasPrefix(row.type) })
        let field = try #require(lines[type...].firstIndex { $0.hasPrefix("    " + row.member) })
        let comment = lines[..<field].reversed().prefix { $0.contains("#") }.joined()
        let words = comment.split { !$0.isLetter }.map(String.init)
        #expect(!row.words.isEmpty && Set(words).isSuperset(of: row.words), "\(row.member): \(words)")
    }

    @Test(arguments: Interface.all.map(\.name))
    func `a description keeps to what all parsers take`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        let code = lines(interface).filter { !$0.drop { $0 == " " }.hasPrefix("#") }.joined(separator: "\n")
        for construct in [": any", "?any", "[]any", "[string]", "??", "__", "_)", "\t", "#"] {
            #expect(!code.contains(construct), "\(construct)")
        }
        #expect(code.hasSuffix(")\n"))
        #expect(interface.text.allSatisfy { $0.isASCII })
        #expect(lines(interface).allSatisfy { $0.count <= 120 && $0.last != " " })
        #expect(interface.name.prefix { $0 != "." }.allSatisfy { $0.isLetter })
    }

    @Test(arguments: Interface.all.map(\.name))
    func `a method's signature holds no parenthesis but its own`(name: String) throws {
        let interface = try #require(Interface.all.first { $0.name == name })
        // Python finds the end of a signature with `[^)]*`, comments included.
        for declaration in interface.text.split(separator: "\nmethod ").dropFirst() {
            let end = declaration.firstRange(of: "\n\n")?.lowerBound ?? declaration.endIndex
            let text = declaration[..<end]
            #expect(text.filter { $0 == "(" }.count == 2, "\(text)")
            #expect(text.filter { $0 == ")" }.count == 2, "\(text)")
        }
    }

    @Test func `errors of the service interface are those that a call can fail with`() {
        let errors: [VarlinkError] = [
            .interfaceNotFound(interface: "i"), .methodNotFound(method: "m"), .methodNotImplemented(method: "m"),
            .invalidParameter(parameter: "p"), .permissionDenied, .expectedMore, .expectedUpgrade,
        ]
        let declared = lines(.service).compactMap { line -> String? in
            guard line.hasPrefix("error ") else { return nil }
            return "org.varlink.service." + line.dropFirst(6).prefix { $0 != " " }
        }
        #expect(errors.map(\.name) == declared)
        #expect(Interface.monitor.text.contains("\nerror BadTable ("))
    }

    @Test func `the description of Dispatch says which messages close the connection`() {
        let text = Interface.dispatch.text.replacing("\n#", with: "")
        for words in ["closes the connection", "a member twice"] { #expect(text.contains(words)) }
    }
}
