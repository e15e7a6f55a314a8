import Foundation
import Testing

/// What `deeplinkctl test` prints in each of its formats, what no case covers among it.
@Suite struct TestFormatTests {
    private static let table = #"""
        scheme t
        feature F {
            require toggle on
            action a {
                input n uint(1..9)
                exec /bin/echo $(n)
            }
            route open /open/$(n:uint(1..9)) do a
        }

        """#

    private static let cases = #"""
        table t.conf
        include more.cases
        case "opens" {
            url t://open/1
            expect ok.wouldPerform
        }
        case "a, b: <fails> & 100%" {
            url t://open/2
            expect blocked.*
        }

        """#

    private static let more = #"""
        case "to do" {
            url t://open/3
            expect blocked.*
            todo "later"
        }
        case "skipped" {
            url t://open/4
            expect ok.*
            skip "never"
        }
        case "done" {
            url t://open/5
            expect ok.*
            todo "was later"
        }

        """#

    /// Runs the cases in a folder of their own, whose path is left out of the output.
    private func test(_ arguments: String..., named name: String = "t.cases", environment: [String: String] = [:])
        throws -> Program.Run
    {
        try withFolder { folder in
            try folder.write("t.conf", Self.table)
            try folder.write("more.cases", Self.more)
            try folder.write("t.cases", Self.cases)
            try folder.write(
                "only.cases", "table t.conf\ncase a {\n    url t://x\n    expect rejected.*\n    only\n}\n")
            let files = name.split(separator: " ").map { folder.path(of: String($0)) }
            let run = try Program.run(Products.tool, ["test"] + files + arguments, environment: environment)
            return Program.Run(
                exit: run.exit, output: run.output.replacing(folder.path + "/", with: ""),
                errors: run.errors.replacing(folder.path + "/", with: ""))
        }
    }

    private static let text = #"""
        t.conf: 4 of 9 nodes covered
          bounds, 1 of 2; without a case: open n=9
          constraints, 1 of 2; without a case: F toggle unmet
          outcomes, 1 of 3; without a case: F blocked, F pending
          near misses, 0 of 1; without a case: open
          a case for bound open n=9; `deeplinkctl gen-cases` writes those for all:
            case "the route open takes the bound n=9" {
                url       t://open/9
                expect    ok.wouldPerform
                route     open
                parameter n 9
                would     start /bin/echo 9
            }
        ✗ t.cases:7: a, b: <fails> & 100%
            t://open/2
            expected blocked.*, got ok.wouldPerform: The action would be performed.
        ✓ more.cases:11: done
            the case passes: remove `todo`
        2 passed, 1 failed, 1 todo, 1 skipped

        """#

    private static let json = #"""
        {"case":"opens","at":"t.cases:3","passed":true,"verdict":"passed","code":"ok.wouldPerform","failures":[]}
        {"case":"a, b: <fails> & \#
        100%","at":"t.cases:7","passed":false,"verdict":"failed","code":"ok.wouldPerform","failures":["expected\#
         blocked.*, got ok.wouldPerform: The action would be performed."]}
        {"case":"to do","at":"more.cases:1","passed":false,"verdict":"todo","code":"ok.wouldPerform","failures"\#
        :["expected blocked.*, got ok.wouldPerform: The action would be performed."],"reason":"later"}
        {"case":"skipped","at":"more.cases:6","passed":false,"verdict":"skipped","failures":[],"reason":"never"}
        {"case":"done","at":"more.cases:11","passed":true,"verdict":"passed","code":"ok.wouldPerform","failures\#
        ":[],"reason":"was later"}
        {"table":"t.conf","nodes":9,"covered":4,"kinds":[{"kind":"route","nodes":1,"covered":1},{"kind":"bound"\#
        ,"nodes":2,"covered":1},{"kind":"constraint","nodes":2,"covered":1},{"kind":"outcome","nodes":3,"covere\#
        d":1},{"kind":"near miss","nodes":1,"covered":0}],"uncovered":[{"kind":"bound","name":"open \#
        n=9","at":"t.conf:8","case":"case \"the route open takes the bound n=9\" {\n    url       \#
        t://open/9\n    expect    ok.wouldPerform\n    route     open\n    parameter n 9\n    would     start \#
        /bin/echo 9\n}\n"},{"kind":"constraint","name":"F toggle unmet","at":"t.conf:2","case":"case \"F is \#
        blocked by toggle\" {\n    url    t://open/1\n    with   toggle F off\n    expect \#
        blocked.toggle.off\n    route  open\n}\n"},{"kind":"outcome","name":"F \#
        blocked","at":"t.conf:2","case":"case \"F is blocked\" {\n    url    t://open/1\n    with   toggle F \#
        off\n    expect blocked.toggle.off\n    route  open\n}\n"},{"kind":"outcome","name":"F \#
        pending","at":"t.conf:2","case":"case \"F is pending\" {\n    url    t://open/1\n    with   toggle F \#
        unknown\n    expect pending.undetermined\n    route  open\n}\n"},{"kind":"near \#
        miss","name":"open","at":"t.conf:8","case":"case \"a near miss of the route open\" {\n    url    \#
        t://open/x\n    expect rejected.route.notFound\n    near   open\n}\n"}],"unreached":[]}

        """#

    private static let tap = #"""
        ok 1 - opens
        not ok 2 - a, b: <fails> & 100%
        # expected blocked.*, got ok.wouldPerform: The action would be performed.
        not ok 3 - to do # todo later
        # expected blocked.*, got ok.wouldPerform: The action would be performed.
        ok 4 - skipped # skip never
        ok 5 - done
        # the case passes: remove `todo`
        1..5
        # t.conf: 4 of 9 nodes covered
        # without a case: bound open n=9
        # without a case: constraint F toggle unmet
        # without a case: outcome F blocked
        # without a case: outcome F pending
        # without a case: near miss open

        """#

    private static let junit = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="deeplinkctl test" tests="6" failures="1" skipped="2">
          <testsuite name="t.cases" tests="2" failures="1" skipped="0">
            <testcase name="opens" classname="t.cases" line="3"/>
            <testcase name="a, b: &lt;fails&gt; &amp; 100%" classname="t.cases" line="7">
              <failure message="expected blocked.*, got ok.wouldPerform: The action would be performed.">t.cases:7
        t://open/2
        expected blocked.*, got ok.wouldPerform: The action would be performed.</failure>
            </testcase>
          </testsuite>
          <testsuite name="more.cases" tests="3" failures="0" skipped="2">
            <testcase name="to do" classname="more.cases" line="1">
              <skipped message="todo: later"/>
            </testcase>
            <testcase name="skipped" classname="more.cases" line="6">
              <skipped message="skipped: never"/>
            </testcase>
            <testcase name="done" classname="more.cases" line="11"/>
          </testsuite>
          <testsuite name="coverage of t.conf" tests="1" failures="0" skipped="0">
            <properties>
              <property name="nodes" value="9"/>
              <property name="covered" value="4"/>
            </properties>
            <testcase name="t.conf: 4 of 9 nodes covered" classname="t.conf">
              <system-out>without a case: bound open n=9
        without a case: constraint F toggle unmet
        without a case: outcome F blocked
        without a case: outcome F pending
        without a case: near miss open</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """#

    private static let github = #"""
        ::error file=t.cases,line=7,title=a%2C b%3A <fails> & 100%25::t://open/2%0Aexpected blocked.*, got \#
        ok.wouldPerform: The action would be performed.
        ::notice file=more.cases,line=1,title=to do::todo: later%0Aexpected blocked.*, got ok.wouldPerform: \#
        The action would be performed.
        ::notice file=more.cases,line=6,title=skipped::skipped: never
        ::notice file=more.cases,line=11,title=done::the case passes: remove `todo`
        ::warning file=t.conf,line=8,title=without a case::bound open n=9, near miss open%0Acase "the route \#
        open takes the bound n=9" {%0A    url       t://open/9%0A    expect    ok.wouldPerform%0A    route    \#
         open%0A    parameter n 9%0A    would     start /bin/echo 9%0A}%0A
        ::warning file=t.conf,line=2,title=without a case::constraint F toggle unmet, outcome F blocked, \#
        outcome F pending%0Acase "F is blocked by toggle" {%0A    url    t://open/1%0A    with   toggle F \#
        off%0A    expect blocked.toggle.off%0A    route  open%0A}%0A
        ::notice title=coverage::t.conf: 4 of 9 nodes covered
        2 passed, 1 failed, 1 todo, 1 skipped

        """#

    @Test(arguments: [("text", text), ("json", json), ("tap", tap), ("junit", junit), ("github", github)])
    func `a format has each case with its verdict, and what is covered`(_ format: String, _ output: String) throws {
        let run = try test("--format", format)
        #expect(run.exit == .code(1) && run.errors == "")
        #expect(run.output == output, "\(run)")
    }

    @Test func `SARIF has a result for each failed case and each uncovered node, with place and fingerprint`() throws {
        let run = try test("--format", "sarif")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(document["version"] as? String == "2.1.0")
        let runs = try #require((document["runs"] as? [[String: Any]])?.first)
        let results = try #require(runs["results"] as? [[String: Any]])
        let rows = results.map { result in
            let location =
                ((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]) ?? [:]
            let file = (location["artifactLocation"] as? [String: Any])?["uri"] as? String ?? ""
            let line = (location["region"] as? [String: Any])?["startLine"] as? Int ?? 0
            let text = (result["message"] as? [String: Any])?["text"] as? String ?? ""
            return "\(result["ruleId"] ?? "") \(result["level"] ?? "") \(file):\(line) \(text.prefix { $0 != "\n" })"
        }
        #expect(
            rows == [
                "failed-case error t.cases:7 a, b: <fails> & 100%",
                "uncovered-node note t.conf:8 no case covers the bound open n=9",
                "uncovered-node note t.conf:2 no case covers the constraint F toggle unmet",
                "uncovered-node note t.conf:2 no case covers the outcome F blocked",
                "uncovered-node note t.conf:2 no case covers the outcome F pending",
                "uncovered-node note t.conf:8 no case covers the near miss open",
            ], "\(run)")
        #expect(results.allSatisfy { ($0["partialFingerprints"] as? [String: Any])?.count == 1 })
    }

    @Test(arguments: [
        ("text", "fewer than 100 % of the nodes are covered\n"), ("tap", "\nnot ok 6 - 100 % of the nodes of t.conf"),
        ("junit", "<failure message=\"fewer than 100 % of the nodes are covered\">"),
        ("github", "::error file=t.conf,line=2,title=without a case::"), ("sarif", "no case covers the near miss open"),
    ])
    func `a threshold that is not reached is a failure in each format`(_ format: String, _ says: String) throws {
        let run = try test("--format", format, "--fail-under", "100")
        #expect(run.exit == .code(1) && run.output.contains(says), "\(run)")
    }

    @Test func `random order prints a seed, and the seed repeats it`() throws {
        let first = try test("--shuffle", "--format", "tap")
        let seed = try #require(first.output.firstMatch(of: #/^# random order: --seed (\d+)\n/#)?.1)
        #expect(try test("--seed", String(seed), "--format", "tap").output == first.output)
        let orders = try (1...6).map { try test("--seed", "\($0)", "--format", "json").lines.map { $0["case"].text } }
        #expect(Set(orders).count > 1 && orders.allSatisfy { $0.sorted() == orders[0].sorted() })
    }

    @Test func `only leaves out all other cases, and is an error in CI`() throws {
        let run = try test(named: "only.cases t.cases")
        #expect(run.output == "t.conf: 0 of 9 nodes covered\n1 passed, 0 failed\n" && run.exit == .code(0), "\(run)")
        let ci = try test(named: "only.cases t.cases", environment: ["CI": "true"])
        #expect(
            ci.errors == """
                only.cases:2:6: error RT701: `only` leaves out all other cases, and CI=true is set
                   2 | case a {
                     |      ^
                     = help: remove the line `only`; `deeplinkctl test --run` selects cases, too
                1 error
                more: deeplinkctl help RT701

                """ && ci.exit == .code(3), "\(ci)")
    }
}
