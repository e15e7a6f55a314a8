import Foundation
import Glibc
import Testing

/// The daemon as seen by third-party Varlink clients: Python's `varlink` and `asyncvarlink`, from the public index.
@Suite(.enabled(if: PythonEnvironment.interpreter != nil, "there is no Python with varlink")) struct PythonTests {
    private static let interfaces = [
        "io.deeplinkd.Dispatch", "io.deeplinkd.Features", "io.deeplinkd.Permissions", "io.deeplinkd.Purchases",
        "io.deeplinkd.Channels", "io.deeplinkd.Monitor", "io.systemd.Metrics",
        "org.varlink.service",
    ]

    @Test func `varlink reads the service's information and its interface definitions`() throws {
        let script = """
            import json, sys, varlink
            seen = {}
            with varlink.Client(address=sys.argv[1]) as client:
                with client.open("org.varlink.service") as service:
                    seen["info"] = service.GetInfo()
                    for name in seen["info"]["interfaces"]:
                        text = service.GetInterfaceDescription(name)["description"]
                        parsed = varlink.Interface(text)
                        seen[name] = sorted(str(member) for member in parsed.members)
            print(json.dumps(seen))
            """
        try withDaemon(table: CodeTable.text()) { daemon in
            let seen = try PythonEnvironment.run(script, daemon.socket)
            #expect(
                seen["info.product"].text == "deeplinkd"
                    && seen["info.interfaces"]?.elements.map(\.text) == Self.interfaces)
            guard case .object(let members) = seen else { throw TestFailure("\(seen)") }
            #expect(members["io.deeplinkd.Dispatch"]?.elements.map(\.text).contains("Open") == true)
            #expect(members["io.deeplinkd.Features"]?.elements.map(\.text).contains("List") == true)
            #expect(members["io.deeplinkd.Monitor"]?.elements.map(\.text).contains("BadTable") == true)
            #expect(members["org.varlink.service"]?.elements.map(\.text).contains("PermissionDenied") == true)
        }
    }

    @Test func `varlink opens a URL and gets the outcome, and gets an error for an invalid call`() throws {
        let script = """
            import json, sys, varlink
            seen = {}
            with varlink.Client(address=sys.argv[1]) as client:
                with client.open("io.deeplinkd.Dispatch") as dispatch:
                    seen["opened"] = dispatch.Open("t://print/hello")
                    seen["rejected"] = dispatch.Open(url="t://nowhere")
                    verified = dispatch.Verify("t://say")
                    seen["performed"] = dispatch.Perform(verified["binding"])
                with client.open("io.deeplinkd.Features") as features:
                    seen["features"] = features.List()
                    try:
                        features.Describe("Nope")
                    except varlink.VarlinkError as error:
                        seen["error"] = error.as_dict()
            print(json.dumps(seen))
            """
        try withDaemon(table: CodeTable.text()) { daemon in
            let seen = try PythonEnvironment.run(script, daemon.socket)
            #expect(seen["opened.outcome.code"].text == "ok.performed")
            #expect(seen["opened.outcome.execution.stdout.text"].text == "hello")
            #expect(seen["rejected.outcome.code"].text == "rejected.route.notFound")
            #expect(seen["performed.outcome.text"].text == "You said hello.")
            #expect(seen["features.features.0.name"].text == "DeepLinking")
            guard case .object(let error) = seen["error"] else { throw TestFailure("no error: \(seen)") }
            #expect(error["error"]?.text == "org.varlink.service.InvalidParameter")
            #expect(error["parameters"]?["parameter"].text == "feature")
        }
    }

    @Test func `asyncvarlink opens a URL and gets the outcome`() throws {
        let script = """
            import asyncio, json, sys
            from asyncvarlink import VarlinkInterface, VarlinkClientProtocol, connect_unix_varlink, varlinkmethod

            class Dispatch(VarlinkInterface, name="io.deeplinkd.Dispatch"):
                @varlinkmethod(return_parameter="outcome", allow_foreign=True)
                def Open(self, *, url: str) -> dict: ...

            async def main():
                transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, sys.argv[1].removeprefix("unix:"))
                outcome = await protocol.make_proxy(Dispatch).Open(url="t://say")
                print(json.dumps(outcome))
                transport.close()

            asyncio.run(main())
            """
        try withDaemon(table: CodeTable.text()) { daemon in
            let outcome = try PythonEnvironment.run(script, daemon.socket)
            #expect(outcome["outcome.code"].text == "ok.performed", "\(outcome)")
        }
    }

    @Test func `a service made with varlink keeps a switch`() throws {
        let script = """
            import sys, varlink
            service = varlink.Service(
                vendor="Example", product="Flags", version="1", url="https://example.com/", interface_dir=sys.argv[1])

            class Handler(varlink.RequestHandler):
                service = service

            @service.interface("io.example.flags")
            class Flags:
                def Get(self, feature):
                    return {"on": feature == "On"}

            varlink.ThreadingServer("unix:" + sys.argv[2], Handler).serve_forever()
            """
        let interface = "interface io.example.flags\n\nmethod Get(feature: string) -> (on: ?bool)\n"
        let features = ["On", "Off"].map { name in
            """
            feature \(name) {
                require runtime from varlink unix:SOCKET io.example.flags.Get
                action a {
                    respond
                }
                route \(name) /\(name) do a
            }

            """
        }
        try withFolder { folder in
            let socket = folder.path(of: "flags")
            try folder.write("io.example.flags.varlink", interface)
            let interpreter = try #require(PythonEnvironment.interpreter)
            let service = try Program(
                interpreter, ["-c", script, folder.path, socket], environment: [:], descriptors: [nil, nil, 2])
            defer { service.kill() }
            try Patience.lookFor("the service") { (try? SocketAddress(socket).connect()).map { close($0) } != nil }
            let table = "scheme t\n" + features.joined().replacingOccurrences(of: "SOCKET", with: socket)
            try withDaemon(table: table) { daemon in
                let client = try daemon.connect()
                #expect(try client.open("t://On")["code"].text == "ok.performed")
                #expect(try client.open("t://Off")["code"].text == "blocked.feature.disabled")
            }
        }
    }
}
