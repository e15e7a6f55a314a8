import DeepLinkFeatures
import Testing

/// An asynchronous action runs where its caller runs, with no other word than `async`.
@Suite struct AsyncActionTests {
    /// What belongs to the caller's actor; the compiler would not let it go elsewhere.
    final class Notebook {
        var lines: [String] = []
    }

    enum Notes: Feature {
        static let description = ""
        static let write = action(Write.self)
        static let plain = action(WritePlain.self)
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(write)
            actions.declare(plain)
        }
    }

    enum Write: AsyncAction {
        typealias Input = String
        static func perform(_ context: borrowing ActionContext<Self>, presenter: Notebook) async throws {
            MainActor.assertIsolated()
            await Task.yield()
            presenter.lines.append(context.input)
        }
    }

    /// As it had to be written by the rules of older compilers.
    enum WritePlain: AsyncAction {
        typealias Input = String
        nonisolated(nonsending) static func perform(
            _ context: borrowing ActionContext<Self>, presenter: Notebook
        ) async throws {
            MainActor.assertIsolated()
            await Task.yield()
            presenter.lines.append(context.input)
        }
    }

    @MainActor @Test func `an asynchronous action runs on its caller's actor`() async throws {
        let dispatcher = try Dispatcher(Notes.self, on: machine)
        let notebook = Notebook()
        try await dispatcher.perform(Notes.write, with: "a", presenter: notebook)
        try await dispatcher.perform(Notes.plain, with: "b", presenter: notebook)
        #expect(notebook.lines == ["a", "b"])
    }
}
