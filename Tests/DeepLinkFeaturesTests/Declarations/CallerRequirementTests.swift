import DeepLinkFeatures
import Glibc
import Testing

/// Requirements of callers and programs, with the meaning that tables give them.
@Suite struct CallerRequirementTests {
    enum Tool: ConditionalFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        @TaskLocal static var require: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }

        static func constraints(requirements: FeatureConstraintsBuilder) { require(requirements) }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
    }

    /// The code of the refusal; nil if the feature is available.
    private static func code(
        as caller: Caller? = nil, on host: Host = machine,
        _ require: @escaping @Sendable (FeatureConstraintsBuilder) -> Void
    ) throws -> String? {
        let declarations = try Tool.$require.withValue(require) { try FeatureDeclarations(Tool.self, on: host) }
        return try Dispatcher(declarations, as: caller).status(of: Tool.self).refusal?.code
    }

    private static let one = Caller(uid: 7, gids: [70, 71], socket: "admin", unit: "app-slack-42.scope")

    /// A requirement, and whether it admits the caller above.
    private static let requirements: [(@Sendable (FeatureConstraintsBuilder) -> Void, Bool)] = [
        ({ $0.caller(uids: 6, 7) }, true),
        ({ $0.caller(uids: 6) }, false),
        ({ $0.caller(gids: 71) }, true),
        ({ $0.caller(gids: 7) }, false),
        ({ $0.caller(sockets: "admin") }, true),
        ({ $0.caller(sockets: "guests") }, false),
        ({ $0.caller(units: "app-slack-*.scope") }, true),
        ({ $0.caller(units: "app-mail-*.scope") }, false),
        ({ $0.caller(users: "root") }, false),
        ({ $0.caller(groups: "root") }, false),
        ({ $0.caller(users: "nobody of this name") }, false),
        // All lines must be met.
        (
            {
                $0.caller(uids: 7)
                $0.caller(gids: 71)
            }, true
        ),
        (
            {
                $0.caller(uids: 7)
                $0.caller(sockets: "guests")
            }, false
        ),
    ]

    @Test(arguments: requirements.indices) func `a caller is admitted as in a table`(_ index: Int) throws {
        let (require, isAdmitted) = Self.requirements[index]
        #expect(try Self.code(as: Self.one, require) == (isAdmitted ? nil : "blocked.caller.notAllowed"))
    }

    @Test func `users and groups are named, and root is one`() throws {
        let root = Caller(uid: 0, gids: [0])
        #expect(try Self.code(as: root) { $0.caller(users: "nobody", "root") } == nil)
        #expect(try Self.code(as: root) { $0.caller(groups: "root") } == nil)
    }

    @Test func `without another caller it is this process`() throws {
        let current = Caller.current
        let other = Caller(uid: 4_000_000_000)
        #expect(current != other)
        let uid = geteuid()
        #expect(try Self.code { $0.caller(uids: uid) } == nil)
        #expect(try Self.code(as: current) { $0.caller(uids: uid) } == nil)
        #expect(try Self.code(as: other) { $0.caller(uids: uid) } == "blocked.caller.notAllowed")
    }

    @Test func `a program has to be there`() throws {
        let host = Host(linux: "6.1.0", programs: ["/usr/bin/mpv"])
        #expect(try Self.code(on: host) { $0.program("/usr/bin/mpv") } == nil)
        #expect(try Self.code(on: host) { $0.program("/usr/bin/vlc") } == "blocked.program.missing")
        #expect(try Self.code(on: .current) { $0.program("/bin/sh") } == nil)
        #expect(try Self.code(on: .current) { $0.program("/nowhere/sh") } == "blocked.program.missing")
    }

    private static let mistakes: [(@Sendable (FeatureConstraintsBuilder) -> Void, String)] = [
        ({ $0.program("mpv") }, "Tool: `program(\"mpv\")`: a program is named by its absolute path, as `/usr/bin/mpv`"),
        ({ $0.program("/usr/../bin/mpv") }, "Tool: `program(\"/usr/../bin/mpv\")`: a program is named by"),
        ({ $0.caller(users: "") }, "Tool: `caller(users:)`: a caller has a name or a number; write it"),
        (
            { $0.caller(units: "app-slack-*") },
            "Tool: `caller(units:)`: `app-slack-*` is no name of a unit; write it with its end, as `app-slack-*.scope`"
        ),
    ]

    @Test(arguments: mistakes.indices) func `what has no meaning is an error of the declaration`(_ index: Int) throws {
        let (require, sentence) = Self.mistakes[index]
        let errors = #expect(throws: DeclarationErrors.self) { try Self.code(require) }
        #expect(errors?.description.hasPrefix(sentence) == true, "\(errors?.description ?? "")")
        #expect(errors?.errors.count == 1)
    }
}
