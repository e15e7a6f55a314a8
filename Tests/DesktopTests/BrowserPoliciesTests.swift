import TestSupport
import Testing
import Varlink

@testable import Desktop

/// The policies of browsers: those that are printed are those that are found again.
@Suite struct BrowserPoliciesTests {
    private func found(_ tree: DesktopTree) -> [String: BrowserPolicies] {
        let programs = DesktopPrograms(environment: ["PATH": tree.path + "/bin"])
        let all = BrowserPolicies.ofThisMachine(programs, root: tree.path)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.browser, $0) })
    }

    @Test func `what is printed for a browser lifts its questions for the origin, and for no other`() throws {
        try DesktopTree.with { tree in
            for name in ["chromium", "firefox-esr"] { try tree.write("bin/" + name, "", mode: 0o755) }
            #expect(found(tree).mapValues { $0.silentOrigins(of: "podcast") } == ["Chromium": [], "Firefox": []])
            let origins = ["https://kiosk.example", "http://localhost:8080"]
            for (family, place) in [
                (BrowserFamily.chromium, "etc/chromium/policies/managed/x.json"),
                (.firefox, "etc/firefox/policies/policies.json"),
            ] {
                try tree.write(
                    place, JSONText.text(of: family.policies(schemes: ["podcast", "shop"], origins: origins)))
            }
            let browsers = found(tree)
            for browser in ["Chromium", "Firefox"] {
                #expect(browsers[browser]?.silentOrigins(of: "podcast") == origins)
                #expect(browsers[browser]?.silentOrigins(of: "other") == [])
            }
        }
    }

    @Test func `Firefox still asks with which program, unless a policy names it`() throws {
        try DesktopTree.with { tree in
            try tree.write("bin/firefox", "", mode: 0o755)
            let launch = BrowserFamily.chromium.policies(schemes: ["podcast"], origins: ["https://a.example"])
            try tree.write(
                "etc/firefox/policies/policies.json", JSONText.text(of: .object([.init("policies", launch)])))
            #expect(found(tree)["Firefox"]?.silentOrigins(of: "podcast") == [])
        }
    }

    @Test func `policies that are no JSON, or of other shapes, lift nothing`() throws {
        for text in [
            "", "{", "[]", "{\"AutoLaunchProtocolsFromOrigins\":{}}", "{\"AutoLaunchProtocolsFromOrigins\":[1,{}]}",
            "\u{0}",
        ] {
            try DesktopTree.with { tree in
                try tree.write("bin/chromium", "", mode: 0o755)
                try tree.write("etc/chromium/policies/managed/x.json", text)
                #expect(found(tree)["Chromium"]?.silentOrigins(of: "podcast") == [])
            }
        }
    }
}
