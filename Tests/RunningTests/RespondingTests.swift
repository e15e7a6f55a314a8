import Contract
import Features
import Serving
import Testing

extension RunningTests {
    /// Actions that answer by themselves.
    @Suite struct Responding {
        private static let inputs = [
            Value.Member("list", .array([.string("a"), .string("b")])), .init("page", .integer(2)),
            .init("code", .string("s3cret")),
        ]
        private static let declared = [
            ActionInput(name: "list", type: .list), ActionInput(name: "page", type: .list),
            ActionInput(name: "code", type: .list, isSecret: true),
        ]

        private func answer(_ template: TextTemplate?, _ inputs: [Value.Member] = inputs) throws -> Value? {
            switch try outcome(.respond(template), ActionLimits(), inputs, declared: Self.declared) {
            case .answered(let members): .object(members)
            case .answeredText(let text): .string(text)
            default: nil
            }
        }

        @Test func `without a text the answer is the object of inputs, secrets masked`() throws {
            let expected = Value.object([
                .init("list", .array([.string("a"), .string("b")])), .init("page", .integer(2)),
                .init("code", .string("***")),
            ])
            #expect(try answer(nil) == expected)
            #expect(try answer(nil, []) == .object([]))
        }

        @Test func `a text is answered with the inputs put in once`() throws {
            let template = try TextTemplate("$(list) on page $(page)$(none)")
            #expect(try answer(template) == .string("a/b on page 2"))
            let nested = [Value.Member("list", .string("$(page)")), .init("page", .integer(2))]
            #expect(try answer(try TextTemplate("$(list)"), nested) == .string("$(page)"))
        }

        @Test func `the intake's action is not one that is performed here`() throws {
            guard case .failed(let error) = try outcome(.hosted) else {
                Issue.record("performed")
                return
            }
            #expect(error == RunningError(.failedInternal, "The action go is not performed here."))
        }
    }
}
