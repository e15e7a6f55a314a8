import Conf
import Contract
import Features
import Routing
import SystemBus

/// Reads `dbus [system] NAME open|activate|action|PATH …`.
struct BusReader: PerformerReader {
    static let kind = Performer.Kind.dbus
    static let order = 50
    static let form = DirectiveForm(
        "dbus [system] NAME open|activate|action|PATH …", 2...DirectiveForm.many, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofAnswer.union([.timeout])
    static let givesResult = true

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let isOnSystemBus = isKeyword(1, statement, "system")
        let first = isOnSystemBus ? 2 : 1
        guard document.wordCount(of: statement) > first + 1 else {
            return refuse(
                .wrongArguments, document.place(of: statement), "the line does not say what is called",
                help: "as in `dbus org.example.Player open`, or with an object and a method")
        }
        let hasBus = isOnSystemBus || hasSessionBus(first, statement)
        let service = readName(of: .service, first, statement, word(first, statement))
        let form = readForm(first + 1, statement, ArgumentReader(table: table, inputs: inputs))
        guard hasBus, let service, let form else { return nil }
        let template = BusTemplate(isOnSystemBus: isOnSystemBus, service: service, form: form)
        if template.isAnsweredAtOnce, let result = action.statements(of: .result).first {
            return refuse(
                .misplacedDirective, place(0, result), "an app answers `\(word(first + 1, statement))` before it acts",
                help: "remove `result`, or call a method of the app that has an answer")
        }
        if template.isAnsweredAtOnce, let cache = action.statements(of: .limit(.cache)).first {
            return refuse(
                .misplacedDirective, place(0, cache), "an app answers `\(word(first + 1, statement))` before it acts",
                help: "remove `cache`, or call a method of the app that has an answer")
        }
        ArgumentReader(table: table, inputs: inputs)
            .warnOfUnused(template.inputs, takesLink: template.takesLink, statement, by: "the service")
        return .dbus(template)
    }

    /// True if the instance has a session bus; reported where not.
    private func hasSessionBus(_ index: Int, _ statement: Int) -> Bool {
        guard !hasSession else { return true }
        let forUsers = table.package.map { "write `instances user` below `package \($0.name)`" }
        report(
            .badCall, place(index, statement), "the system instance has no session bus",
            help: "for a service of the machine say `system` before its name; for one of each user's session "
                + (forUsers ?? "put the file into /usr/lib/deeplinkd/user/routes.conf.d"))
        return false
    }

    // MARK: Names

    /// The name that a word is; reported where it is none.
    private func readName(of kind: BusName, _ index: Int, _ statement: Int, _ text: String) -> String? {
        if text.contains("$(") {
            return refuse(
                .badPlaceholder, place(index, statement), "a value would choose what is called",
                help: "write it out; a value can be an argument")
        }
        guard let fault = kind.fault(of: text) else { return text }
        return refuse(
            .badCall, place(index, statement), "`\(text)` is not \(kind.what): it \(fault)", help: kind.help)
    }

    // MARK: Forms

    private func readForm(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> BusTemplate.Form? {
        let (form, count) = (word(index, statement), document.wordCount(of: statement) - index - 1)
        if form.hasPrefix("/") { return readMethod(index, statement, reader) }
        switch form {
        case "open":
            guard count <= 1 else { return refuseRest(index + 2, statement, "an app opens one URL in a call") }
            return count == 0 ? readLink(index, statement, reader) : readURL(index + 1, statement, reader)
        case "activate":
            guard count == 0 else { return refuseRest(index + 1, statement, "`activate` takes nothing") }
            return .activate
        case "action": return readAction(index + 1, statement, reader)
        default:
            return refuse(
                .badCall, place(index, statement), "`\(form)` is nothing that `dbus` calls",
                help: "write `open`, `activate` or `action NAME`, or the path of an object and a method")
        }
    }

    private func refuseRest(_ index: Int, _ statement: Int, _ message: String) -> BusTemplate.Form? {
        refuse(.wrongArguments, place(index, statement), message, help: "remove `\(word(index, statement))`")
    }

    private func readLink(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> BusTemplate.Form? {
        reader.readLink(place(index, statement)).map(BusTemplate.Form.open)
    }

    private func readURL(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> BusTemplate.Form? {
        let arguments = BusArgumentReader(reader: reader)
        guard let template = reader.readText(index, statement), arguments.areGiven(template, index, statement) else {
            return nil
        }
        guard template.beginsWithScheme else {
            return refuse(
                .badCall, place(index, statement), "the URL does not begin with its scheme",
                help: "as in `https://shop.example/`; `$(url)` is the link itself")
        }
        return .open(template)
    }

    /// Reads `action NAME [[SIGNATURE] VALUE]`.
    private func readAction(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> BusTemplate.Form? {
        let count = document.wordCount(of: statement) - index
        guard count >= 1 else {
            return refuse(
                .wrongArguments, place(index - 1, statement), "the action of the app is missing",
                help: "as in `dbus org.example.Player action play`")
        }
        guard count <= 3 else { return refuseRest(index + 3, statement, "an action takes one value") }
        let (name, arguments) = (word(index, statement), BusArgumentReader(reader: reader))
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfActionName) else {
            return refuse(
                name.contains("$(") ? .badPlaceholder : .badCall, place(index, statement),
                "`\(name)` is not the name of an action",
                help: "a name has letters, digits, `-` and `.`, and no value")
        }
        switch count {
        case 1: return .action(name, nil)
        case 2: return arguments.readVariant(index + 1, statement).map { .action(name, $0) }
        default:
            guard let types = readSignature(index + 1, statement) else { return nil }
            guard types.count == 1 else {
                return refuse(
                    .badCall, place(index + 1, statement),
                    "an action takes one value, and the signature has \(types.count)",
                    help: "as in `u` or `as`")
            }
            return arguments.read(index + 2, statement, as: types[0]).map {
                .action(name, BusArgument($0.type, $0.source, isVariant: $0.isVariant, namesType: true))
            }
        }
    }

    private static func isOfActionName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    // MARK: Methods

    /// Reads `PATH INTERFACE.MEMBER [SIGNATURE VALUE…]`.
    private func readMethod(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> BusTemplate.Form? {
        let path = readName(of: .path, index, statement, word(index, statement))
        guard document.wordCount(of: statement) > index + 1 else {
            return refuse(
                .wrongArguments, place(index, statement), "the method is missing",
                help: "as in `\(word(index, statement)) org.example.Player1.Play`")
        }
        let text = word(index + 1, statement)
        let end = text.utf8.lastIndex(of: UInt8(ascii: "."))
        guard let end else {
            return refuse(
                .badCall, place(index + 1, statement), "`\(text)` is not a method with its interface",
                help: "as in `org.example.Player1.Play`")
        }
        let interface = readName(of: .interface, index + 1, statement, String(text[..<end]))
        let member = readName(of: .member, index + 1, statement, String(text[end...].dropFirst()))
        let arguments = readArguments(index + 2, statement, BusArgumentReader(reader: reader))
        guard let path, let interface, let member, let arguments else { return nil }
        return .method(path: path, interface: interface, member: member, arguments)
    }

    private func readArguments(_ index: Int, _ statement: Int, _ reader: BusArgumentReader) -> [BusArgument]? {
        guard document.wordCount(of: statement) > index else { return [] }
        guard let types = readSignature(index, statement) else { return nil }
        let (words, variants) = (document.wordCount(of: statement) - index - 1, types.count { $0 == .variant })
        // As for `busctl`, the type in a variant may stand before its value.
        let namesTypes = variants > 0 && words == types.count + variants
        guard words == types.count || namesTypes else {
            let needs = types.count == 1 ? "one value" : "\(types.count) values"
            return refuse(
                .badCall, place(index, statement),
                "the signature `\(word(index, statement))` takes \(needs), and the line has \(words)",
                help: "write a word for each complete type: "
                    + types.map { "`\($0)`" }.joined(separator: ", "))
        }
        var (next, arguments) = (index + 1, [BusArgument?]())
        for type in types {
            if type == .variant, namesTypes {
                arguments.append(readTyped(next, statement, reader))
                next += 2
            } else {
                arguments.append(reader.read(next, statement, as: type))
                next += 1
            }
        }
        return arguments.contains { $0 == nil } ? nil : arguments.compactMap(\.self)
    }

    /// Reads the type in a variant and its value.
    private func readTyped(_ index: Int, _ statement: Int, _ reader: BusArgumentReader) -> BusArgument? {
        guard let types = readSignature(index, statement) else { return nil }
        guard types.count == 1, types[0] != .variant else {
            return refuse(
                .badCall, place(index, statement),
                "a variant has a value of one type, and `\(word(index, statement))` is not one",
                help: "as in `u` or `as`")
        }
        return reader.read(index + 1, statement, as: types[0]).map {
            BusArgument($0.type, $0.source, isVariant: true, namesType: true)
        }
    }

    private func readSignature(_ index: Int, _ statement: Int) -> [BusType]? {
        let text = word(index, statement)
        do throws(BusSignatureFault) {
            return try BusSignature(parsing: text).types
        } catch {
            return refuse(
                .badCall, part(place(index, statement), at: min(error.offset, max(0, text.utf8.count - 1)), length: 1),
                "`\(text)` is not a signature of D-Bus: \(error)",
                help: "it has a letter for each value: `s` for a text, `u` and `t` for numbers, `b` for a boolean")
        }
    }
}

extension BusName {
    /// What a name of the kind is.
    fileprivate var what: String {
        switch self {
        case .service: "the name of a service"
        case .interface: "the name of an interface"
        case .member: "the name of a method"
        case .path: "the path of an object"
        }
    }

    fileprivate var help: String {
        switch self {
        case .service: "it has parts of letters, digits, `_` and `-` with dots between, as in `org.example.Player`"
        case .interface: "it has parts of letters, digits and `_` with dots between, as in `org.example.Player1.Play`"
        case .member: "it has letters, digits and `_`, as in `org.example.Player1.Play`"
        case .path: "it has parts of letters, digits and `_` behind `/`, as in `/org/example/Player`"
        }
    }
}
