import DeepLinkFeatures
import Testing

/// The sentences of the library's errors: each names the place, the problem and what to do.
@Suite struct ErrorTextTests {
    private static let declarations: [(error: DeclarationError, parts: [String])] = [
        (.badName(feature: "A/b c", name: "b c"), ["A/b c: ", "`b c`", "letters"]),
        (.duplicateName(feature: "A/B"), ["A/B: ", "`name`"]),
        (.secondPlace(feature: "A/B", first: "B"), ["A/B: ", "B already"]),
        (.staticUnderConditional(feature: "A/B", ancestor: "A"), ["A/B: ", "under A", "`ConditionalFeature`"]),
        (.noFeature(feature: "A"), ["A: ", "`FeatureGroup`"]),
        (.foreignAction(feature: "A", action: "b"), ["A: ", "`b`", "`action(_:)`"]),
        (.duplicateAction(feature: "A", action: "b"), ["A: ", "`b`", "`name`"]),
        (.noAction(feature: "A"), ["A: ", "no action", "`prepare(actions:)`"]),
        (.repeatedRequirement(feature: "A", requirement: "userToggled"), ["A: ", "`userToggled`", "keep one"]),
        (.emptyPurchase(feature: "A"), ["A: ", "name a product"]),
        (.deepPurchase(feature: "A"), ["A: ", "16 levels", "flatter"]),
        (.badQuantity(feature: "A", product: "p", quantity: 0), ["A: ", "0 of `p`", "from 1"]),
        (.badProduct(feature: "A", product: "p q"), ["A: ", "`p q`", "letters"]),
        (.conflictingProduct(feature: "A", product: "p"), ["A: ", "`p`", "share one constant"]),
        (.badPermission(feature: "A", permission: "contacts."), ["A: ", "`contacts.`", "parameter"]),
        (.badConfirmation(feature: "A", problem: "so"), ["A: ", "confirmation so"]),
        (.badVersion(feature: "A", platform: "linux", version: "x"), ["A: ", "`x`", "linux", "\"6.1\""]),
        (.twoAdapters(permission: "camera"), ["permissions: ", "`camera`", "one of them"]),
        (.intercepting(.foreignAction(feature: "A", interceptor: "b")), ["A: ", "`b`", "another feature"]),
        (.intercepting(.undeclaredAction(feature: "A", interceptor: "b")), ["A: ", "`b`", "`prepare(actions:)`"]),
        (.intercepting(.unknownFeature(feature: "A", interceptor: "b", other: "C")), ["A: ", "`b`", "C", "remove"]),
        (
            .intercepting(.unknownAction(feature: "A", interceptor: "b", other: "C", action: "d")),
            ["A: ", "`b`", "`d` of C", "`prepare(actions:)`"]
        ),
        (.intercepting(.ownFeature(feature: "A", interceptor: "b")), ["A: ", "`b`", "name another"]),
        (.intercepting(.intake(feature: "A", interceptor: "b")), ["A: ", "`b`", "name the features"]),
        (.intercepting(.confirmation(feature: "A", interceptor: "b")), ["A: ", "`b`", "another feature"]),
        (.intercepting(.circle(feature: "A", interceptor: "b", action: "c")), ["A: ", "`b`", "`c`", "remove one"]),
        (.intercepting(.badRewrite(rewrite: "r", problem: "so")), ["the rewrite `r`: so"]),
        (.routing(.badScope(problem: "so")), ["answering: so"]),
        (.routing(.noScope(feature: "A")), ["A: ", "`answering:`"]),
        (.routing(.foreignAction(feature: "A", route: "/r", action: "b")), ["A: ", "`/r`", "`b`", "owns the action"]),
        (
            .routing(.undeclaredAction(feature: "A", route: "/r", action: "b")),
            ["A: ", "`/r`", "`b`", "`prepare(actions:)`"]
        ),
        (.routing(.badRoute(feature: "A", route: "/r", problem: "so")), ["A: ", "`/r`", ": so"]),
        (
            .routing(.overlap(feature: "A", route: "/r", other: "/s", link: "t://x", problem: "so")),
            ["A: ", "`/r` and `/s`", "t://x", ": so"]
        ),
        (
            .routing(.overlap(feature: "A", route: "/r", other: "/s", link: nil, problem: "so")),
            ["A: `/r` and `/s`: so"]
        ),
        (.routing(.badInput(feature: "A", route: "/r", input: "x", problem: "so")), ["A: ", "`/r`", "`x`", ": so"]),
    ]

    @Test(arguments: declarations.indices)
    func `an error in a declaration names the feature, the culprit and the remedy in one line`(_ index: Int) {
        let (error, parts) = Self.declarations[index]
        for part in parts { #expect(error.description.contains(part), "\(error.description)") }
        #expect(!error.description.contains("\n") && !error.description.hasSuffix("."))
    }

    @Test func `all errors of a dispatcher are one line each`() {
        do throws(DeclarationErrors) {
            _ = try Dispatcher(Lonely.self, Twin.self, on: machine)
            Issue.record("it was made")
        } catch {
            #expect(error.errors.count == 2)
            #expect(error.description.split(separator: "\n").map(String.init) == error.errors.map(\.description))
        }
    }

    @Test func `an error of performing names the action and the way out`() {
        let rows: [(error: PerformError, parts: [String])] = [
            (.stale(feature: "A"), ["A", "request it again"]),
            (.undeclared(feature: "A", action: "b"), ["`b` of A", "`prepare(actions:)`"]),
            (.suspends(feature: "A", action: "b"), ["`b` of A", "`await`"]),
        ]
        for (error, parts) in rows { for part in parts { #expect(error.description.contains(part), "\(error)") } }
        #expect(RouteInputError.missing("x").name == "x" && RouteInputError.missing("x").description.contains("`x`"))
        #expect(RouteInputError.invalid("x", reason: "So.").name == "x")
        #expect(RouteInputError.invalid("x", reason: "So.").description == "So.")
    }

    @Test func `an action without a route has no link, and the error says where to declare one`() throws {
        let dispatcher = try Dispatcher(Unrouted.self, answering: .scheme("words"), on: machine)
        do throws(LinkNotBuilt) {
            Issue.record("\(try dispatcher.link(to: Unrouted.say, with: Words(number: 1)))")
        } catch {
            #expect(error.reason == "noRoute" && error.message.contains("SayWords") || error.message.contains("say"))
            #expect(error.description == error.message + " " + error.help && error.help.contains("`routes(_:)`"))
        }
    }

    // MARK: Types of inputs

    /// A Swift type that an action reads an input as.
    enum InputType: String, CaseIterable {
        case int, uint, double, string, bool, language

        func read(_ inputs: RouteInputs) throws(RouteInputError) {
            switch self {
            case .int: _ = try inputs.value("x", as: Int.self)
            case .uint: _ = try inputs.value("x", as: UInt.self)
            case .double: _ = try inputs.value("x", as: Double.self)
            case .string: _ = try inputs.value("x", as: String.self)
            case .bool: _ = try inputs.value("x", as: Bool.self)
            case .language: _ = try inputs.value("x", as: Words.Language.self)
            }
        }
    }

    /// The types of captures, and the Swift types that can hold each of their texts, as far as that is known in advance.
    private static let holders: [(type: String, readings: Set<InputType>)] = [
        ("string", [.string, .language]), ("slug", [.string, .language]), ("hex", [.string, .language]),
        ("uuid", [.string, .language]), ("date", [.string, .language]), ("int", [.int, .double, .string, .language]),
        ("uint", [.int, .uint, .double, .string, .language]), ("bool", [.bool, .string]),
        ("en|de", [.string, .language]), ("en|fr", [.string]), ("1|2", [.int, .uint, .double, .string]),
        ("1|-2", [.int, .double, .string]), ("true|false", [.bool, .string]),
    ]

    @Test(arguments: holders.indices)
    func `an input may be read as any type that can hold its texts, and as no other`(_ index: Int) {
        let (type, readings) = Self.holders[index]
        for reading in InputType.allCases {
            let errors = Self.errors("/$(x:\(type))") { try reading.read($0) }
            if readings.contains(reading) {
                #expect(errors.isEmpty, "\(type) as \(reading): \(errors)")
            } else {
                #expect(
                    errors.count == 1 && errors.allSatisfy { $0.hasPrefix("Reader: `/$(x:\(type))` and the input `x`") }
                )
            }
        }
    }

    @Test func `an input that a route may leave out is read as optional, and a tail as a list`() {
        let rows: [(pattern: String, problem: String?, read: @Sendable (RouteInputs) throws -> Void)] = [
            ("/$(x:**)", nil, { _ = try $0.list("x") }),
            ("/$(x)", "one value, and is read as a list", { _ = try $0.list("x") }),
            ("/$(y)", "no such value, but `y`", { _ = try $0.list("x") }),
            ("/a", "no such value", { _ = try $0.value("x", as: Int.self) }),
            ("/a", "no route", { _ = try $0.valueIfPresent("x", as: Int.self) }),
            ("/$(x:uint)", nil, { _ = try $0.valueIfPresent("x", as: Int.self) }),
            ("/$(x)", "any `string`, and is read as `Int`", { _ = try $0.valueIfPresent("x", as: Int.self) }),
            ("/$(x:en|de)", nil, { _ = try $0.valueIfPresent("x", as: Words.Language.self) }),
            ("/$(x:**)", "list of segments, and is read as one value", { _ = try $0.value("x", as: String.self) }),
        ]
        for row in rows {
            let errors = Self.errors(row.pattern, row.read)
            #expect(errors.count == (row.problem == nil ? 0 : 1), "\(row.pattern): \(errors)")
            if let problem = row.problem { #expect(errors.first?.contains(problem) == true, "\(errors)") }
        }
    }

    /// The errors of a feature with one route, whose action reads its inputs in a given way.
    private static func errors(
        _ pattern: String, _ read: @escaping @Sendable (RouteInputs) throws -> Void
    ) -> [String] {
        Reader.$declare.withValue({ routes in
            routes.send(
                pattern, to: Reader.echo,
                input: { inputs in
                    try read(inputs)
                    return ""
                })
        }) {
            do throws(DeclarationErrors) {
                _ = try Dispatcher(Reader.self, answering: .scheme("words"), on: machine)
                return []
            } catch {
                return error.errors.map(\.description)
            }
        }
    }

    private enum Reader: Feature, RoutedFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        @TaskLocal static var declare: @Sendable (FeatureRoutesBuilder) -> Void = { _ in }

        static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
        static func routes(_ routes: FeatureRoutesBuilder) { declare(routes) }
    }

    private enum Unrouted: Feature {
        static let description = ""
        static let say = action(SayWords.self)
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(say) }
    }

    private enum Lonely: FeatureDefinition {
        static let description = ""
    }

    private enum Twin: FeatureDefinition {
        static let description = ""
    }
}
