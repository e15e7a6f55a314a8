import Conf
import Matching
import Testing

@testable import Routing

/// A wrong line about a word of the language, and the right form that its report shows.
///
///     query not start      write `query !start`
///
/// The example is put in the place of the wrong line, and the table then has to load: so the examples are true.
struct WrongWord: CustomTestStringConvertible, Sendable {
    /// Where the lines stand.
    enum Place: String, Sendable {
        case file = """
            %
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """
        case feature = """
            scheme s
            values lang de en
            feature F {
                action a {
                    input x string?
                    input n uint?
                    respond
                }
                %
                route r /r do a
            }
            """
        case action = """
            scheme s
            feature F {
                action a {
                    %
                    respond
                }
                route r /r do a
            }
            """
        case route = """
            scheme s
            values lang de en
            feature F {
                action a {
                    input x string?
                    input n uint?
                    input live bool?
                    respond
                }
                route r /r do a {
                    %
                }
            }
            """
        case group = """
            scheme s
            feature F {
                action a {
                    respond
                }
                under /g {
                    %
                    route q /q do a {
                        query start _
                    }
                    route w /w do a {
                        query game _
                    }
                }
            }
            """
    }

    let place: Place
    let wrong: String
    /// What the help has in backquotes.
    let example: String
    /// The lines to be loaded in place of the wrong ones: the example, unless that is a part of them.
    let right: String

    init(_ place: Place, _ wrong: String, _ example: String, right: String? = nil) {
        (self.place, self.wrong, self.example, self.right) = (place, wrong, example, right ?? example)
    }

    var testDescription: String { wrong }

    func table(_ line: String) -> String { place.rawValue.replacing("%", with: line) }
}

/// Every error about a word of the language has the right form as an example.
@Suite struct WrongWordTests {
    @Test(arguments: WrongWord.absent + WrongWord.from + WrongWord.flag + WrongWord.exact + WrongWord.silent)
    func `a wrong line about a key shows the right one, which loads`(_ row: WrongWord) { check(row) }

    @Test(arguments: WrongWord.types + WrongWord.patterns)
    func `a wrong type or pattern shows the right one, which loads`(_ row: WrongWord) { check(row) }

    @Test(arguments: WrongWord.groups + WrongWord.lists)
    func `a wrong group shows the right one, which loads`(_ row: WrongWord) { check(row) }

    @Test(arguments: WrongWord.scopes + WrongWord.packages)
    func `a wrong line about schemes or packages shows the right one, which loads`(_ row: WrongWord) { check(row) }

    private func check(_ row: WrongWord) {
        let wrong = Tables.load(row.table(row.wrong)).diagnostics.inOrder
        let helps = wrong.compactMap(\.help)
        #expect(helps.contains { $0.contains("`\(row.example)`") || $0.contains("\"\(row.example)\"") }, "\(wrong)")
        let right = Tables.load(row.table(row.right))
        #expect(right.ruleset != nil, "\(Tables.printed(right))")
        // What the help is about is mended: neither error nor warning has its code.
        let code = wrong.first { $0.help?.contains(row.example) == true }?.code
        #expect(!right.diagnostics.kept.contains { $0.code == code }, "\(Tables.printed(right))")
    }

    @Test(arguments: [
        ("query x from \"start?\"", "start?"), ("query x from a.b", "a.b"), ("query x from \"!start\"", "!start"),
        ("query x from tags[]", "tags[]"), ("query x from \"a|b\"", "a|b"), ("query x from \"größe\"", "größe"),
        ("query x from größe", "größe"), ("query x from not", "not"), ("query x from _", "_"),
    ])
    func `a key with other characters is written in quotes`(_ line: String, _ key: String) throws {
        let ruleset = try Tables.ruleset(WrongWord.Place.route.rawValue.replacing("%", with: line))
        #expect(ruleset.routes[0].query.map(\.key) == [key])
    }

    @Test(arguments: [
        ("query !file.path", "file.path"), ("query \"!utm:source\"", "utm:source"), ("query !tags[]", "tags[]"),
        ("query \"!!x\"", "!x"),
    ])
    func `a key that must be absent has any characters, in quotes where it must`(_ line: String, _ key: String) throws {
        let ruleset = try Tables.ruleset(WrongWord.Place.route.rawValue.replacing("%", with: line))
        #expect(ruleset.routes[0].absent == [key])
    }

    @Test(arguments: ["query not", "query no _", "query absent?", "query flag:flag _", "query exact? exact"])
    func `a key may have the name of a word that is often written by mistake`(_ line: String) {
        #expect(Tables.load(WrongWord.Place.route.rawValue.replacing("%", with: line)).ruleset != nil)
    }
}
