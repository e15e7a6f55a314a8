import Conf
import Contract
import Features
import PurchaseRules
import TestTables
import Testing

@testable import PermissionRules
@testable import Routing

/// The lines that say what answers for permissions and products, and who may set them.
@Suite struct PermissionReaderTests {
    /// A feature that requires the camera and a product, so that neither is reported as unused.
    private static func table(_ lines: String, product: String = "") -> String {
        """
        scheme s
        product pro {
            \(product)
        }
        \(lines)
        feature F {
            require permission camera location
            require purchase pro
            action a {
                respond
            }
            route r /r do a
        }
        """
    }

    private static let (camera, here) = (Permission.camera, Permission.location(usage: .whenInUse))

    @Test(arguments: [
        ("file /run/app/camera", PermissionOrigin.place(.file("/run/app/camera"))),
        ("file /run/app/$(uid)/camera", .place(.file("/run/app/$(uid)/camera"))),
        (#"file "/run/my app/c-$(uid)""#, .place(.file("/run/my app/c-$(uid)"))),
        ("varlink unix:/run/app io.example.Get", .place(.varlink(path: "/run/app", method: "io.example.Get"))),
        (
            "varlink unix:/run/app io.example.Get grace 10s",
            .place(.varlink(path: "/run/app", method: "io.example.Get", grace: .seconds(10)))
        ),
        ("consent", .consent), ("store devices/camera", .store(table: "devices", id: "camera")),
        (
            "store devices/camera app org.example.App",
            .store(table: "devices", id: "camera", app: "org.example.App")
        ),
        ("polkit org.example.play", .polkit(action: "org.example.play")),
        ("device /dev/video0", .device("/dev/video0")),
    ])
    func `a permission says what answers for it, and prints as it is written`(
        _ words: String, _ expected: PermissionOrigin
    ) throws {
        for text in [words, "\(expected)"] {
            let catalogue = try Tables.ruleset(Self.table("permission camera from \(text)")).catalogue
            #expect(catalogue.permissionOrigins == [Self.camera: expected], "\(text)")
        }
    }

    @Test func `the source of a permission also answers where a narrower one is required`() throws {
        let table = Self.table("permission location.always from consent\npermission location from file /run/here")
        let origins = try Tables.ruleset(table).catalogue.permissionOrigins
        #expect(origins[.location(usage: .always)] == .consent)
        #expect(origins[Self.here] == .place(.file("/run/here")))
    }

    @Test func `a policy is one file with an absolute path`() throws {
        let catalogue = try Tables.ruleset(Self.table("permission policy /etc/deeplinkd/p.policy")).catalogue
        #expect(catalogue.permissionPolicy == "/etc/deeplinkd/p.policy" && catalogue.permissionOrigins.isEmpty)
        #expect(try Tables.ruleset(Self.table("")).catalogue.permissionPolicy == nil)
    }

    @Test func `a product says where its purchases are read`() throws {
        for (words, place) in [
            ("file /run/shop/$(uid)/pro", FactPlace.file("/run/shop/$(uid)/pro")),
            (
                "varlink unix:/run/shop io.example.Get grace 1m",
                .varlink(path: "/run/shop", method: "io.example.Get", grace: .seconds(60))
            ),
        ] {
            let catalogue = try Tables.ruleset(Self.table("", product: "source \(words)")).catalogue
            #expect(catalogue.origin(ofProduct: "pro") == place && "\(place)" == words)
        }
        let plain = try Tables.ruleset(Self.table("")).catalogue
        #expect(plain.origin(ofProduct: "pro") == nil)
    }

    @Test func `grants name the groups that may set a permission or a product`() throws {
        let lines = """
            grants permission camera location by group admins
            grants permission camera by group helpers
            grants product pro by group shop
            """
        let groups = try Tables.ruleset(Self.table(lines)).grantingGroups.mapValues { $0.values.map(\.text) }
        #expect(
            groups == [
                .permission(Self.camera): ["admins", "helpers"],
                .permission(Self.here): ["admins"], .purchase("pro"): ["shop"],
            ])
    }

    @Test func `a source that no feature requires, and a grant of such a permission, is a warning`() {
        TableRow(
            .file,
            """
            permission photos from consent
            grants permission motion by group admins
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:12: warning RT210: no feature requires the permission `photos`
               1 | permission photos from consent
                 |            ^~~~~~
                 = help: remove it
            t:2:19: warning RT210: no feature requires the permission `motion`
               2 | grants permission motion by group admins
                 |                   ^~~~~~
                 = help: remove it
            """
        ).check()
    }

    /// A line, the code of its error, and the first words of the message.
    @Test(arguments: [
        ("permission camra from consent", "RT203", "there is no permission `camra`"),
        ("permission camera of consent", "RT202", "`from` stands before the source"),
        ("permission camera from", "RT202", "a permission has a source"),
        ("permission camera from fil /x", "RT202", "`fil` is no source of a permission"),
        ("permission camera from file", "RT202", "a permission is read from one file"),
        ("permission camera from file x", "RT202", "a file of a permission is named by its absolute path"),
        (
            "permission camera from file /run/$(uid)/../c", "RT202",
            "a file of a permission is named by its absolute path"
        ),
        ("permission camera from file /run/$(user)/c", "RT202", "the path of a file has no placeholder but `$(uid)`"),
        ("permission camera from file /run/c grace 1s", "RT202", "only a service has a grace"),
        ("permission camera from varlink unix:/run/app", "RT202", "a service has an address and a method"),
        ("permission camera from varlink unix:/run/a io.e.Get grace 2h", "RT202", "a grace is a time from 1ms to 1h"),
        ("permission camera from consent now", "RT202", "`consent` is the last word"),
        ("permission camera from store", "RT202", "an entry of the permission store is a table and an id"),
        ("permission camera from store devices", "RT202", "an entry of the permission store is a table and an id"),
        ("permission camera from store a/b app", "RT202", "an entry of the permission store is a table and an id"),
        ("permission camera from polkit", "RT202", "polkit is asked for one action"),
        ("permission camera from polkit play", "RT202", "polkit is asked for one action"),
        ("permission camera from device video0", "RT202", "a device is named by its absolute path"),
        (
            "permission camera from consent\npermission camera from consent", "RT103",
            "the source of `camera` is given twice"
        ),
        (
            "permission location from consent\npermission location.whenInUse from consent", "RT103",
            "the source of `location.whenInUse` is given twice"
        ),
        ("permission policy etc/p", "RT202", "the policy is one file, named by its absolute path"),
        ("permission policy /etc/p now", "RT202", "the policy is one file, named by its absolute path"),
        ("permission policy /etc/p\npermission policy /etc/q", "RT103", "the policy on permissions is given twice"),
        ("grants feature F by group x", "RT107", "`feature` cannot be granted"),
        ("grants permission camera for group x", "RT107", "a grant names what is granted"),
        ("grants permission camera by user x", "RT107", "a grant names what is granted"),
        ("grants permission by group x y", "RT107", "a grant names what is granted"),
        ("grants permission camra by group x", "RT203", "there is no permission `camra`"),
        ("grants product pri by group x", "RT204", "there is no product `pri`"),
        ("grants product pro pro by group x", "RT103", "the group `x` grants `pro` already"),
    ])
    func `a line that is not complete is an error that says how it is written`(
        _ lines: String, _ code: String, _ message: String
    ) {
        let text = Self.table(lines)
        let result = Tables.load(text)
        let reports = result.diagnostics.inOrder
        #expect(reports.map(\.code.rawValue) == [code], "\(Tables.printed(result))")
        #expect(reports.first?.message.hasPrefix(message) == true, "\(Tables.printed(result))")
        #expect(reports.first?.help?.isEmpty == false)
        FollowedAdvice.check(result, text, LoadEnvironment())
    }

    @Test(arguments: [
        ("source", "RT104", "`source` has too few words"),
        ("source consent", "RT202", "a purchase is read from a file or by varlink"),
        ("source file run/x", "RT202", "a file of a purchase is named by its absolute path"),
        ("source varlink unix:/run/x", "RT202", "a service has an address and a method"),
        ("source file /a\nsource file /b", "RT103", "`source` is given twice"),
    ])
    func `a product has one source, a file or a service`(_ line: String, _ code: String, _ message: String) {
        let text = Self.table("", product: line)
        let result = Tables.load(text)
        #expect(result.diagnostics.inOrder.map(\.code.rawValue) == [code], "\(Tables.printed(result))")
        #expect(result.diagnostics.inOrder.first?.message.hasPrefix(message) == true, "\(Tables.printed(result))")
        FollowedAdvice.check(result, text, LoadEnvironment())
    }

    @Test func `a switch has one file for all users`() {
        TableRow(
            .feature, "require runtime from file /run/$(uid)/x",
            """
            t:3:36: error RT202: a switch is the same for all users
               3 |     require runtime from file /run/$(uid)/x
                 |                                    ^~~~~~
                 = help: name one file, as in `/run/app/switch`
            """
        ).check()
    }
}
