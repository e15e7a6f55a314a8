import Foundation
import Glibc
import Testing

/// Permissions and purchases that operators and granting groups set, through the socket.
@Suite struct SettingsTests {
    private static let setPermission = "io.deeplinkd.Permissions.SetPermission"
    private static let setPurchase = "io.deeplinkd.Purchases.SetPurchase"
    private static let denied = "org.varlink.service.PermissionDenied"

    /// A table with a feature for the camera and one for a product.
    private static func table(_ lines: String = "", source: String = "") -> String {
        """
        scheme t
        product pro {
            \(source)
        }
        product other {
        }
        \(lines)
        feature Cam {
            require permission camera
            action a {
                respond
            }
            route cam /cam do a
        }
        feature Paid {
            require purchase pro
            action a {
                respond
            }
            route paid /paid do a
        }
        """
    }

    private func code(_ client: RawClient, _ url: String, of subject: String? = nil) throws -> String {
        var parameters = ["url": url]
        parameters["subject"] = subject
        return try client.outcome("Explain", parameters)["code"].text
    }

    // MARK: Who may

    /// A daemon to which every user may connect.
    private func withUsers(
        _ table: String, state: String? = nil, _ body: (RunningDaemon, SocketAddress, _ group: UInt32) throws -> Void
    ) throws {
        let group = try #require(unsafe getgrnam("daemon")?.pointee.gr_gid)
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: table, stateDirectory: state, inheriting: [("varlink", listening)]) {
            try body($0, address, group)
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a granting group sets what it grants")))
    func `a granting group sets what the table grants it, for users and accounts, and nothing else`() throws {
        let table = Self.table("grants permission camera by group daemon\ngrants product pro by group daemon")
        try withUsers(table) { _, address, group in
            let granter = try OtherUser(uid: 54_321, groups: [group]).connect(to: address)
            let user = try OtherUser(uid: 54_322).connect(to: address)
            #expect(try code(user, "t://cam") == "blocked.permission.unsupported")
            for subject in ["uid:54322", "account:ann"] {
                let camera = ["permission": "camera", "status": "authorized", "subject": subject]
                #expect(try user.call(Self.setPermission, camera)["error"].text == Self.denied)
                #expect(try granter.call(Self.setPermission, camera)["parameters.durable"].text == "false")
                let pro = ["product": "pro", "state": "active", "subject": subject]
                #expect(try user.call(Self.setPurchase, pro)["error"].text == Self.denied)
                #expect(try granter.call(Self.setPurchase, pro)["error"] == nil)
            }
            #expect(try user.open("t://cam")["code"].text == "ok.performed")
            #expect(try user.open("t://paid")["code"].text == "ok.performed")
            #expect(try granter.open("t://cam")["code"].text == "blocked.permission.unsupported", "it set others'")
            for (method, parameters) in [
                (Self.setPermission, ["permission": "camera", "status": "denied", "subject": "machine"]),
                (Self.setPermission, ["permission": "microphone", "status": "denied"]),
                (Self.setPermission, ["permission": "nonsense", "status": "denied"]),
                (Self.setPurchase, ["product": "other", "state": "active"]),
                (Self.setPurchase, ["product": "nowhere", "state": "active"]),
            ] {
                #expect(try granter.call(method, parameters)["error"].text == Self.denied, "\(parameters)")
            }
            let cleared = try granter.call(Self.setPermission, ["permission": "camera", "subject": "uid:54322"])
            #expect(cleared["error"] == nil)
            #expect(try code(user, "t://cam") == "blocked.permission.unsupported")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a delegate grants nothing")))
    func `a delegate grants nothing, and an operator may grant everything, the machine's too`() throws {
        try withUsers("delegate group daemon\n" + Self.table()) { _, address, group in
            let delegate = try OtherUser(uid: 54_321, groups: [group]).connect(to: address)
            let root = RawClient(adopting: try address.connect())
            for subject in ["uid:54322", "uid:54321", "account:ann"] {
                let camera = ["permission": "camera", "status": "authorized", "subject": subject]
                #expect(try delegate.call(Self.setPermission, camera)["error"].text == Self.denied)
            }
            #expect(
                try delegate.call(Self.setPurchase, ["product": "pro", "state": "active"])["error"].text
                    == Self.denied)
            for subject in ["account:ann", "machine"] {
                _ = try root.call(
                    Self.setPermission, ["permission": "camera", "status": "authorized", "subject": subject])
                #expect(try code(root, "t://cam", of: subject) == "ok.wouldPerform")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a reload takes a grant away")))
    func `a reload gives and takes grants, and what was granted stays until it is cleared`() throws {
        try withUsers(Self.table("grants permission camera by group daemon")) { daemon, address, group in
            let granter = try OtherUser(uid: 54_321, groups: [group]).connect(to: address)
            let camera = ["permission": "camera", "status": "authorized"]
            #expect(try granter.call(Self.setPermission, camera)["error"] == nil)
            try daemon.replaceTable(Self.table())
            #expect(
                try RawClient(adopting: try address.connect()).call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            #expect(try granter.call(Self.setPermission, ["permission": "camera"])["error"].text == Self.denied)
            #expect(try granter.open("t://cam")["code"].text == "ok.performed")
        }
    }

    // MARK: What counts

    @Test func `a setting goes before the source, survives a crash, and ends when it is cleared`() throws {
        try withFolder { folder in
            let (camera, pro) = (try folder.write("camera", "denied"), try folder.write("pro", "none"))
            let state = try folder.makeFolder("state")
            let table = Self.table("permission camera from file \(camera)", source: "source file \(pro)")
            try withDaemon(table: table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                #expect(try code(client, "t://cam") == "blocked.permission.denied")
                #expect(try code(client, "t://paid") == "blocked.purchase.required")
                let set = try client.call(Self.setPermission, ["permission": "camera", "status": "authorized"])
                #expect(set["parameters.durable"].text == "true", "\(set)")
                let bought = ["product": "pro", "state": "active", "units": 3] as [String: Any]
                #expect(try client.call(Self.setPurchase, bought)["parameters.durable"].text == "true")
                try daemon.restartKilled()
                let again = try daemon.connect()
                for url in ["t://cam", "t://paid"] {
                    #expect(try again.open(url)["code"].text == "ok.performed")
                    let evidence = try again.outcome("Explain", ["url": url])["constraints"]?.elements.last?["evidence"]
                    #expect(evidence?["source"].text == "ledger" && evidence?["asOfMs"] != nil)
                }
                _ = try again.call(Self.setPurchase, ["product": "pro", "state": "active", "endsMs": 1])
                #expect(try code(again, "t://paid") == "blocked.purchase.expired")
                _ = try again.call(Self.setPermission, ["permission": "camera"])
                _ = try again.call(Self.setPurchase, ["product": "pro"])
                try Patience.lookFor("the source") { try code(again, "t://cam") == "blocked.permission.denied" }
                try Patience.lookFor("the source") { try code(again, "t://paid") == "blocked.purchase.required" }
            }
        }
    }

    @Test func `each change is logged with its caller, its subject and the fact`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let client = try daemon.connect()
            _ = try client.call(
                Self.setPermission, ["permission": "camera", "status": "denied", "subject": "account:ann"])
            try daemon.awaitLog(
                #"fact set fact="permission camera" subject=account:ann to=denied uid=\#(getuid())"#)
            _ = try client.call(Self.setPurchase, ["product": "pro"])
            try daemon.awaitLog(#"fact set fact="purchase pro" subject=uid:\#(getuid()) to=source"#)
        }
    }

    @Test(arguments: [
        ("SetPermission", #"{"permission":"nonsense","status":"denied"}"#, "permission"),
        ("SetPermission", #"{"permission":"camera","status":"unknown"}"#, "status"),
        ("SetPermission", #"{"permission":"camera","status":"granted"}"#, "status"),
        ("SetPermission", #"{"permission":"camera","status":"denied","subject":"ann"}"#, "subject"),
        ("SetPurchase", #"{"product":"nowhere","state":"active"}"#, "product"),
        ("SetPurchase", #"{"product":"pro","state":"unknown"}"#, "state"),
        ("SetPurchase", #"{"product":"pro","state":"active","units":-1}"#, "units"),
        ("SetPurchase", #"{"product":"pro","state":"active","endsMs":-1}"#, "endsMs"),
        ("SetPurchase", #"{"product":"pro","units":1}"#, "units"),
        ("SetPurchase", #"{"product":"pro","endsMs":1}"#, "endsMs"),
    ])
    func `a setting that cannot be is refused with the parameter's name`(
        _ method: String, _ parameters: String, _ parameter: String
    ) throws {
        let interface = method == "SetPermission" ? "Permissions" : "Purchases"
        try withDaemon(table: Self.table()) { daemon in
            let client = try daemon.connect()
            try client.send(#"{"method":"io.deeplinkd.\#(interface).\#(method)","parameters":\#(parameters)}"#)
            let answer = try #require(try client.receive())
            #expect(answer["error"].text == "org.varlink.service.InvalidParameter", "\(answer)")
            #expect(answer["parameters.parameter"].text == parameter)
        }
    }

    @Test func `with a damaged ledger no source grants a permission, and an operator can`() throws {
        try withFolder { folder in
            let camera = try folder.write("camera", "authorized")
            let state = try folder.makeFolder("state")
            try Data("no database at all, but of some length".utf8)
                .write(to: URL(fileURLWithPath: state + "/ledger.db"))
            let table = Self.table("permission camera from file \(camera)")
            try withDaemon(table: table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                _ = try client.call(
                    "io.deeplinkd.Features.SetRuntime", ["feature": "DeepLinking", "on": true])
                // An operator may have denied it, which the ledger would say.
                #expect(try client.open("t://cam")["code"].text == "pending.undetermined")
                let set = try client.call(Self.setPermission, ["permission": "camera", "status": "authorized"])
                #expect(set["parameters.durable"].text == "false", "\(set)")
                #expect(try client.open("t://cam")["code"].text == "ok.performed")
            }
        }
    }

    // MARK: The tool

    @Test func `the tool sets and clears permissions and purchases, and says what is wrong`() throws {
        try withDaemon(table: Self.table()) { daemon in
            #expect(
                try daemon.tool("permission", "camera", "restricted").output
                    == "permission camera: restricted, until the daemon ends\n")
            #expect(try daemon.tool("open", "t://cam").output.contains("blocked.permission.restricted"))
            #expect(
                try daemon.tool("permission", "camera", "clear").output
                    == "permission camera: as its source says, until the daemon ends\n")
            #expect(
                try daemon.tool("purchase", "pro", "active", "--until", "2100-01-01", "--units", "2").output
                    == "product pro: active 2 until 2100-01-01, until the daemon ends\n")
            #expect(try daemon.tool("open", "t://paid").exit == .code(0))
            for (words, message) in [
                (["permission", "camra", "denied"], "camra"), (["permission", "camera", "granted"], "granted"),
                (["purchase", "pro", "active", "--until", "soon"], "--until is a date"),
                (["purchase", "pro", "clear", "--units", "2"], "has no --until and no --units"),
            ] {
                let run = try Program.tool(
                    words[0], words[1], words[2], words.dropFirst(3).first ?? "--socket",
                    words.dropFirst(4).first ?? daemon.socket)
                #expect(run.exit == .code(2) && run.errors.contains(message), "\(words): \(run)")
            }
            let nowhere = try daemon.tool("purchase", "nowhere", "active")
            #expect(nowhere.exit == .code(2) && nowhere.errors.contains("there is no product"), "\(nowhere)")
        }
    }
}
