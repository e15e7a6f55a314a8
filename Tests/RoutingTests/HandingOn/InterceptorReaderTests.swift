import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// `observe`, `guard`, `replace` and `rewrite`: what is reported, and where.
@Suite struct InterceptorReaderTests {
    /// A table around lines of a feature `G`, whose actions have inputs of several kinds.
    private static func table(_ lines: String, file: String = "") -> String {
        """
        scheme s
        feature F {
            action a {
                input id uint
                input token string = x secret
                respond
            }
            action moved {
                redirect s://r/1
            }
            route r /r/$(id:uint) do a
            route m /m do moved
            feature Inner {
                action b {
                    respond
                }
                route b /b do b
            }
        }
        feature G {
            action note {
                input code string
                input url string
                respond
            }
            action check {
                input action string
                respond
            }
            action typed {
                input caller uint
                respond
            }
            action other {
                input unknown string
                respond
            }
            action pretend {
                input id uint
                respond
            }
            action wide {
                input id string
                respond
            }
            action open {
                input token string
                respond
            }
            action away {
                redirect s://r/1
            }
            action written {
                exec /bin/true
                journal
            }
            \(lines)
        }
        \(file)
        """
    }

    /// Lines, and the messages about them that are no warnings.
    struct Row: CustomTestStringConvertible {
        let lines: String
        let messages: [String]
        var testDescription: String { lines }

        init(_ lines: String, _ messages: String...) { (self.lines, self.messages) = (lines, messages) }
    }

    @Test(arguments: [
        Row("observe note"), Row("observe note of F"), Row("observe note of F/Inner F"), Row("guard check of Inner"),
        Row("replace F.a with pretend"), Row("guard check\nguard check of F\nreplace F.a with pretend\nobserve note"),
        Row("observe nothing", "the feature has no action `nothing`"),
        Row("observe note of Q", "there is no feature `Q`"),
        Row("observe note of", "the line is not complete"),
        Row("observe note in F", "the line is not complete"),
        Row("observe note of G", "the line stands in `G` itself"),
        Row("guard note", "nothing gives the action its input `code`"),
        Row("observe typed", "the input `caller` is a text"),
        Row("guard other", "nothing gives the action its input `unknown`"),
        Row("guard away", "the action `away` leads to another link"),
        Row("observe written", "the action `written` has the line `journal`, which is about links"),
        Row("replace F with pretend", "`F` is not an action with its feature"),
        Row("replace F.q with pretend", "the feature `F` has no action `q`"),
        Row("replace G.check with pretend", "the action is one of the same feature"),
        Row("replace F.moved with check", "the action `moved` leads to another link"),
        Row("replace F.a with wide", "the input `id` is not declared as in `a`"),
        Row("replace F.a with open", "the input `token` is not declared as in `a`"),
        Row("replace F/Inner.b with pretend", "`b` has no input `id`, which the action needs"),
    ])
    func `a line about the links of others names what there is`(_ row: Row) {
        let kept = Tables.load(Self.table(row.lines)).diagnostics.kept
        #expect(kept.filter { $0.severity == .error }.map(\.message) == row.messages)
        #expect(kept.allSatisfy { $0.severity == .warning || $0.help != nil })
    }

    @Test func `no package names an interceptor`() {
        for line in ["observe note", "guard check", "replace F.a with pretend"] {
            let kept = Tables.load("package p\n" + Self.table(line)).diagnostics.kept
            let refusals = kept.filter { $0.code == .misplacedDirective && $0.message.contains("package") }
            #expect(refusals.count == 1, "\(line): \(kept)")
        }
        let table = "package p\n" + Self.table("", file: "rewrite x {\nfrom a:**\nto s:**\n}")
        let kept = Tables.load(table).diagnostics.kept
        #expect(kept.contains { $0.code == .misplacedDirective }, "\(kept)")
    }

    @Test(arguments: [
        Row("from a:**\nto s:**"), Row("from a:** b:**\nto s:**\nprofile production"),
        Row("from https://a.example/x\nto s://r/1"),
        Row("from a:**\nvarlink unix:/run/x io.example.R.Rewrite url=$(url)\nresult {\nurl string\n}"),
        Row("to s:**", "the block does not say which links it is about"),
        Row("from a:**", "the block does not say what the links become"),
        Row("from a\nto s:**", "`a` is not a link, or the beginning of one"),
        Row("from a:**/x\nto s:**", "`a:**/x` is not a link, or the beginning of one"),
        Row("from a://x\nto s:**", "nothing stands for `**`, because a link of `from` has no `**`"),
        Row("from a:**\nto javascript:**", "links of `javascript` are not rewritten"),
        Row("from file:**\nto s:**", "links of `file` are not rewritten"),
        Row("from a:**\nto s:**\nexec /bin/echo x", "`to` says already which link it becomes"),
        Row(
            "from a:**\nvarlink unix:/run/x io.example.R.Rewrite url=$(url)",
            "the answer has no member `url`, which is the other link"),
        Row("from a:**\nto s:**\nprofile test", "there is no profile `test`"),
        Row("from a:**\nto s:**\n}\nrewrite x {\nfrom b:**\nto s:**", "the rewrite `x` is declared twice"),
    ])
    func `a rewrite says which links become which`(_ row: Row) {
        let kept = Tables.load(Self.table("", file: "rewrite x {\n\(row.lines)\n}")).diagnostics.kept
        #expect(kept.filter { $0.severity == .error }.map(\.message) == row.messages)
    }

    @Test(arguments: [
        ("https://old.example/shows/7?page=2#x", "s://shows/7?page=2#x", ["moved"]),
        ("HTTPS://OLD.example:443/shows/7", "s://shows/7", ["moved"]),
        ("https://old.example/shows", "https://old.example/shows", []),
        ("https://old.example.evil/shows/7", "https://old.example.evil/shows/7", []),
        ("https://old.example/start", "s://r/1", ["start"]),
        ("https://old.example/start?x", "https://old.example/start?x", []),
        ("c:7", "s:7", ["one", "two"]), ("b:7", "s:7", ["two"]), ("no link", "no link", []),
    ])
    func `each line acts once, in its order, on what the one before has made`(
        _ url: String, _ result: String, _ names: [String]
    ) throws {
        let file = """
            rewrite moved {
                from https://old.example/shows/**
                to s://shows/**
            }
            rewrite start {
                from https://old.example/start
                to s://r/1
            }
            rewrite one {
                from c:**
                to b:**
            }
            rewrite two {
                from b:**
                to s:**
            }
            rewrite never {
                from s:**
                to c:**
                profile development
            }
            """
        let result0 = Tables.load(Self.table("", file: file))
        let ruleset = try #require(result0.ruleset, "\(result0.diagnostics.kept)")
        let rewritten = ruleset.rewrites.rewritten(url)
        #expect((rewritten?.url ?? url) == result && (rewritten?.names ?? []) == names)
    }
}
