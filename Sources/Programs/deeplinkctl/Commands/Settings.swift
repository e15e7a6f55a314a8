import ArgumentParser
internal import Conf
internal import Contract
internal import Features
import PermissionRules
import PermissionWire
import PurchaseRules
import PurchaseWire

/// The new status of a permission, or the new state of a purchase.
struct Setting<Word: CaseIterable & RawRepresentable<String>>: ExpressibleByArgument {
    /// nil clears the setting.
    let word: String?

    /// The words that the command line takes.
    static var allValueStrings: [String] {
        Word.allCases.map(\.rawValue).filter { $0 != "unknown" } + [SettingText.clear]
    }

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        word = argument == SettingText.clear ? nil : argument
    }
}

extension Permission {
    /// Reads a name of the command line.
    ///
    /// *Throws*: `UsageError` with a suggestion.
    init(naming text: String) throws {
        guard let permission = Permission(text) else {
            let help = Permission.advice(onUnknown: text) ?? Suggestion.help(for: text, among: Permission.forms)
            throw UsageError(no: "permission", text, help: help)
        }
        self = permission
    }
}

/// What the commands print of a setting.
enum SettingText {
    /// The word that ends a setting.
    static let clear = "clear"

    /// Sends the change and prints the reply.
    static func send(
        _ request: some Method, _ what: String, _ value: String?, to client: DaemonClient, _ output: FormatOption
    ) throws {
        let parameters = try client.parameters(of: request)
        output.show(parameters, line: "\(what): \(value ?? "as its source says")\(ending(of: parameters))")
    }

    /// How long a change lasts, by its reply.
    static func ending(of parameters: Value) -> String {
        parameters["durable"]?.flag == false ? ", until the daemon ends" : ""
    }
}

/// `permission`: sets a permission in the place of what its source says.
struct PermissionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permission",
        abstract: "Grant or refuse a permission in the place of its source; for operators and granting groups.",
        discussion: """
            Example: deeplinkctl permission camera authorized --subject uid:1000

            The setting counts until it is cleared: deeplinkctl permission camera clear. A group may set a permission if the \
            table says `grants permission NAME by group GROUP`.
            """)

    @OptionGroup var call: SubjectCallOptions
    @Argument(help: "The permission, as tables name it.")
    var permission: String
    @Argument(help: "The new status, or clear.")
    var status: Setting<PermissionStatus>

    func run() throws {
        _ = try Permission(naming: permission)
        let request = SetPermission {
            ($0.permission, $0.status, $0.subject) = (permission, status.word, call.subject)
        }
        try SettingText.send(
            request, "permission \(permission)", status.word, to: call.client(), call.output)
    }
}

/// `purchase`: sets what a subject has of a product.
struct PurchaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchase",
        abstract: "Set what a subject has of a product; for operators and granting groups.",
        discussion: """
            Example: deeplinkctl purchase premium.monthly active --until 2027-01-01 --subject uid:1000

            The setting counts until it is cleared: deeplinkctl purchase premium.monthly clear. A group may set a product if \
            the table says `grants product ID by group GROUP`.
            """)

    @OptionGroup var call: SubjectCallOptions
    @Argument(help: "The product's id.")
    var product: String
    @Argument(help: "The new state, or clear.")
    var state: Setting<PurchaseState>
    @Option(
        name: .long,
        help: ArgumentHelp(
            "When it ends: a date or time of UTC, as 2027-01-01 or 2027-01-01T12:00:00Z.", valueName: "time"))
    var until: String?
    @Option(name: .long, help: ArgumentHelp("How many units are left of a consumable.", valueName: "N"))
    var units: Int64?

    func validate() throws {
        if let until, UTCTime.milliseconds(of: until) == nil {
            throw ValidationError("--until is a date or time of UTC, as 2027-01-01 or 2027-01-01T12:00:00Z.")
        }
        if let units, units < 0 { throw ValidationError("--units is 0 or more.") }
        guard state.word == nil, until != nil || units != nil else { return }
        throw ValidationError("A setting that is cleared has no --until and no --units.")
    }

    func run() throws {
        let request = SetPurchase {
            ($0.product, $0.state, $0.subject) = (product, state.word, call.subject)
            ($0.endsMs, $0.units) = (until.flatMap(UTCTime.milliseconds(of:)), units)
        }
        let value = state.word.map { state in
            state + (units.map { " \($0)" } ?? "") + (until.map { " until \($0)" } ?? "")
        }
        try SettingText.send(request, "product \(product)", value, to: call.client(), call.output)
    }
}
