/// One step that could lift a refusal, and who can take it.
///
/// ```swift
/// for remedy in outcome.remedies where remedy.actor == .user {
///     print(remedy.kind == .purchase ? remedy.arguments["products"] ?? [] : [], remedy.message)
/// }
/// ```
///
/// It is the same type for a program that talks to the daemon and for one that embeds the dispatcher. A newer daemon may send
/// a kind or an actor that this library has no name for: both are words, so nothing is lost.
public struct RemedyReport: Equatable, Sendable {
    /// What is to be done; more kinds may come, so show the message for those that you do not know.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word, as the daemon sends it.
        public let rawValue: String

        /// Makes a kind of its word.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The person or program that can take the step; more may come.
    public struct Actor: RawRepresentable, Hashable, Sendable {
        /// The word, as the daemon sends it.
        public let rawValue: String

        /// Makes an actor of its word.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What is to be done.
    public let kind: Kind
    /// Who can do it.
    public let actor: Actor
    /// Who can do what, as one sentence for people.
    public let message: String
    /// What it is about, in the order in which it came.
    package let members: [Value.Member]
    /// The id of the constraint that must be met first; nil if the step can be taken now.
    public let withheldBecause: String?

    /// What it is about, by name: `products` and their `titles`, `permission`, `feature`.
    public var arguments: [String: Value] { members.byName }

    /// Reads a remedy of a reply; members that are missing or of another type count as absent.
    package init(_ value: Value) {
        kind = Kind(rawValue: value["kind"]?.text ?? "")
        actor = Actor(rawValue: value["actor"]?.text ?? "")
        message = value["message"]?.text ?? ""
        members = value["arguments"]?.members ?? []
        withheldBecause = value["withheldBecause"]?.text
    }

    /// A remedy whose words are all known.
    package init(_ remedy: Remedy) {
        (kind, actor) = (Kind(rawValue: remedy.kind.rawValue), Actor(rawValue: remedy.actor.rawValue))
        (message, members, withheldBecause) = (remedy.message, remedy.arguments, remedy.withheldBecause)
    }
}

extension RemedyReport.Kind {
    /// Buy one of the products.
    public static let purchase = Self(rawValue: "purchase")
    /// Bring back what was bought before.
    public static let restorePurchases = Self(rawValue: "restorePurchases")
    /// Change how a subscription is paid.
    public static let updatePayment = Self(rawValue: "updatePayment")
    /// Go on with a subscription that rests.
    public static let resumeSubscription = Self(rawValue: "resumeSubscription")
    /// Ask the person for the permission.
    public static let requestPermissions = Self(rawValue: "requestPermissions")
    /// Ask the person to confirm the link.
    public static let confirm = Self(rawValue: "confirm")
    /// Change the permission in the settings.
    public static let openSettings = Self(rawValue: "openSettings")
    /// Ask who runs the machine.
    public static let contactAdministrator = Self(rawValue: "contactAdministrator")
    /// Ask who sells the product.
    public static let contactVendor = Self(rawValue: "contactVendor")
    /// Switch the feature on.
    public static let enableToggle = Self(rawValue: "enableToggle")
    /// Have an operator switch the feature on for everyone.
    public static let enableRuntime = Self(rawValue: "enableRuntime")
    /// Do not offer what leads here.
    public static let hideEntryPoint = Self(rawValue: "hideEntryPoint")
    /// Install a newer version of the platform.
    public static let upgradePlatform = Self(rawValue: "upgradePlatform")
    /// Install the program that is missing.
    public static let installProgram = Self(rawValue: "installProgram")
    /// Wait for another person.
    public static let wait = Self(rawValue: "wait")
}

extension RemedyReport.Actor {
    /// The program that sent the request.
    public static let client = Self(rawValue: "client")
    /// The person in front of it.
    public static let user = Self(rawValue: "user")
    /// Another person, such as a parent who approves a purchase.
    public static let thirdPerson = Self(rawValue: "thirdPerson")
    /// Who runs this machine.
    public static let administrator = Self(rawValue: "administrator")
    /// Who wrote the client or the action.
    public static let developer = Self(rawValue: "developer")
    /// No one: the condition is a fact of this machine.
    public static let noOne = Self(rawValue: "nobody")
}

// As literals, words of a newer daemon can be compared too: `remedy.kind == "callVendor"`.
extension RemedyReport.Kind: ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible {
    /// Makes a kind of its word.
    public init(stringLiteral word: String) { self.init(rawValue: word) }

    /// The word.
    public var description: String { rawValue }
    /// The word in quotes.
    public var debugDescription: String { rawValue.debugDescription }
}

extension RemedyReport.Actor: ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible {
    /// Makes an actor of its word.
    public init(stringLiteral word: String) { self.init(rawValue: word) }

    /// The word.
    public var description: String { rawValue }
    /// The word in quotes.
    public var debugDescription: String { rawValue.debugDescription }
}
