import DeepLinkFeatures

/// Every kind of input from a link.
///
/// A test compares the value that the action got.
struct Words: LinkedInput {
    enum Language: String {
        case en, de
    }

    var number = 0
    var language = Language.en
    var tail: [String] = []
    var note: String?

    init(number: Int, language: Language = .en, tail: [String] = ["x"], note: String? = nil) {
        (self.number, self.language, self.tail, self.note) = (number, language, tail, note)
    }

    init(_ inputs: RouteInputs) throws(RouteInputError) {
        number = try inputs.value("number")
        guard number != 13 else { throw .invalid("number", reason: "There is no number 13.") }
        language = try inputs.value("lang")
        tail = try inputs.list("tail")
        note = try inputs.valueIfPresent("note")
    }

    func write(to values: inout LinkValues) {
        values.set("number", number)
        values.set("lang", language)
        values.set("tail", list: tail)
        values.set("note", note)
    }
}

enum SayWords: Action {
    typealias Input = Words

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        let words = context.input
        return "\(words.number) \(words.language) \(words.tail) \(words.note ?? "-")"
    }
}

/// A screen whose contents a test reads.
final class Page {
    var shown: [String] = []
}

enum ShowWords: Action {
    typealias Input = String

    static func perform(_ context: borrowing ActionContext<Self>, presenter: Page) {
        presenter.shown.append(context.input)
    }
}

enum Fail: Action {
    struct Failure: Error, Equatable {
        var text = "failed"
    }

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws { throw Failure() }
}

/// An always available feature, with routes for every kind of value.
enum Reading: Feature, FeatureGroup, RoutedFeature {
    static let description = ""
    static let subfeatures: [any FeatureDefinition.Type] = [Paid.self]
    static let say = action(SayWords.self)
    static let show = action(ShowWords.self)
    static let slowEcho = action(SlowEcho.self)
    static let fail = action(Fail.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(say)
        actions.declare(show)
        actions.declare(slowEcho)
        actions.declare(fail)
    }

    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/say/$(number:int)/$(lang:en|de)/$(tail:**)", to: say) { $0.query("note?") }
        routes.send("/show/$(text)", to: show, named: "show", input: { try $0.value("text") }) { route in
            route.except("/show/secret")
            route.onlyInApps()
        }
        routes.send("/show/fixed", to: show, input: { try $0.value("text") }) { $0.with("text", "always") }
        routes.send("/slow/$(text)", to: slowEcho, input: { try $0.value("text") })
        routes.send("/fail", to: fail)
    }
}

/// A feature that requires a purchase, at a path inside that of one that does not.
enum Paid: ConditionalFeature, RoutedFeature {
    static let description = ""
    static let show = action(ShowWords.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(gold) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/show/paid", to: show, input: { try $0.value("text") }) { route in
            route.query("text", default: "paid")
            route.strict()
        }
    }
}

extension Dispatcher {
    /// A dispatcher of `Reading`, for links of two kinds.
    static func reading() throws -> Dispatcher {
        try Dispatcher(Reading.self, answering: .scheme("words"), .host("app.example"), on: machine)
    }
}

extension LinkOutcome {
    /// The result in one word, and its details.
    var summary: String {
        switch self {
        case .performed(let link): "performed \(link.output)"
        case .refused(let refusal): "\(refusal.code) \(refusal.feature)"
        case .rejected(let rejection): rejection.code + (rejection.key.map { " " + $0 } ?? "")
        case .unpresentable(let action, let presenter): "unpresentable \(action.action) \(presenter)"
        }
    }
}
