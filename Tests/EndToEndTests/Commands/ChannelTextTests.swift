import Testing

/// What the commands that need no daemon print of channels.
@Suite struct ChannelTextTests {
    private static let table = """
        scheme pod
        channel player {
            kind held
            subscribe group audio
            subscribe user "no one"
            durable
            start exec /usr/bin/env player --title "Pod Player"
        }
        channel news {
            kind latest
        }
        feature Player {
            action play {
                input episode uint
                channel player
            }
            action ping {
                respond
            }
            route play /play/$(episode:uint) do play
            route ping /ping do ping
            feature News {
                action show {
                    channel news
                }
                route news /news do show
            }
        }
        """

    private func run(_ arguments: String...) throws -> Program.Run {
        try Program.run(Products.tool, [arguments[0], "-f", "-"] + arguments.dropFirst(), input: Self.table)
    }

    @Test func `check counts channels`() throws {
        #expect(try run("check").output == "no errors; 3 routes, 2 features, 2 channels\n")
    }

    @Test func `explain says which channel gets the link, who hears it, and what is started`() throws {
        let run = try run("explain", "pod://play/7")
        #expect(run.exit == .code(0))
        #expect(
            run.output.split(separator: "\n").drop { !$0.hasPrefix("  channel") }.joined(separator: "\n") == """
                  channel    player (held, durable)
                  heard by   the user's own apps
                             group audio
                             user "no one"
                  starts     /usr/bin/env player --title 'Pod Player'
                  routes considered
                    ✓ play: matches
                """, "\(run)")
        let other = try self.run("explain", "pod://news").output
        #expect(other.contains("  channel    news (latest)\n  heard by   the user's own apps\n  routes considered\n"))
        #expect(try !self.run("explain", "pod://ping").output.contains("heard by"))
    }

    @Test func `explain as JSON has the channel as an object`() throws {
        let channel = try #require(try run("explain", "pod://play/7", "--format", "json").lines[0]["channel"])
        #expect(channel["name"].text == "player" && channel["kind"].text == "held")
        #expect(channel["durable"].text == "true")
        #expect(channel["hearers"]?.elements.map(\.text) == ["group audio", #"user "no one""#])
        #expect(
            channel["starts"]?.elements.map(\.text) == ["/usr/bin/env", "player", "--title", "Pod Player"])
        #expect(try run("explain", "pod://ping", "--format", "json").lines[0]["channel"] == nil)
    }

    @Test func `list says where links go, and who hears them`() throws {
        #expect(
            try run("list").output == """
                news  /news                  app  Player/News · show → news
                ping  /ping                  app  Player · ping
                play  /play/$(episode:uint)  app  Player · play → player
                channels
                  news    latest         heard by the user's own apps
                  player  held, durable  heard by the user's own apps, group audio, user "no one"  starts /usr/bin/env \
                player --title 'Pod Player'

                """)
        let json = try run("list", "--format", "json").lines
        #expect(json.map { $0["channel"]?["name"].text } == ["news", nil, "player"])
        #expect(json[2]["channel"]?["hearers"]?.elements.map(\.text) == ["group audio", #"user "no one""#])
    }

    @Test(arguments: [("ping", nil), ("play", "  player  held"), ("show", "  news  latest")])
    func `list says who hears the routes that are listed, and of no other channel`(_ action: String, _ line: String?)
        throws
    {
        for order in ["name", "precedence"] {
            let lines = try run("list", "--action", action, "--order", order).output.split(separator: "\n")
            let channels = lines.drop { $0 != "channels" }.dropFirst()
            #expect(channels.count == (line == nil ? 0 : 1) && channels.allSatisfy { $0.hasPrefix(line ?? "") })
        }
    }

    @Test func `tree shows the channel of an action`() throws {
        let lines = try run("tree").output.split(separator: "\n")
        #expect(lines.contains("├─ action play (episode uint) → player") && lines.contains("├─ action ping"))
        let tree = try run("tree", "--format", "json").lines[0]
        #expect(tree["actions"]?.elements.map { $0["channel"]?.text } == ["player", nil])
    }

    @Test func `a test case of a link to a channel passes as that of any other action`() throws {
        try withFolder { folder in
            try folder.write("routes.conf", Self.table)
            let cases = """
                table routes.conf
                case "plays" {
                    url pod:play/7
                    expect ok.wouldPerform
                    route play
                    parameter episode 7
                }
                case "has no such channel" {
                    url pod:news/7
                    expect rejected.route.notFound
                }

                """
            let run = try Program.run(Products.tool, ["test", folder.write("routes.cases", cases)])
            #expect(run.exit == .code(0) && run.output.contains("2 passed"), "\(run)")
        }
    }
}
