import Contract
import Links
import Testing

@testable import Routing

/// Numbers with units, and the limits that they set.
@Suite struct QuantityTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("0007", 7), ("500", 500), ("1k", 1024), ("64k", 65_536), ("1m", 1_048_576), ("0m", 0),
            ("9223372036854775807", .max), ("", nil), ("k", nil), ("m", nil), ("-1", nil), ("+1", nil), (" 1", nil),
            ("1 ", nil), ("1.5k", nil), ("1K", nil), ("1kk", nil), ("1km", nil), ("٣", nil), ("1_000", nil),
            ("9223372036854775808", nil), ("9007199254740992k", nil), ("8796093022208m", nil),
        ] as [(String, Int?)])
    func `a size is a whole number of bytes, with or without a unit`(_ text: String, _ bytes: Int?) {
        #expect(Quantity.bytes(text) == bytes)
    }

    @Test(
        arguments: [
            ("0s", .zero), ("1ms", .milliseconds(1)), ("500ms", .milliseconds(500)), ("5s", .seconds(5)),
            ("2m", .seconds(120)), ("1h", .seconds(3600)), ("86400000ms", .seconds(86_400)),
            ("86400000h", .milliseconds(86_400_000 * 3_600_000)), ("86400001ms", nil), ("1d", .seconds(86_400)),
            ("14d", .seconds(1_209_600)), ("d", nil), ("1D", nil), ("86400001d", nil), ("5", nil), ("s", nil),
            ("-1s", nil), ("1.5s", nil), ("5 s", nil), ("5S", nil), ("5sec", nil), ("1w", nil), ("", nil),
            ("99999999999999999999s", nil),
        ] as [(String, Duration?)])
    func `a duration is a whole number with a unit`(_ text: String, _ duration: Duration?) {
        #expect(Quantity.duration(text) == duration)
    }

    // MARK: Limits

    /// Each limit of a table, with the smallest and the largest value.
    private static let limits: [(name: String, range: ClosedRange<Int>)] = [
        ("url", 1...Limits.mostURLBytes), ("segments", 1...Limits.mostSegments), ("items", 1...Limits.mostQueryItems),
        ("width", 1...Limits.mostWidth), ("connections", Limits.fewestConnections...Limits.mostConnections),
        ("connections-per-user", 1...Limits.mostConnections), ("calls-per-second", 1...Limits.mostCallsPerSecond),
    ]

    @Test func `the list of limits is complete`() {
        #expect(Self.limits.map(\.name) == TableLimit.allCases.map(\.rawValue))
    }

    @Test(arguments: limits.indices)
    func `a limit takes the values of its range, and no others`(_ index: Int) {
        let (name, range) = Self.limits[index]
        func codes(_ value: String) -> [String] { Tables.codes("scheme s\nlimit \(name) \(value)\n") }
        let accepted = codes("\(range.lowerBound)")
        #expect(!accepted.contains("RT107") && codes("\(range.upperBound)") == accepted)
        for value in ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "-1", "x", "", "1k", "1.0"] {
            #expect(codes(value.isEmpty ? "\"\"" : value).contains("RT107"), "\(name) \(value)")
        }
    }

    @Test func `limits of serving and of links are those of the table`() throws {
        let ruleset = try Tables.ruleset(
            """
            scheme s
            limit url 100
            limit segments 3
            limit items 2
            limit connections 64
            limit connections-per-user 7
            limit calls-per-second 9
            feature F {
                action a {
                    respond
                }
                route r /** do a
            }
            """)
        #expect(ruleset.linkLimits.urlBytes == 100 && ruleset.linkLimits.segments == 3)
        #expect(ruleset.linkLimits.queryItems == 2 && ruleset.servingLimits.connections == 64)
        #expect(ruleset.servingLimits.connectionsPerUser == 7 && ruleset.servingLimits.callsPerSecond == 9)
    }
}
