import Foundation
import Glibc
import Testing

/// Flows through the socket: what clients are told, and how often the link is performed.
@Suite struct AuthorisationTests {
    private static let unknownFlow = "io.deeplinkd.Permissions.UnknownFlow"
    private static let notAsked = "io.deeplinkd.Permissions.NotAsked"

    // MARK: From blocked to performed

    @Test func `a link goes from blocked to performed, once, with two consents`() throws {
        try FlowStage.with("require permission contacts\nrequire permission photos") { stage in
            #expect(try stage.open() == "blocked.permission.notDetermined")
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts+photos", "asking contacts"])
            #expect(try flow.answer("granted", "photos") == Self.notAsked)
            #expect(try flow.answer("granted", nil) == "org.varlink.service.InvalidParameter")
            #expect(try flow.answer("granted", "contacts") == "-")
            #expect(try flow.next(2) == ["answered contacts granted", "asking photos"])
            #expect(stage.effects == 0)
            #expect(try flow.answer("granted", "photos") == "-")
            #expect(try flow.next(2) == ["answered photos granted", "completed granted ok.performed"])
            #expect(try flow.answer("granted", "photos") == Self.unknownFlow)
            #expect(stage.effects == 1)
            #expect(try stage.open() == "ok.performed")
        }
    }

    @Test func `a flow for a feature performs nothing, and one with nothing to ask performs its link at once`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["feature": "Share"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next(2) == ["answered contacts granted", "completed granted"])
            #expect(stage.effects == 0)
            #expect(try stage.authorise(["action": "Share.go"]).next(2) == ["began", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `a yes does not grant what a file answers for: the file is read again`() throws {
        try FlowStage.with("require permission camera") { stage in
            _ = try stage.daemon.folder.write("camera", "notDetermined")
            let first = try stage.authorise(["url": "t://go"])
            #expect(try first.next(2) == ["began camera", "asking camera"])
            try first.answer("granted", "camera")
            #expect(try first.next(2) == ["answered camera notDetermined", "completed partial"])
            let second = try stage.authorise(["url": "t://go"])
            #expect(try second.next(2) == ["began camera", "asking camera"])
            _ = try stage.daemon.folder.write("camera", "authorized")
            try second.answer("asked", "camera")
            #expect(try second.next(2) == ["answered camera granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    // MARK: No

    @Test func `a no is kept, and a program does not have it asked again; the person may`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let first = try stage.authorise(["url": "t://go"])
            #expect(try first.next(2) == ["began contacts", "asking contacts"])
            try first.answer("denied", "contacts")
            #expect(try first.next(2) == ["answered contacts denied", "completed denied"])
            #expect(try stage.open() == "blocked.permission.denied")
            #expect(try stage.authorise(["url": "t://go"]).next(2) == ["began contacts", "completed denied"])
            let again = try stage.authorise(["url": "t://go", "initiated": true])
            #expect(try again.next(2) == ["began contacts", "asking contacts"])
            try again.answer("granted", "contacts")
            #expect(try again.next(2) == ["answered contacts granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `answers are kept over a kill of the daemon, listed, and taken back`() throws {
        try FlowStage.with("require permission contacts", isKept: true) { stage in
            let flow = try stage.authorise(["feature": "Share"])
            _ = try flow.next(2)
            try flow.answer("granted", "contacts")
            #expect(try flow.next(2) == ["answered contacts granted", "completed granted"])
            try stage.daemon.restartKilled()
            let code = try stage.open()
            #expect(code == "ok.performed")
            let consents = try stage.client().call("io.deeplinkd.Permissions.List")["parameters.consents"]?.elements
            #expect(consents?.map { $0["permission"].text + $0["granted"].text } == ["contactstrue"])
            let withdrawn = try stage.client().call("io.deeplinkd.Permissions.Withdraw", ["permission": "contacts"])
            #expect(withdrawn["parameters.durable"].text == "true")
            #expect(try stage.open() == "blocked.permission.notDetermined")
        }
    }

    // MARK: What stands in the way

    @Test func `nothing is asked before a purchase, nor while a permission is restricted`() throws {
        try FlowStage.with("require permission contacts\nrequire permission camera") { stage in
            _ = try stage.daemon.folder.write("camera", "restricted")
            let end = try stage.authorise(["url": "t://go"]).next()
            #expect(end == "completed blocked blocked.permission.restricted")
        }
        try FlowStage.with("require permission contacts\nrequire purchase pro", head: "product pro {\n}\n") { stage in
            let end = try stage.authorise(["url": "t://go"]).next()
            #expect(end.hasPrefix("completed blocked blocked.purchase."))
        }
    }

    @Test func `nothing is asked for a link that is rejected, and an unknown feature is refused`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let end = try stage.authorise(["url": "t://none"]).next()
            #expect(end == "completed rejected rejected.route.notFound")
            for parameters in [["feature": "None"], ["feature": "Share", "url": "t://go"], [:]] {
                let refusal = try stage.authorise(parameters).next()
                #expect(refusal == "org.varlink.service.InvalidParameter")
            }
        }
    }

    @Test func `a user is asked five questions a minute`() throws {
        try FlowStage.with("require permission contacts") { stage in
            for _ in 0..<5 {
                let flow = try stage.authorise(["feature": "Share"])
                #expect(try flow.next(2) == ["began contacts", "asking contacts"])
                try flow.answer("skip", "contacts")
                #expect(try flow.next(2) == ["answered contacts skipped", "completed partial"])
            }
            #expect(try stage.authorise(["feature": "Share"]).next(2) == ["began contacts", "completed limited"])
        }
    }

    // MARK: Who

    @Test(.enabled(if: OtherUser.isPossible(for: "a flow is its user's")))
    func `a flow is its user's, and two users ask at the same time`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let ann = try stage.authorise(["url": "t://go"], as: FlowStage.ann)
            let bob = try stage.authorise(["url": "t://go"], as: FlowStage.bob)
            for flow in [ann, bob] { #expect(try flow.next(2) == ["began contacts", "asking contacts"]) }
            #expect(try ann.answer("granted", "contacts", by: bob.other) == Self.unknownFlow)
            try ann.answer("granted", "contacts")
            #expect(try ann.next(2) == ["answered contacts granted", "completed granted ok.performed"])
            #expect(try stage.open(as: FlowStage.bob) == "blocked.permission.notDetermined")
            try bob.answer("cancel", nil)
            #expect(try bob.next() == "completed cancelled")
            #expect(stage.effects == 1)
        }
    }

    @Test func `a newer flow supersedes an older one of the same user`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let older = try stage.authorise(["url": "t://go"])
            #expect(try older.next(2) == ["began contacts", "asking contacts"])
            let newer = try stage.authorise(["url": "t://go"])
            #expect(try newer.next(2) == ["began contacts", "asking contacts"])
            #expect(try older.next() == "completed superseded")
            #expect(try older.answer("granted", "contacts") == Self.unknownFlow)
            try newer.answer("granted", "contacts")
            #expect(try newer.next(2) == ["answered contacts granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `the end of the connection cancels the flow`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            flow.client.finishSending()
            try Patience.lookFor("the end of the flow") {
                try flow.answer("granted", "contacts") == Self.unknownFlow
            }
            #expect(stage.effects == 0)
            #expect(try stage.open() == "blocked.permission.notDetermined")
        }
    }

    // MARK: Changes in the middle

    @Test func `a reload goes on with the question, or ends the flow with the reason`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            try stage.reload("require permission contacts\nrequire profile production")
            #expect(try stage.open() == "blocked.permission.notDetermined")
            try stage.reload("require permission contacts\nrequire permission photos")
            #expect(try flow.next() == "completed changed")
            let second = try stage.authorise(["url": "t://go"])
            #expect(try second.next(2) == ["began contacts+photos", "asking contacts"])
            try stage.reload("require permission contacts\nrequire permission photos\nrequire runtime off")
            #expect(try second.next() == "completed blocked blocked.feature.disabled")
            #expect(stage.effects == 0)
        }
    }

    @Test func `a question is answered by a change elsewhere`() throws {
        try FlowStage.with("require permission contacts\nrequire permission photos") { stage in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts+photos", "asking contacts"])
            try stage.reload("require permission photos")
            #expect(try flow.next(2) == ["answered contacts granted", "asking photos"])
            try flow.answer("granted", "photos")
            #expect(try flow.next(2) == ["answered photos granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `SIGTERM in the middle ends the flow, and the daemon`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            stage.daemon.program.signal(SIGTERM)
            #expect(try flow.next() == "completed shutdown")
            #expect(try stage.daemon.program.wait() == .code(0))
            #expect(stage.effects == 0)
        }
    }

    @Test func `SIGTERM while the link is performed stops it, and tells its outcome`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["url": "t://wait"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next() == "answered contacts granted")
            try Patience.lookFor("the action") { stage.effects == 1 }
            #expect(try flow.answer("cancel", nil) == Self.notAsked)
            stage.daemon.program.signal(SIGTERM)
            #expect(try flow.next() == "completed granted failed.cancelled")
            #expect(try stage.daemon.program.wait() == .code(0))
            #expect(stage.effects == 1)
        }
    }

    @Test func `the end of the connection stops the link that is performed`() throws {
        try FlowStage.with("require permission contacts") { stage in
            let flow = try stage.authorise(["url": "t://wait"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next() == "answered contacts granted")
            try Patience.lookFor("the action") { stage.effects == 1 }
            flow.client.finishSending()
            try stage.daemon.awaitLog("failed.cancelled")
        }
    }
}
