import DeepLinkFeatures
import Testing

/// Features that require the person's confirmation of each use.
@Suite struct ConfirmationTests {
    private func dispatcher() throws -> Dispatcher {
        try Dispatcher(Trash.self, answering: .scheme("notes"), on: machine)
    }

    @Test func `a link is refused with its question, and performed once with the person's yes`() throws {
        let dispatcher = try dispatcher()
        let question = try question(of: dispatcher.open("notes://delete/old"))
        #expect(question.text == "Delete the list “old”?" && question.texts.count == 1)
        #expect(question.feature == "Trash" && question.action == "delete")
        let yes = question.confirmed()
        #expect(try performed(dispatcher.open("notes://delete/old", confirmed: yes)) == "old")
        #expect(try self.question(of: dispatcher.open("notes://delete/old", confirmed: yes)) == question, "once")
        #expect(try self.question(of: dispatcher.open("notes://delete/old")) == question)
    }

    @Test func `a yes counts for what was shown, and for nothing else`() throws {
        let dispatcher = try dispatcher()
        let question = try question(of: dispatcher.open("notes://delete/old"))
        let yes = question.confirmed()
        #expect(try self.question(of: dispatcher.open("notes://delete/new", confirmed: yes)).text.contains("new"))
        #expect(try self.question(of: dispatcher.open("notes://shred/old", confirmed: yes)).action == "shred")
        #expect(try performed(dispatcher.open("notes://delete/old", confirmed: yes)) == "old", "it is not used up")
    }

    @Test func `a long value is cut in the question, and a yes to it counts for the whole value`() throws {
        let dispatcher = try dispatcher()
        let start = String(repeating: "a", count: 64)
        let question = try question(of: dispatcher.open("notes://delete/\(start)b"))
        #expect(question.text == "Delete the list “\(start)…”?")
        let yes = question.confirmed()
        #expect(
            try self.question(of: dispatcher.open("notes://delete/\(start)c", confirmed: yes)).text == question.text)
        #expect(try performed(dispatcher.open("notes://delete/\(start)b", confirmed: yes)) == start + "b")
    }

    @Test func `a question shows no secret, and a yes to it counts for the whole value`() throws {
        let dispatcher = try dispatcher()
        let question = try question(of: dispatcher.open("notes://shred/old"))
        #expect(question.text == "Delete the list “***”?")
        let yes = question.confirmed()
        #expect(try self.question(of: dispatcher.open("notes://shred/new", confirmed: yes)).text == question.text)
        #expect(try performed(dispatcher.open("notes://shred/old", confirmed: yes)) == "old")
    }

    @Test func `an action that is requested by its type shows its input, or none`() throws {
        let dispatcher = try dispatcher()
        let list = ListName("old")
        guard case .refused(let refusal) = dispatcher.request(Trash.delete, showing: list) else {
            Issue.record("performed without a confirmation")
            return
        }
        #expect(refusal.code == "blocked.confirmation.required" && refusal.primary?.kind == .confirmation)
        let question = try #require(refusal.confirmation)
        #expect(question.text == "Delete the list “old”?")
        let proof = dispatcher.request(Trash.delete, showing: list, confirmed: question.confirmed()).binding()
        #expect(try proof?.perform(with: list) == "old")
        guard case .refused(let bare) = dispatcher.request(Trash.delete) else {
            Issue.record("performed without a confirmation")
            return
        }
        #expect(bare.confirmation?.text == "Delete the list “”?")
        #expect(dispatcher.status(of: Trash.self).isAvailable == false)
    }

    @Test func `nothing is asked while something else stands in the way, and a yes lifts nothing else`() throws {
        let dispatcher = try Dispatcher(Emptying.self, on: machine)
        guard case .refused(let refusal) = dispatcher.request(Emptying.Inner.empty) else {
            Issue.record("performed")
            return
        }
        #expect(refusal.confirmation == nil && refusal.code == "blocked.toggle.off")
        try dispatcher.setToggle(Emptying.self, to: true)
        guard case .refused(let second) = dispatcher.request(Emptying.Inner.empty) else {
            Issue.record("performed")
            return
        }
        let question = try #require(second.confirmation)
        #expect(question.texts == ["Empty?", "Really?"] && question.text == "Empty? Really?")
        try dispatcher.setToggle(Emptying.self, to: false)
        let yes = question.confirmed()
        guard case .refused(let third) = dispatcher.request(Emptying.Inner.empty, confirmed: yes) else {
            Issue.record("performed")
            return
        }
        #expect(third.code == "blocked.toggle.off")
        try dispatcher.setToggle(Emptying.self, to: true)
        let proof = try dispatcher.request(Emptying.Inner.empty, confirmed: yes).get()
        try dispatcher.setToggle(Emptying.self, to: false)
        do {
            try proof.perform()
            Issue.record("performed with a stale proof")
        } catch {
            #expect(error as? PerformError == .stale(feature: "Inner"))
        }
    }

    @Test func `what is no question is an error when the dispatcher is made`() throws {
        for (question, problem) in [
            ("", "has 0 bytes, and may have 1 to 1024"), (String(repeating: "?", count: 1025), "has 1025 bytes"),
            ("Delete $(list", "has a `$(` at byte 7 with no name"), ("$()", "has a `$(` at byte 0"),
        ] {
            let errors = try #require(Self.errors(of: [question]))
            let text = errors.first?.description ?? ""
            #expect(errors.count == 1 && text.hasPrefix("Bad: the question of the confirmation " + problem), "\(text)")
        }
        let twice = try #require(Self.errors(of: ["Again?", "Again?"]))
        #expect(twice == [.repeatedRequirement(feature: "Bad", requirement: "confirmation")])
        let refusal = try Bad.$questions.withValue([#"Delete \$(list)?"#]) { () throws -> Refusal? in
            guard case .refused(let refusal) = try Dispatcher(Bad.self, on: machine).request(Bad.go) else { return nil }
            return refusal
        }
        #expect(refusal?.confirmation?.text == "Delete $(list)?")
    }

    // MARK: Shared helpers

    /// What is wrong with a feature that asks these questions; nil if nothing is.
    private static func errors(of questions: [String]) -> [DeclarationError]? {
        Bad.$questions.withValue(questions) {
            do throws(DeclarationErrors) {
                _ = try Dispatcher(Bad.self, on: machine)
                return nil
            } catch {
                return error.errors
            }
        }
    }

    private func question(of outcome: LinkOutcome) throws -> ConfirmationQuestion {
        guard case .refused(let refusal) = outcome else { throw Unexpected(outcome: "\(outcome)") }
        return try #require(refusal.confirmation)
    }

    private func performed(_ outcome: LinkOutcome) throws -> String? {
        guard case .performed(let link) = outcome else { throw Unexpected(outcome: "\(outcome)") }
        return link.output as? String
    }

    private struct Unexpected: Error {
        let outcome: String
    }
}

/// The name of a list, by which links and questions show it.
private struct ListName: LinkedInput {
    let name: String

    init(_ name: String) { self.name = name }
    init(_ inputs: RouteInputs) throws(RouteInputError) { name = try inputs.value("list") }

    func write(to values: inout LinkValues) { values.set("list", name) }
}

private enum Trash: ConditionalFeature, RoutedFeature {
    static let description = "Trash"
    static let delete = action(Delete.self)
    static let shred = action(Shred.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.confirmation("Delete the list “$(list)”?")
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(delete)
        actions.declare(shred)
    }

    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/delete/$(list)", to: delete)
        routes.send("/shred/$(list)", to: shred) { $0.secret("list") }
    }
}

private enum Delete: Action {
    typealias Input = ListName

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        context.input.name
    }
}

private enum Shred: Action {
    typealias Input = ListName

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        context.input.name
    }
}

/// A group with a confirmation of its own, around a feature with another.
private enum Emptying: ConditionalFeature, FeatureGroup {
    static let description = ""
    static let subfeatures: [any FeatureDefinition.Type] = [Inner.self]

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.confirmation("Empty?")
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {}

    enum Inner: ConditionalFeature {
        static let description = ""
        static let empty = action(EmptyAction.self)

        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.confirmation("Really?") }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(empty) }
    }
}

private enum EmptyAction: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
}

/// A feature whose questions a test sets.
private enum Bad: ConditionalFeature {
    static let description = ""
    static let go = action(EmptyAction.self)
    @TaskLocal static var questions: [String] = []

    static func constraints(requirements: FeatureConstraintsBuilder) {
        for question in questions { requirements.confirmation(question) }
    }

    static func prepare(actions: FeatureActionsBuilder) { actions.declare(go) }
}
