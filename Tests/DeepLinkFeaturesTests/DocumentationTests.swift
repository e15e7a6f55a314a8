import Foundation
import TestSupport
import Testing

/// The front page compiles as a program; the samples of the articles compile with its declarations and those below.
@Suite(.enabled(if: Compiler.find(for: "samples of the documentation") != nil))
struct DocumentationTests {
    private static let beside = """
        enum Playback: Feature {
            static let description = ""
            static let play = action(PlayEpisode.self)
            static func prepare(actions: FeatureActionsBuilder) { actions.publish(play) }
        }

        enum PlayEpisode: Action {
            typealias Input = Episode
            static func perform(_ context: borrowing ActionContext<Self>, presenter: Screen) {}
        }

        let play = Playback.play
        func show(_ outcome: LinkOutcome) {}

        """
    private static let episode = """
        struct Episode: RoutedInput { init(_ inputs: RouteInputs) {} }

        """

    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Libraries/DeepLinkFeatures/DeepLinkFeatures.docc")

    /// The Swift blocks of an article.
    private static func blocks(of article: String) throws -> [String] {
        let text = try String(contentsOf: page.appending(path: article), encoding: .utf8)
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Declarations unchanged; each step in a function with the values of earlier steps as parameters.
    private static func source(_ blocks: [String]) -> String {
        let parts = blocks.enumerated().map { number, block in
            let isDeclaration = block.split(separator: "\n").contains { line in
                ["enum ", "struct ", "extension ", "final class "].contains(where: line.hasPrefix)
            }
            if isDeclaration { return block }
            return """
                func step\(number)(
                    _ dispatcher: Dispatcher, _ routes: FeatureRoutesBuilder, url: String, presenters: Presenters, screen: Screen
                ) \(block.contains("await ") ? "async throws" : "throws") {
                \(block)
                }

                """
        }
        return "import DeepLinkFeatures\n\n" + beside + parts.joined(separator: "\n")
    }

    @Test func `the front page compiles as it stands`() throws {
        let blocks = try Self.blocks(of: "DeepLinkFeatures.md")
        #expect(blocks.count == 3)
        #expect(try Compiler.errors(of: blocks.joined(separator: "\n")) == [])
    }

    @Test func `the article on links compiles as it stands, after the front page`() throws {
        let front = try Self.blocks(of: "DeepLinkFeatures.md")
        let blocks = try Self.blocks(of: "OpeningLinks.md")
        #expect(blocks.count == 6)
        #expect(try Compiler.errors(of: Self.source([front[0]] + blocks)) == [])
    }

    @Test func `the article on permissions compiles as it stands, after the front page`() throws {
        let front = try Self.blocks(of: "DeepLinkFeatures.md")
        let blocks = try Self.blocks(of: "AskingForPermissions.md")
        #expect(blocks.count == 7)
        #expect(try Compiler.errors(of: Self.source([front[0]] + blocks) + Self.episode) == [])
    }

    @Test func `the sample of README compiles with the declarations of the front page`() throws {
        let readme = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md"),
            encoding: .utf8)
        let chapter = try #require(readme.components(separatedBy: "## The Swift library\n").last)
        let lines = chapter.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.contains { $0.contains("dispatcher.request(") })
        let sample = """
            func readme(_ dispatcher: Dispatcher, playlist: String, window: Screen) throws {
            \(lines.joined(separator: "\n"))
            }

            """
        let front = try Self.blocks(of: "DeepLinkFeatures.md")
        #expect(try Compiler.errors(of: Self.source([front[0]]) + Self.episode + sample) == [])
    }

    @Test func `the page on the library is a program that compiles, but for the lines that it says do not`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/library.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let blocks = text.matches(of: /(<!-- not run: (.*) -->\n)?```swift\n((?:[^`]|`(?!``))*)```\n/).map { match in
            (reason: match.2.map(String.init), code: String(match.3))
        }
        let program = blocks.filter { $0.reason == nil }.map(\.code).joined(separator: "\n")
        #expect(blocks.count > 5)
        #expect(try Compiler.errors(of: program) == [])
        let wrong = try #require(blocks.first { $0.reason == "it does not compile" })
        let errors = try Compiler.errors(of: program + wrong.code)
        let sentence = try #require(text.firstMatch(of: /The compiler says what to do: \*([^*]+)\*/)?.1)
        #expect(errors.contains { $0.contains(sentence) }, "\(errors)")
    }

    @Test(arguments: ["swift.md": 5, "conditional-features.md": 8])
    func `a page on the library compiles as one program`(_ page: String, _ count: Int) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/clients/" + page)
        let text = try String(contentsOf: url, encoding: .utf8)
        // What takes a trait is compiled by a package of its own: the next test.
        let run = text.replacing(/<!-- not run: .* -->\n```swift\n((?:[^`]|`(?!``))*)```\n/, with: "")
        let blocks = run.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == count)
        #expect(try Compiler.errors(of: blocks.joined(separator: "\n"), isForeign: true) == [])
    }

    @Test func `the listing of spans is the file that the example of a server compiles`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/clients/swift.md"), encoding: .utf8)
        let example = root.appending(path: "Examples/Server/Sources/Server/Trace.swift")
        #expect(page.contains("```swift\n" + (try String(contentsOf: example, encoding: .utf8)) + "```\n"))
    }

    @Test func `a sample with an error does not compile`() throws {
        let front = try Self.blocks(of: "DeepLinkFeatures.md")
        let wrong = front.map {
            $0.replacingOccurrences(of: "requirements.purchase(premium)", with: "requirements.buy()")
        }
        #expect(try Compiler.errors(of: Self.source(wrong + [Self.episode])).contains { $0.contains("buy") })
    }
}
