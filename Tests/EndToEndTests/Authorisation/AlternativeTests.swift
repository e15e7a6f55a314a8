import Foundation
import Glibc
import Testing

/// Permissions of which one is enough, through the socket: who is asked for what, and what opens the link.
@Suite struct AlternativeTests {
    private static let either = "require permission any contacts photos"
    private static let withdraw = "io.deeplinkd.Permissions.Withdraw"

    @Test func `a person is asked for the first, once, and a yes performs the link`() throws {
        try FlowStage.with(Self.either) { stage in
            let refusal = try stage.client().open("t://go")
            #expect(refusal["code"].text == "blocked.permission.notDetermined")
            #expect(refusal["primary"].text == "permission:any contacts photos")
            let names = refusal["remedies"]?.elements.map { $0["kind"].text + " " + $0["arguments.permission"].text }
            #expect(names == ["requestPermissions contacts", "requestPermissions photos"])
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts", "asking contacts"])
            #expect(try flow.answer("granted", "photos") == "io.deeplinkd.Permissions.NotAsked")
            try flow.answer("granted", "contacts")
            #expect(try flow.next(2) == ["answered contacts granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `a no ends the flow; the next one asks for another, and after the last no for the first again`() throws {
        try FlowStage.with(Self.either) { stage in
            for name in ["contacts", "photos"] {
                let flow = try stage.authorise(["url": "t://go"])
                #expect(try flow.next(2) == ["began \(name)", "asking \(name)"])
                try flow.answer("denied", name)
                #expect(try flow.next(2) == ["answered \(name) denied", "completed denied"])
            }
            #expect(try stage.open() == "blocked.permission.denied")
            #expect(try stage.authorise(["url": "t://go"]).next(2) == ["began contacts", "completed denied"])
            let again = try stage.authorise(["url": "t://go", "initiated": true])
            #expect(try again.next(2) == ["began contacts", "asking contacts"])
            try again.answer("granted", "contacts")
            #expect(try again.next(2) == ["answered contacts granted", "completed granted ok.performed"])
        }
    }

    @Test func `what is asked for anyway is asked for once`() throws {
        let lines = Self.either + "\nrequire permission any motion contacts\nrequire permission photos"
        try FlowStage.with(lines) { stage in
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began photos+motion", "asking photos"])
            try flow.answer("granted", "photos")
            #expect(try flow.next(2) == ["answered photos granted", "asking motion"])
            try flow.answer("granted", "motion")
            #expect(try flow.next(2) == ["answered motion granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
        }
    }

    @Test func `a grant of another while a person is asked is enough, and is what the flow says is granted`() throws {
        try FlowStage.with("require permission any contacts camera\nrequire permission photos") { stage in
            _ = try stage.daemon.folder.write("camera", "notDetermined")
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began contacts+photos", "asking contacts"])
            let set = try stage.client().call(
                "io.deeplinkd.Permissions.SetPermission", ["permission": "camera", "status": "authorized"])
            #expect(set["error"] == nil, "\(set)")
            #expect(try flow.next(2) == ["answered contacts notDetermined", "asking photos"])
            try flow.answer("granted", "photos")
            #expect(try flow.next() == "answered photos granted")
            let end = try flow.client.receive()
            let granted = end?["parameters.completion.granted"]?.elements.map(\.text)
            #expect(granted == ["camera", "photos"] && end?["parameters.outcome.code"].text == "ok.performed")
        }
    }

    @Test func `a source that says no after all ends the flow with that, and does not lead to the next one`() throws {
        try FlowStage.with("require permission any camera photos") { stage in
            _ = try stage.daemon.folder.write("camera", "notDetermined")
            let flow = try stage.authorise(["url": "t://go"])
            #expect(try flow.next(2) == ["began camera", "asking camera"])
            _ = try stage.daemon.folder.write("camera", "denied")
            try flow.answer("asked", "camera")
            #expect(try flow.next() == "completed blocked blocked.permission.denied")
            #expect(try stage.open() == "blocked.permission.notDetermined", "the photos were not asked for")
            #expect(try stage.authorise(["url": "t://go"]).next(2) == ["began photos", "asking photos"])
        }
    }

    @Test func `the link stays open while one is granted, by no other, and is refused after the last`() throws {
        try FlowStage.with("require permission any contacts camera") { stage in
            func open(_ expected: String, _ comment: Comment) throws {
                try Patience.lookFor("\(comment)") { try stage.open() == expected }
            }
            _ = try stage.daemon.folder.write("camera", "authorized")
            try open("ok.performed", "the camera alone")
            let flow = try stage.authorise(["feature": "Share"])
            #expect(try flow.next(2) == ["began", "completed granted"])
            _ = try stage.daemon.folder.write("camera", "restricted")
            try open("blocked.permission.notDetermined", "none")
            let second = try stage.authorise(["feature": "Share"])
            #expect(try second.next(2) == ["began contacts", "asking contacts"])
            try second.answer("granted", "contacts")
            #expect(try second.next(2) == ["answered contacts granted", "completed granted"])
            try open("ok.performed", "the contacts alone")
            _ = try stage.client().call(Self.withdraw, ["permission": "contacts"])
            try open("blocked.permission.notDetermined", "none again")
        }
    }

    @Test func `each question says what its own permission is used for, in the caller's language`() throws {
        let table = """
            scheme t
            permission contacts from consent {
                usage "To invite"
                usage de "Zum Einladen"
            }
            permission photos from consent {
                usage "To show"
                usage de "Zum Zeigen"
            }
            feature Share {
                title "Sharing"
                title de "Teilen"
                require permission any contacts photos
                action go { respond }
                route go /go do go
            }

            """
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            let refusal = try client.outcome("Open", ["url": "t://go", "languages": ["de"]])
            let usages = refusal["remedies"]?.elements.map { $0["arguments.usage"].text }
            #expect(usages == ["Zum Einladen", "Zum Zeigen"])
            for (name, usage) in [("contacts", "Zum Einladen"), ("photos", "Zum Zeigen")] {
                let flow = FlowClient(client: try daemon.connect(), other: client)
                try flow.begin(["url": "t://go", "languages": ["de"]])
                #expect(try flow.next() == "began \(name)")
                let question = try flow.client.receive()?["parameters.question"]
                #expect(question?["permission"].text == name && question?["usage"].text == usage)
                try flow.answer("denied", name)
                #expect(try flow.next(2) == ["answered \(name) denied", "completed denied"])
            }
        }
    }
}
