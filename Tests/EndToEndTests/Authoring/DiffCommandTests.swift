import Testing

/// `deeplinkctl diff`: its texts, its formats, tables of git, and its exit status.
@Suite struct DiffCommandTests {
    private static let old = """
        scheme pod
        product p {
        }
        feature F {
            action open {
                input id uint
                respond
            }
            route item /items/$(id:uint) do open
        }
        """
    private static let new = old.replacing("/items/$(id:uint)", with: "/items/$(id:uint(1..9))")
        .replacing("feature F {", with: "feature F {\n    require purchase p")
        .replacing("respond", with: #"respond "$(id)""#)

    private static func run(_ old: String, _ new: String, _ arguments: String...) throws -> Program.Run {
        try withFolder { folder in
            try folder.write("old.conf", old)
            try folder.write("new.conf", new)
            return try run(in: folder, [Products.tool, "diff"] + arguments + ["old.conf", "new.conf"])
        }
    }

    private static func run(in folder: TemporaryFolder, _ words: [String]) throws -> Program.Run {
        try Program.run("/bin/sh", ["-c", #"cd "$0" && exec "$@""#, folder.path] + words)
    }

    @Test func `changes come by their meaning, each with a link`() throws {
        let run = try Self.run(Self.old, Self.new)
        #expect(run.exit == .code(10))
        #expect(
            run.output == """
                1 route asks for something else, 1 route takes fewer links, 1 action does something else; 0 routes are as they were

                gated  item  new.conf:10
                  link       pod://items/1
                  before     item → F.open
                  after      item → F.open
                  conditions + require purchase p

                narrowed  item  new.conf:10
                  link       pod://items/0
                  before     item → F.open
                  after      rejected.route.notFound

                performs  feature F > action open
                  link       pod://items/1
                  - respond
                  + respond "$(id)"

                """)
    }

    @Test func `the same table in other words has no difference`() throws {
        let run = try Self.run(Self.old, "# A comment.\n" + Self.old)
        #expect(run.exit == .code(0) && run.output == "no difference; 1 route is as it was\n")
    }

    @Test func `each change is an object of JSON, and the last one is about all`() throws {
        let run = try Self.run(Self.old, Self.new, "--format", "json")
        #expect(run.exit == .code(10))
        let object = #""before":{"route":"item","action":"F.open"}"#
        #expect(
            run.output == """
                {"kind":"gated","allowed":false,"route":"item","link":"pod://items/1",\(object),\
                "after":{"route":"item","action":"F.open","conditions":["require purchase p"]},"inputs":[],"removed":[],\
                "added":["require purchase p"],"file":"new.conf","line":10}
                {"kind":"narrowed","allowed":false,"route":"item","link":"pod://items/0",\(object),\
                "after":{"code":"rejected.route.notFound"},"inputs":[],"removed":[],"added":[],"file":"new.conf","line":10}
                {"kind":"performs","allowed":false,"block":"feature F > action open","link":"pod://items/1",\
                "removed":["respond"],"added":["respond \\"$(id)\\""]}
                {"summary":"1 route asks for something else, 1 route takes fewer links, 1 action does something else",\
                "changes":3,"equalRoutes":0,"complete":true,"differs":true}

                """)
    }

    @Test func `Markdown for a pull request has a table and the lines`() throws {
        let run = try Self.run(Self.old, Self.new, "--format", "markdown")
        #expect(
            run.output == """
                **Route table:** 1 route asks for something else, 1 route takes fewer links, 1 action does something else; \
                0 routes are as they were.

                | change | route | link | before | after |
                |---|---|---|---|---|
                | gated | `item` | `pod://items/1` | `item → F.open` | `item → F.open`<br>`+ require purchase p` |
                | narrowed | `item` | `pod://items/0` | `item → F.open` | `rejected.route.notFound` |

                **performs** `feature F > action open`, for example `pod://items/1`

                ```diff
                - respond
                + respond "$(id)"
                ```

                """)
    }

    @Test func `annotations for GitHub name the line of the route`() throws {
        let run = try Self.run(Self.old, Self.new, "--format", "github", "--allow", "gated")
        #expect(run.exit == .code(10))
        #expect(
            run.output == """
                ::notice file=new.conf,line=10,title=gated::item: pod://items/1: item → F.open → item → F.open
                ::warning file=new.conf,line=10,title=narrowed::item: pod://items/0: item → F.open → rejected.route.notFound
                ::warning title=performs::feature F > action open%0A- respond%0A+ respond "$(id)"

                """)
    }

    @Test func `what is allowed does not count`() throws {
        let run = try Self.run(Self.old, Self.new, "--allow", "gated", "--allow", "narrowed", "--allow", "performs")
        #expect(run.exit == .code(0) && run.output.contains("gated  item  new.conf:10  (allowed)"))
    }

    @Test func `a table with an error is status 3`() throws {
        let run = try Self.run(Self.old, "scheme")
        #expect(run.exit == .code(3) && run.errors.contains("new.conf:1:1: error"))
    }

    @Test func `a folder is the root of another system`() throws {
        try withFolder { folder in
            for (root, text) in [("old", Self.old), ("new", Self.new)] {
                let made = try Self.run(in: folder, ["mkdir", "-p", "\(root)/etc/deeplinkd"])
                #expect(made.exit == .code(0))
                try folder.write("\(root)/etc/deeplinkd/routes.conf", text)
            }
            let run = try Self.run(in: folder, [Products.tool, "diff", "old", "new"])
            let place = "gated  item  new/etc/deeplinkd/routes.conf:10"
            #expect(run.exit == .code(10) && run.output.contains(place), "\(run)")
            let empty = try Self.run(in: folder, [Products.tool, "diff", "old", "."])
            #expect(empty.exit == .code(1) && empty.errors.contains("there is no route table"), "\(empty)")
        }
    }

    @Test func `the old table is the one of a commit, with what it includes`() throws {
        let more = "feature G {\n action a {\n respond\n }\n route more /more do a\n}\n"
        try withFolder { folder in
            func run(_ words: String...) throws -> Program.Run { try Self.run(in: folder, words) }
            _ = try folder.makeFolder("parts")
            try folder.write("routes.conf", "include parts/*.conf\n" + Self.old)
            try folder.write("parts/more.conf", more)
            let git = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
            for words in [["init", "--quiet"], ["add", "."], git + ["commit", "--quiet", "--message", "first"]] {
                let made = try Self.run(in: folder, ["git"] + words)
                #expect(made.exit == .code(0), "\(made.errors)")
            }
            try folder.write("parts/more.conf", more.replacing("/more", with: "/less"))
            let changed = try run(Products.tool, "diff", "--git", "HEAD", "routes.conf")
            #expect(changed.exit == .code(10) && changed.output.contains("narrowed  more"), "\(changed)")
            let unknown = try run(Products.tool, "diff", "--git", "nothing", "routes.conf")
            #expect(unknown.exit == .code(1) && unknown.errors.contains("git knows no commit nothing in ."))
            let option = try run(Products.tool, "diff", "--git=--all", "routes.conf")
            #expect(option.exit == .code(1) && option.errors.contains("no commit is called --all"), "\(option)")
            let absent = try run(Products.tool, "diff", "--git", "HEAD", "none.conf")
            #expect(absent.exit == .code(1) && absent.errors.contains("there is no none.conf"), "\(absent)")
        }
    }

    @Test(arguments: [
        (["diff"], "Name two tables: deeplinkctl diff OLD NEW."),
        (["diff", "a", "b", "c"], "Name two tables: deeplinkctl diff OLD NEW."),
        (["diff", "--git", "HEAD", "a", "b"], "Name one table: deeplinkctl diff --git REVISION NEW."),
        (["diff", "-", "b"], "Name files: diff does not read standard input."),
    ])
    func `misuse says how it is written`(_ words: [String], _ sentence: String) throws {
        let run = try Program.run(Products.tool, words)
        #expect(run.exit == .code(2) && run.errors.contains(sentence), "\(run.errors)")
    }
}
