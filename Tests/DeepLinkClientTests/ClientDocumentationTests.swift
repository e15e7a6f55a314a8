import Foundation
import TestSupport
import Testing

/// The articles of the client library, and what programs that use both libraries can write.
@Suite(.enabled(if: Compiler.find(for: "samples of the client library") != nil))
struct ClientDocumentationTests {
    private static let articles = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Libraries/DeepLinkClient/DeepLinkClient.docc")

    /// The Swift blocks of an article.
    private static func blocks(of article: String) throws -> [String] {
        let text = try String(contentsOf: articles.appending(path: article), encoding: .utf8)
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test(arguments: [("DeepLinkClient.md", 3), ("CallingTheDaemon.md", 11)])
    func `the blocks of an article are a program of another package`(_ article: String, _ count: Int) throws {
        let blocks = try Self.blocks(of: article)
        #expect(blocks.count == count)
        #expect(try Compiler.errors(of: blocks.joined(separator: "\n"), isForeign: true) == [])
    }

    @Test func `every article has its test`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.articles.path)
        #expect(names.sorted() == ["CallingTheDaemon.md", "DeepLinkClient.md"])
    }

    @Test func `a program with both libraries has one type of remedies and one of constraints`() throws {
        let program = """
            import DeepLinkClient
            import DeepLinkFeatures

            func texts(_ remedies: [Remedy]) -> [String] {
                remedies.filter { $0.actor == .user && $0.kind != .wait }.map(\\.message)
            }
            func show(_ refusal: Refusal, _ outcome: Outcome, _ constraint: ConstraintStatus) -> [String] {
                let remedy: DeepLinkFeatures.Remedy? = outcome.remedies.first
                let other: DeepLinkClient.Remedy? = refusal.remedies.first
                let constraints: [ConstraintStatus] = outcome.constraints + refusal.constraints + [constraint]
                if remedy == other, let names = remedy?.arguments["products"] { print(names.elements ?? []) }
                switch remedy?.kind {
                case .purchase?: print("buy")
                case "callVendor"?: print("a newer kind")
                default: print(remedy?.withheldBecause ?? "", constraints.map(\\.id))
                }
                return texts(outcome.remedies + refusal.remedies) + outcome.remedies.map(\\.personSentence)
            }
            """
        #expect(try Compiler.errors(of: program, isForeign: true) == [])
    }
}
