import Contract
import Features
import Testing

@testable import Routing

/// Which inputs an action by its name takes, and what is said where it does not.
@Suite struct NamedActionTests {
    private static let table = """
        scheme t
        deny /denied/**
        values page home news
        feature F {
            action show {
                input id uint
                input sort sort|title = title
                input token string? secret
                respond
            }
            action files {
                input path **
                respond
            }
            action power {
                input verb string
                exec trusted /usr/bin/printf $(verb)
            }
            action open {
                input page string
                input note string?
                respond
            }
            action pick {
                input page @page
                respond
            }
            action never {
                respond
            }
            action denied {
                respond
            }
            route show /show/$(id:uint) do show {
                query sort:sort|title?
                query token?
            }
            route files /files/$(path:**) do files {
                except /files/private/**
            }
            route suspend /suspend do power {
                with verb suspend
            }
            route status /status do power {
                with verb status
            }
            route open /open/$(page:@page) do open {
                query note?
            }
            route pick /pick do pick {
                query page:@page
            }
            route denied /denied/x do denied
            feature G {
                require toggle off
                action go {
                    respond
                }
                route go /go do go
            }
        }
        """

    private func outcome(_ action: String, _ inputs: String = "{}", _ facts: Facts = Facts()) throws -> Outcome {
        try outcome(of: Target(action: action, inputs: try JSONText.value(of: inputs).members ?? []), facts)
    }

    private func outcome(of target: Target, _ facts: Facts = Facts()) throws -> Outcome {
        let ruleset = try Tables.ruleset(Self.table)
        return ruleset.pass(target, facts: facts, caller: Caller(uid: 1000)).outcome(in: ruleset)
    }

    private static let taken: [(action: String, inputs: String, parameters: String)] = [
        ("F.show", #"{"id":7}"#, #"{"id":7,"sort":"title"}"#),
        ("F.show", #"{"sort":"sort","id":"7"}"#, #"{"id":7,"sort":"sort"}"#),
        ("F.show", #"{"id":7,"token":"pssst"}"#, #"{"id":7,"sort":"title","token":"***"}"#),
        ("F.show", #"{"id":7,"token":null,"sort":null}"#, #"{"id":7,"sort":"title"}"#),
        ("F.files", #"{"path":["a","b c",""]}"#, #"{"path":["a","b c",""]}"#),
        ("F.files", #"{"path":"a/b"}"#, #"{"path":["a","b"]}"#), ("F.files", #"{"path":[]}"#, #"{"path":[]}"#),
        ("F.power", #"{"verb":"suspend"}"#, #"{"verb":"suspend"}"#),
        ("F.power", #"{"verb":"status"}"#, #"{"verb":"status"}"#),
        ("F.open", #"{"page":"news","note":"a/b"}"#, #"{"page":"news","note":"a/b"}"#),
        ("F.denied", "{}", "{}"),
    ]

    @Test(arguments: taken.indices)
    func `an action takes the inputs that a link of one of its routes could bring`(_ index: Int) throws {
        let row = Self.taken[index]
        let outcome = try outcome(row.action, row.inputs)
        #expect(outcome.code == .okWouldPerform, "\(outcome)")
        #expect(JSONText.text(of: .object(outcome.parameters)) == row.parameters)
        #expect(outcome.feature.map { $0 + "." + (outcome.action ?? "") } == row.action)
        #expect(outcome.url == nil && outcome.route == nil && outcome.tableRevision != nil)
    }

    private static let refused: [(action: String, inputs: String, code: OutcomeCode, key: String?, says: String)] = [
        ("F.show", "{}", .inputMissing, "id", "The call lacks the input `id`."),
        ("F.pick", "{}", .inputMissing, "page", "The call lacks the input `page`, one of home, news."),
        ("F.show", #"{"id":-1}"#, .inputInvalid, "id", "The value of `id` is not of the type `uint`."),
        ("F.show", #"{"id":7.5}"#, .inputInvalid, "id", "neither a text nor an integer"),
        ("F.show", #"{"id":[7]}"#, .inputInvalid, "id", "neither a text nor an integer"),
        ("F.show", #"{"id":{"a":7}}"#, .inputInvalid, "id", "neither a text nor an integer"),
        ("F.show", #"{"id":7,"sort":"size"}"#, .inputInvalid, "sort", "sort"),
        ("F.show", #"{"id":7,"srot":"title"}"#, .inputUnexpected, "srot", "did you mean `sort`?"),
        ("F.show", #"{"id":7,"token":"a\u0000b"}"#, .inputInvalid, "token", "cannot be taken"),
        ("F.show", #"{"id":7,"token":"a\u202eb"}"#, .inputInvalid, "token", "cannot be taken"),
        ("F.files", #"{"path":7}"#, .inputInvalid, "path", "no list of texts"),
        ("F.files", #"{"path":["a",7]}"#, .inputInvalid, "path", "no list of texts"),
        ("F.files", #"{"path":["a","..","b"]}"#, .inputInvalid, "path", "No route brings"),
        ("F.files", #"{"path":["a/b"]}"#, .inputInvalid, "path", "No route brings"),
        ("F.files", #"{"path":["a","","b"]}"#, .inputInvalid, "path", "No route brings"),
        // What routes promise about their actions.
        ("F.files", #"{"path":["private","x"]}"#, .inputInvalid, nil, "No route brings"),
        ("F.power", #"{"verb":"poweroff"}"#, .inputInvalid, "verb", "No route brings the action this value of `verb`."),
        ("F.open", #"{"page":"admin"}"#, .inputInvalid, "page", "No route brings"),
        // Names.
        ("F.shwo", "{}", .actionNotFound, nil, "did you mean `F.show`?"),
        ("F.never", "{}", .actionNotFound, nil, "No route leads to an action `F.never`"),
        ("Nowhere.show", "{}", .actionNotFound, nil, "`Nowhere.show`"), ("show", "{}", .actionNotFound, nil, "`show`"),
        ("", "{}", .actionNotFound, nil, "``"), ("F.", "{}", .actionNotFound, nil, "`F.`"),
        (".show", "{}", .actionNotFound, nil, "`.show`"),
        ("DeepLinking.performIncomingURL", #"{"url":"t://go"}"#, .actionNotFound, nil, "performIncomingURL"),
    ]

    @Test func `a link that lacks a key of a set of values is told the values`() throws {
        let outcome = try outcome(of: Target(url: "t://pick"))
        #expect(outcome.code == .inputMissing)
        #expect(outcome.message == "The link lacks the query key `page`, one of home, news.")
    }

    @Test(arguments: refused.indices)
    func `what an action does not take is refused in the words for links, with the nearest name`(_ index: Int) throws {
        let row = Self.refused[index]
        let outcome = try outcome(row.action, row.inputs)
        #expect(outcome.code == row.code && outcome.rejection?.key == row.key, "\(outcome)")
        #expect(outcome.message.contains(row.says), "\(outcome.message)")
        #expect(outcome.message.hasSuffix(".") || outcome.message.hasSuffix("?"))
    }

    @Test func `the gates of a named action are those of its links, the intake among them`() throws {
        let blocked = try outcome("G.go")
        #expect(blocked.code == .toggleOff && blocked.feature == "F/G" && blocked.primary == "toggle:F/G")
        #expect(try outcome("F/G.go").code == .toggleOff)
        var closed = Facts()
        closed[.runtime(DeepLinkingFeature.name)] = .off
        let outcome = try outcome("F.show", #"{"id":7}"#, closed)
        #expect(outcome.code == .featureDisabled && outcome.feature == "DeepLinking" && outcome.parameters.isEmpty)
    }

    @Test func `the inputs of one call have no more text than a URL`() throws {
        let long = String(repeating: "a", count: 9000)
        let outcome = try outcome("F.show", #"{"id":7,"token":"\#(long)"}"#)
        #expect(outcome.code == .inputInvalid && outcome.rejection?.key == "token" && outcome.message.utf8.count < 200)
        let unknown = try self.outcome("F.show", #"{"\#(long)":7}"#)
        #expect(unknown.code == .inputUnexpected && unknown.message.utf8.count < 200)
        #expect(try self.outcome(long).message.utf8.count < 200)
    }
}
