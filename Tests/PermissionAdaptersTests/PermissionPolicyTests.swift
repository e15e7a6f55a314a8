import Contract
import FactSources
import Features
import HostSystem
import Testing

@testable import PermissionAdapters
@testable import PermissionRules

struct PermissionPolicyTests {
    private static let databases = PermissionPolicy.Databases(
        userID: { name in ["ann": 1000, "bob": 1001][name] },
        groupID: { name in ["guests": 50, "staff": 60][name] },
        groupIDs: { id in [1000: [60], 1001: [50, 60]][id] })

    private static let misplaced =
        "policy:1: after the permission stand `user NAME` or `group NAME`, and a sentence in quotes"

    private enum Verdict: Equatable {
        case ruled(PermissionStatus?, sentence: String?)
        case undetermined
        case open
    }

    private func verdict(
        _ text: String, _ permission: String, _ subject: Subject
    ) throws -> Verdict {
        let policy = try PermissionPolicy.read(Array(text.utf8), name: "policy")
        let permission = try #require(Permission(permission))
        return switch policy.verdict(on: permission, for: subject, Self.databases) {
        case .facts(let facts, let note): .ruled(facts[.permission(permission)]?.permission, sentence: note)
        case nil: .open
        default: .undetermined
        }
    }

    @Test func `the first rule that is about the permission and the user counts`() throws {
        let text = """
            # The hall's machines.
            deny camera group guests "Guests do not use the camera."
            grant camera user bob
            grant camera
            restrict location "Nobody."
            """
        #expect(try verdict(text, "camera", .uid(1001)) == .ruled(.denied, sentence: "Guests do not use the camera."))
        #expect(try verdict(text, "camera", .uid(1000)) == .ruled(.authorized, sentence: nil))
        #expect(try verdict(text, "camera", .uid(7)) == .ruled(.authorized, sentence: nil), "a user of no group")
        #expect(try verdict(text, "camera", .account("bob")) == .ruled(.authorized, sentence: nil))
        #expect(try verdict(text, "camera", .machine) == .ruled(.authorized, sentence: nil))
        #expect(try verdict(text, "location.whenInUse", .uid(1)) == .ruled(.restricted, sentence: "Nobody."))
        #expect(try verdict(text, "location.always", .uid(1)) == .open)
        #expect(try verdict("", "camera", .uid(1)) == .open)
    }

    @Test func `a rule about a name that the machine does not have leaves the permission undetermined`() throws {
        let text = "grant camera user ann\ndeny camera group vanished\ngrant camera\n"
        #expect(try verdict(text, "camera", .uid(1000)) == .ruled(.authorized, sentence: nil))
        guard case .undetermined = try verdict(text, "camera", .uid(1001)) else {
            Issue.record("a later rule must not count")
            return
        }
        #expect(try verdict(text, "microphone", .uid(1001)) == .open)
    }

    @Test(arguments: [
        ("allow camera", "policy:1: a rule begins with grant, deny or restrict"),
        ("deny", "policy:1: the permission is missing"),
        ("grant camera\ndeny kamera", "policy:2: there is no permission `kamera`; did you mean `camera`?"),
        ("deny camera user", misplaced), ("grant camera ann", misplaced), ("grant camera user ann ann", misplaced),
        ("deny camera \"Not now.\" user ann", misplaced),
        ("deny camera user ann \"a\" b", "policy:1: a rule has at most five words"),
        ("deny camera {\n}", "policy:1: a rule has no block"),
        (
            "deny camera \"" + String(repeating: "a", count: 1025) + "\"",
            "policy:1: the sentence has 1025 bytes, and the limit is 1024"
        ),
    ])
    func `a line that is no rule makes the whole file no policy, and is named`(_ text: String, _ fault: String) {
        #expect(throws: PermissionPolicy.Fault(description: fault)) {
            _ = try PermissionPolicy.read(Array((text + "\n").utf8), name: "policy")
        }
    }

    @Test func `a text that cannot be parsed, and one with too many rules, is no policy`() {
        for text in ["deny \"camera", "deny camera }", "\u{1}", String(repeating: "deny camera\n", count: 1001)] {
            #expect(throws: PermissionPolicy.Fault.self) {
                _ = try PermissionPolicy.read(Array(text.utf8), name: "policy")
            }
        }
    }
}
