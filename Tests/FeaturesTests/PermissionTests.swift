import Features
import Testing

@testable import PermissionRules

struct PermissionTests {
    @Test(arguments: [
        "camera", "microphone", "photos", "location.whenInUse", "location.always", "contacts", "contacts.people",
        "calendarEvents", "reminders", "motion", "speechRecognition", "bluetooth", "mediaLibrary", "siriKit",
        "polkit:org.example.action", "polkit:org.freedesktop.login1.reboot-multiple-sessions", "store:devices/camera",
        "store:background/org.example.App", "store:a/b/c",
    ])
    func `a known permission keeps its name`(name: String) {
        #expect(Permission(name)?.description == name)
    }

    @Test func `location alone is location.whenInUse`() {
        #expect(Permission("location") == Permission("location.whenInUse"))
        #expect(Permission("location")?.description == "location.whenInUse")
    }

    @Test(arguments: [
        "", "Camera", "camera ", "cameras", "location.sometimes", "location.", "contacts.", "contacts.a.b", "polkit",
        "polkit:", "polkit:reboot", "polkit:org..x", "polkit:.a", "polkit:a.", "polkit:org.exa mple", "store:",
        "store:devices", "store:/camera", "store:devices/", "contacts.ä", "siri\u{212A}it", "camera\u{0}",
        "health", "polkit:org.b\u{e9}",
    ])
    func `any other name is none`(name: String) {
        #expect(Permission(name) == nil)
    }

    @Test func `location.always includes location.whenInUse, and nothing else includes anything`() {
        for name in Permission.names + ["contacts.people", "polkit:a.b", "store:a/b"] {
            let wider = Permission(name)?.includedIn?.description
            #expect(wider == (name == "location.whenInUse" ? "location.always" : nil))
        }
    }
}
