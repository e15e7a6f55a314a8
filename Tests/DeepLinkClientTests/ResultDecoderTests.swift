import DeepLinkClient
import Testing
import Varlink

@testable import Contract

/// Results of outcomes as types of the caller's.
@Suite struct ResultDecoderTests {
    private struct Episode: Decodable, Equatable {
        struct Part: Decodable, Equatable {
            let name: String
            let seconds: Double?
        }

        enum Kind: String, Decodable { case news, story }

        let title: String
        let position: UInt?
        let tags: [String]
        let kind: Kind
        let parts: [Part]
        let matrix: [[Int8]]?
        let names: [String: Bool]?
        let isLive: Bool

        enum CodingKeys: String, CodingKey {
            case title, position, tags, kind, parts, matrix, names
            case isLive = "live"
        }
    }

    private static func outcome(_ result: String?) throws -> DeepLinkClient.Outcome {
        let member = result.map { #","result":\#($0)"# } ?? ""
        let text = #"{"class":"ok","code":"ok.performed","message":"m"\#(member)}"#
        return try ReceivedOutcome(try JSONText.value(of: text))
    }

    @Test func `a result is a value of the type that the caller names`() throws {
        let outcome = try Self.outcome(
            #"""
            {"title":"Dune","tags":["a","b"],"kind":"story","parts":[{"name":"1","seconds":1.5},{"name":"2"}],
            "matrix":[[1,-2],[]],"names":{"x":true},"live":false,"position":null}
            """#)
        let episode = try outcome.result(as: Episode.self)
        #expect(
            episode
                == Episode(
                    title: "Dune", position: nil, tags: ["a", "b"], kind: .story,
                    parts: [.init(name: "1", seconds: 1.5), .init(name: "2", seconds: nil)], matrix: [[1, -2], []],
                    names: ["x": true], isLive: false))
        #expect(try Self.outcome(#"{"a":1}"#).result(as: [String: UInt64].self) == ["a": 1])
    }

    /// A result, and the place and the kind of the error as an `Episode`.
    struct Row: CustomTestStringConvertible {
        let result: String?
        let error: String

        var testDescription: String { result ?? "none" }
    }

    @Test(arguments: [
        Row(result: nil, error: "valueNotFound at "),
        Row(result: "{}", error: "keyNotFound at "),
        Row(result: #"{"title":7}"#, error: "typeMismatch at title"),
        Row(result: #"{"title":"x","position":-1}"#, error: "typeMismatch at position"),
        Row(result: #"{"title":"x","position":1.5}"#, error: "typeMismatch at position"),
        Row(result: #"{"title":"x","tags":["a",null]}"#, error: "typeMismatch at tags.1"),
        Row(result: #"{"title":"x","tags":"a"}"#, error: "typeMismatch at tags"),
        Row(result: #"{"title":"x","tags":[],"kind":"poem"}"#, error: "dataCorrupted at kind"),
        Row(result: #"{"title":"x","tags":[],"kind":"news","parts":[{}]}"#, error: "keyNotFound at parts.0"),
        Row(
            result: #"{"title":"x","tags":[],"kind":"news","parts":[],"matrix":[[128]]}"#,
            error: "typeMismatch at matrix.0.0"),
    ])
    func `a result of another type is an error with its place`(_ row: Row) throws {
        let error = #expect(throws: DecodingError.self) { try Self.outcome(row.result).result(as: Episode.self) }
        let (kind, context): (String, DecodingError.Context) =
            switch try #require(error) {
            case .typeMismatch(_, let context): ("typeMismatch", context)
            case .valueNotFound(_, let context): ("valueNotFound", context)
            case .keyNotFound(_, let context): ("keyNotFound", context)
            case .dataCorrupted(let context): ("dataCorrupted", context)
            @unknown default: ("", .init(codingPath: [], debugDescription: ""))
            }
        #expect("\(kind) at \(context.codingPath.map(\.stringValue).joined(separator: "."))" == row.error)
    }
}
