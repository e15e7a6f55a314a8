import Testing

@testable import Links

/// The standard's components, without a file of test data: one row per rule of the parser.
struct URLRecordTests {
    @Test func `the shared cases without a base agree with the standard but for the named ones`() throws {
        let name = "the shared cases without a base agree with the standard but for the named ones"
        guard SharedData.has("wpt/urltestdata.json", for: name) else { return }
        var seen: [String] = []
        var count = 0
        for row in try SharedData.rows("wpt/urltestdata.json") where !(row["base"] is String) {
            guard let input = row["input"] as? String else { continue }
            count += 1
            let expected = row["failure"] == nil ? Self.components(row) : nil
            let record = try? URLRecord.parse(input)
            if record?.components != expected { seen.append(input) }
        }
        #expect(count == 555)
        #expect(Set(seen) == Self.needsConversion)
    }

    /// Hosts that are not ASCII: they wait for the conversion to A-labels.
    static let needsConversion: Set<String> = [
        "http://é@é", "https://faß.ExAmPlE/", "ftp://%e2%98%83", "https://%e2%98%83", "file://a\u{AD}b/p",
        "file://a%C2%ADb/p", "file://loC𝐀𝐋𝐇𝐨𝐬𝐭/usr/bin", "https://a%C2%ADb/",
    ]

    static func components(_ row: [String: Any]) -> URLComponents {
        func string(_ key: String) -> String { row[key] as? String ?? "" }
        return URLComponents(
            href: string("href"), protocol: string("protocol"), username: string("username"),
            password: string("password"), host: string("host"), hostname: string("hostname"), port: string("port"),
            pathname: string("pathname"), search: string("search"), hash: string("hash"))
    }
}
