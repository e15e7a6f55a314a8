/// Calls that the daemon and the echo are compared with: which, and how many at once.
struct Scene {
    let name: String
    /// The calls of one operation.
    var calls = [Scene.open("t://list/rock/7")]
    var connections = 1
    var inFlight = 1
    /// Whether the daemon logs each call.
    var isLogged = true
    /// What every answer of the daemon holds.
    var expected = #""class":"ok""#
    /// The least part of the echo's rate that passes `--check`.
    let least: Double

    /// One call at a time on each connection, compared with the echo as it is.
    static let oneByOne = [
        oneAtATime,
        Scene(
            name: "Verify and Perform",
            calls: [
                call("Verify", #""url":"t://list/rock/7""#), call("Perform", #""binding":"BINDING""#),
            ], connections: 16, least: Bounds.verifyAndPerform),
    ]

    /// Sixteen calls ahead on each connection, compared with an echo that is as slow as the daemon with one call at a time.
    ///
    /// An echo as it is would show the machine rather than the daemon. With one connection it spends its time on waking up:
    /// of two machines one woke four times as fast, and the ratio was half of the other's. With several connections it
    /// takes a third of a microsecond for a call.
    static let ahead = [
        ahead("16 calls in flight", least: Bounds.inFlight),
        ahead("16 calls in flight, not logged", isLogged: false, least: Bounds.notLogged),
        ahead("blocked by four constraints", "t://blocked", #""class":"blocked""#, least: Bounds.blocked),
        ahead("not found", "t://nothing", #""code":"rejected.route.notFound""#, least: Bounds.notFound),
        ahead("invalid URL", "https://a b/", #""code":"rejected.url.invalid""#, least: Bounds.invalid),
    ]

    /// What the other lines are measured with.
    static let oneAtATime = Scene(name: "16 connections, one call at a time", connections: 16, least: Bounds.oneAtATime)

    private static func ahead(
        _ name: String, _ url: String = "t://list/rock/7", _ expected: String = #""class":"ok""#, isLogged: Bool = true,
        least: Double
    ) -> Scene {
        Scene(
            name: name, calls: [open(url)], connections: 4, inFlight: 16, isLogged: isLogged, expected: expected,
            least: least)
    }

    private static func open(_ url: String) -> String { call("Open", #""url":"\#(url)""#) }

    private static func call(_ method: String, _ parameters: String) -> String {
        #"{"method":"io.deeplinkd.Dispatch.\#(method)","parameters":{\#(parameters)}}"#
    }

    /// A table with the routes of all scenes, and others.
    ///
    /// - Parameters:
    ///   - count: the number of routes.
    ///   - version: makes another table of the same size.
    ///   - connections: how many the daemon accepts; nil for its default.
    static func table(_ count: Int, version: Int = 0, connections: Int? = nil) -> String {
        let limits = connections.map { "limit connections \($0)\nlimit connections-per-user \($0)\n" } ?? ""
        let others = (2..<count).map { "    route other\($0) /other\($0)/$(id) do other\n" }.joined()
        return limits + """
            scheme t
            product pro {
                trial 14d
            }
            feature Lists {
                require toggle on
                require platform linux 4
                require runtime on
                action open {
                    input list slug
                    input page uint
                    respond "Opening $(list) at $(page)."
                }
                action other {
                    input id string
                    respond "Version \(version)."
                }
                route list /list/$(list:slug)/$(page:uint) do open

            """ + others + """
                }
                feature Blocked {
                    require toggle off
                    require runtime off
                    require permission camera
                    require purchase pro
                    action open {
                        respond
                    }
                    route blocked /blocked do open
                }

                """
    }
}
