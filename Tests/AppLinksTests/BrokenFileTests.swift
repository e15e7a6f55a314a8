import AppLinks
import Routing
import TestSupport
import Testing

/// Files that are cut, changed, empty, deep or of another kind.
@Suite struct BrokenFileTests {
    private static let apple = #"""
        {"applinks":{"substitutionVariables":{"w":["a","b"]},"defaults":{"caseSensitive":true},"details":[
        {"appIDs":["ABCDE12345.a"],"components":[{"/":"/a/*/c?","exclude":true},{"/":"/$(w)/$(digit)*","?":{"k":"1"}},{"#":"x"}]},
        {"appID":"B","paths":["NOT /x/*","*"]}]}}
        """#
    private static let assetlinks = #"""
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b",
        "sha256_cert_fingerprints":["AB"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components":[{"/":"/a/*"}]}}}]
        """#
    private static let desktop = """
        [Desktop Entry]
        Type=Application
        Name=Radio
        Icon=radio
        Exec=radio %u
        MimeType=x-scheme-handler/radio;audio/ogg;
        """
    private static let openapi = #"""
        {"info":{"title":"A b"},"servers":[{"url":"https://{h}.example/v1","variables":{"h":{"default":"a"}}}],"paths":{
        "/x/{id}.json":{"parameters":[{"$ref":"#/p"}],"get":{"operationId":"one","parameters":[
        {"in":"query","name":"q","required":true,"schema":{"type":"string","enum":["a","b"]}}]}},"/{a}-{b}":{"get":{}},"/y":{"post":{}}},
        "p":{"in":"path","name":"id","schema":{"type":"integer"}}}
        """#
    private static let rails = """
           Prefix Verb   URI Pattern            Controller#Action
             root GET    /                      home#index
             show GET    /shows/:id(.:format)   shows#show {:id=>/\\d+/}
                  PATCH  /shows/:id(.:format)   shows#update
            files GET    /files/*path           files#show
           locale GET    (/:locale)/about       pages#about
        """
    private static let react = """
        <Routes>
          <Route file="root.tsx">
            <Route index file="./home.tsx" />
            <Route path="shows" element={<Shows on={() => { a > b }} />}>
              <Route path=":id?" file='./show.tsx' />
              <Route path={"*"} />
            </Route>
          </Route>
        </Routes>
        """

    static let files: [(LinkSource, String)] = [
        (.apple, apple), (.assetlinks, assetlinks),
        (.android, PlainIntentFilter.manifest([PlainIntentFilter(schemes: ["play"], hosts: ["a&amp;b"])])),
        (.desktop, desktop), (.openapi, openapi), (.rails, rails), (.react, react),
    ]

    private static var options: ImportOptions {
        var options = ImportOptions("a.example")
        options.schemes = ["play"]
        return options
    }

    /// Reads what may be no file of the kind: it is refused, or its table has no errors.
    private func expectSound(_ source: LinkSource, _ bytes: [UInt8], _ what: String) {
        guard let made = try? source.table(of: bytes, named: "org.example.Radio.desktop", Self.options) else { return }
        _ = MadeTable.load(made.text)
        if made.text.contains("\0") { Issue.record("\(source), \(what)") }
    }

    @Test(arguments: LinkSource.allCases)
    func `a whole file is read`(_ source: LinkSource) throws {
        let text = try #require(Self.files.first { $0.0 == source }).1
        let table = try MadeTable(source, text, named: "org.example.Radio.desktop", Self.options)
        #expect(table.made.routes > 0)
    }

    @Test(arguments: [
        ("Icon=radio.", "icon"), ("Icon=.radio", "icon"), ("Icon=/usr/share/radio.png", "icon"), ("Icon=", "icon"),
        ("Name=\u{2028}", "title"), ("Name= ", "title"),
    ])
    func `an icon and a name that tables cannot have are left out`(line: String, directive: String) throws {
        let key = line.split(separator: "=", omittingEmptySubsequences: false)[0] + "="
        let lines = Self.desktop.split(separator: "\n").filter { !$0.hasPrefix(key) }
        let entry = (lines.prefix(1) + [line[...]] + lines.dropFirst()).joined(separator: "\n")
        let table = try MadeTable(.desktop, entry, named: "org.example.Radio.desktop", Self.options)
        #expect(!table.made.text.contains("\n\(directive) "), "\(table.made.text)")
    }

    @Test(arguments: LinkSource.allCases)
    func `a file that ends anywhere is refused, or its table has no errors`(_ source: LinkSource) throws {
        let bytes = Array(try #require(Self.files.first { $0.0 == source }).1.utf8)
        for end in bytes.indices { expectSound(source, Array(bytes[..<end]), "cut at \(end)") }
    }

    @Test(arguments: LinkSource.allCases)
    func `a file with any bytes changed is refused, or its table has no errors`(_ source: LinkSource) throws {
        var random = SeededGenerator(for: "broken files")
        let bytes = Array(try #require(Self.files.first { $0.0 == source }).1.utf8)
        let odd: [UInt8] = Array("*?$(){}[]<>/\\\"'%:;|&#^.,- \n\t\u{7F}".utf8) + [0, 0x80, 0xC3, 0xFF]
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: changed.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[place] = odd.randomElement(using: &random) ?? 0
                case 1: changed.insert(odd.randomElement(using: &random) ?? 0, at: place)
                default: changed.remove(at: place)
                }
            }
            expectSound(source, changed, String(decoding: changed, as: UTF8.self))
        }
    }

    static let deep = String(repeating: "[", count: 100_000)

    @Test(arguments: LinkSource.allCases)
    func `a file of another kind is refused`(_ source: LinkSource) {
        let texts = [
            "", "\u{FEFF}", " ", "\0", "{}", "[]", "null", "<a/>", "<", "<!DOCTYPE a>", "[Desktop Entry]", Self.deep,
            String(repeating: "<a>", count: 100_000), String(repeating: "<Route path='a'>", count: 30_000),
            String(repeating: "(", count: 10_000), "GET " + String(repeating: "(/a", count: 1000) + " a#b",
        ]
        for text in texts { expectSound(source, Array(text.utf8), String(text.prefix(20))) }
        let bytes: [[UInt8]] = [[0x30, 0x82, 0], [0xFF, 0xFE], [3, 0, 8, 0], Array(repeating: 0x2A, count: 9 << 20)]
        for bytes in bytes { expectSound(source, bytes, "bytes") }
    }

    private static let rows: [(source: LinkSource, text: String, error: String)] = [
        (.apple, "{", "it is not JSON: it ends too early"), (.apple, "{}", "the file has no object `applinks`"),
        (.apple, #"{"applinks":{}}"#, "the file names no app"), (.assetlinks, "{}", "the file is not a list"),
        (.assetlinks, "[]", "the file lets no Android app handle links"),
        (
            .android, "<!DOCTYPE manifest [<!ENTITY a 'b'>]><manifest/>",
            "a document type is not read: its entities could stand for anything"
        ),
        (.android, "<manifest a='&b;'/>", "an entity is not one of &lt; &gt; &amp; &quot; &apos; and &#number;"),
        (.android, "<manifest>", "the element `manifest` is not closed"), (.android, "<a></b>", "</b> closes `a`"),
        (.android, "<manifest/>", "no intent filter takes links"),
        (.desktop, "Type=Application", "a key stands before the first group"),
        (.desktop, "[Desktop Entry]\nType=Link", "the file is no desktop entry of an application"),
        (.openapi, "openapi: 3.1.0", "the description is not JSON"),
        (.openapi, "{}", "the description has no object `paths`"),
        (.rails, "hello", "no line is a route of Rails"), (.react, "", "the file has no route"),
    ]

    @Test(arguments: rows)
    func `what is wrong with a file is one sentence`(_ row: (source: LinkSource, text: String, error: String)) {
        let error = #expect(throws: AppLinkError.self) {
            try row.source.table(of: Array(row.text.utf8), named: "a.desktop", ImportOptions("a.example"))
        }
        #expect(error?.sentence == row.error)
    }
}
