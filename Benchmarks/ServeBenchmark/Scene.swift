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

    /// The scenes that are measured by how many calls are answered in a second.
    static let all = [
        Scene(name: "16 connections, one call at a time", connections: 16, least: Bounds.oneAtATime),
        Scene(name: "16 calls in flight", inFlight: 16, least: Bounds.inFlight),
        Scene(name: "16 calls in flight, not logged", inFlight: 16, isLogged: false, least: Bounds.notLogged),
        Scene(
            name: "blocked by four constraints", calls: [open("t://blocked")], inFlight: 16,
            expected: #""class":"blocked""#, least: Bounds.blocked),
        Scene(
            name: "not found", calls: [open("t://nothing")], inFlight: 16,
            expected: #""code":"rejected.route.notFound""#, least: Bounds.notFound),
        Scene(
            name: "invalid URL", calls: [open("https://a b/")], inFlight: 16,
            expected: #""code":"rejected.url.invalid""#, least: Bounds.invalid),
        Scene(
            name: "Verify and Perform",
            calls: [
                call("Verify", #""url":"t://list/rock/7""#), call("Perform", #""binding":"BINDING""#),
            ], connections: 16, least: Bounds.verifyAndPerform),
    ]

    /// What the other lines are measured with.
    static let oneAtATime = all[0]

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
