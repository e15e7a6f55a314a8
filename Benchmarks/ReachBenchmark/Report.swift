import BenchmarkStage
import BenchmarkSupport
import EventLoop
import HostSystem

/// Measures calls of services without and with the daemon in between, and prints the rates.
struct Report {
    /// Calls in a second: straight from C, and by a link.
    typealias Rates = (direct: Double, link: Double)

    private static let (clients, milliseconds) = (16, 1500)
    private static let widths = [38, 12, 10, 10]
    /// What `--check` allows.
    private static let least = 0.3

    let runs: Int

    /// *Returns*: the exit status, 1 if limits are checked and one was not kept.
    func run(isChecking: Bool) throws -> Int32 {
        let ways: [(name: String, direct: String, measure: () throws -> Rates)] = [
            ("varlink of a link", "Varlink, direct", varlink), ("dbus of a link", "sd_bus_call, direct", dbus),
            ("http of a link", "libcurl's multi loop, direct", http),
        ]
        print("medians of \(runs) runs, \(Self.clients) clients\n")
        line(["", "calls/s", "ratio", "limit"])
        var areKept = true
        for way in ways {
            let rates = try (0..<runs).map { _ in try way.measure() }
            let ratio = median(rates.map { $0.link / $0.direct })
            line([way.direct, median(rates.map(\.direct)).rounded(toPlaces: 0)])
            line([
                way.name, median(rates.map(\.link)).rounded(toPlaces: 0), ratio.rounded(toPlaces: 2),
                Self.least.rounded(toPlaces: 2),
            ])
            if ratio < Self.least { areKept = false }
        }
        if !areKept { print("\nbeyond a limit") }
        return isChecking && !areKept ? 1 : 0
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func line(_ columns: [String]) {
        let padded = zip(columns, Self.widths).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        print(padded.joined())
    }

    // MARK: Varlink

    private func varlink() throws -> Rates {
        let loop = try Loop()
        let service = try Stage(
            "Echo", { [$1, $0 + "/reply"] }, files: { _ in ["reply": #"{"parameters":{"title":"Dune"}}"# + "\0"] },
            loop: loop)
        let rates = try service.until {
            let direct = try rate(
                service, #"{"method":"io.example.Player.Play","parameters":{"episode":7}}"#, expecting: "Dune")
            let daemon = try Stage(
                table: { _ in
                    Self.table("varlink unix:\(service.socket) io.example.Player.Play episode=$(episode)")
                }, loop: loop)
            return (direct, try daemon.until { try links(of: daemon) })
        }
        try loop.close()
        return rates
    }

    /// Calls in a second.
    private func rate(_ stage: Stage, _ call: String, expecting text: String) throws -> Double {
        let numbers = try stage.numbers(
            of: [
                "--socket", stage.socket, "--connections", "\(Self.clients)", "--milliseconds",
                "\(Self.milliseconds)", "--warm-up", "200", "--expect", text, call,
            ], program: "Caller", as: 0)
        guard numbers.count >= 4, numbers[0] > 0, numbers[1] == 0, numbers[2] == 0, numbers[3] > 0 else {
            throw StageError(description: "the calls were not all answered: \(numbers)")
        }
        return Double(numbers[0]) * 1_000_000 / Double(numbers[3])
    }

    private func links(of daemon: Stage) throws -> Double {
        try rate(
            daemon, #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://play/7"}}"#,
            expecting: #""class":"ok""#)
    }

    /// A table whose links perform an action of one line.
    private static func table(_ line: String) -> String {
        """
        scheme t
        feature Player {
            action play {
                input episode uint(0..65535)
                \(line)
                result {
                    title string
                }
            }
            route play /play/$(episode:uint(0..65535)) do play
        }

        """
    }

    // MARK: HTTP

    private func http() throws -> Rates {
        let loop = try Loop()
        let service = try Stage("WebLoad", { ["serve", $1] }, loop: loop)
        let rates = try service.until {
            let direct = try pace(service, ["multi", service.socket, "/episodes/7"], program: "WebLoad")
            let daemon = try Stage(
                table: { _ in Self.table("http GET unix:\(service.socket) /episodes/$(episode)") }, loop: loop)
            return (direct, try daemon.until { try links(of: daemon) })
        }
        try loop.close()
        return rates
    }

    /// Calls in a second of a program that calls without the daemon.
    private func pace(_ stage: Stage, _ arguments: [String], program: String) throws -> Double {
        let numbers = try stage.numbers(
            of: arguments + ["\(Self.clients)", "\(Self.milliseconds)"], program: program, as: 0)
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else {
            throw StageError(description: "\(program): the calls were not answered: \(numbers)")
        }
        return Double(numbers[0]) * 1_000_000 / Double(numbers[1])
    }

    // MARK: D-Bus

    /// The bus starts the service when it is called for the first time.
    private func dbus() throws -> Rates {
        let loop = try Loop()
        let bus = try Stage(
            "/usr/bin/dbus-daemon", { folder, _ in ["--nofork", "--config-file=" + folder + "/bus.conf"] },
            files: { ["bus.conf": Self.configuration($0), "player.service": Self.service] }, hasName: true, loop: loop)
        let address = "unix:path=" + bus.socket
        let rates = try bus.until {
            let direct = try pace(bus, ["call", address, Self.name], program: "BusLoad")
            let line = "dbus \(Self.name) /org/example/Player org.example.Player1.Describe us $(episode) short"
            let daemon = try Stage(
                "/usr/bin/env",
                {
                    [
                        "DBUS_SESSION_BUS_ADDRESS=" + address, Stage.path(of: "deeplinkd"), "-f", $0 + "/routes.conf",
                        "--socket", $1,
                    ]
                }, files: { _ in ["routes.conf": Self.table(line)] }, loop: loop)
            return (direct, try daemon.until { try links(of: daemon) })
        }
        try loop.close()
        return rates
    }

    private static let name = "org.example.Player"

    private static func configuration(_ folder: String) -> String {
        """
        <busconfig>
            <type>session</type>
            <listen>unix:path=\(folder)/run/socket</listen>
            <servicedir>\(folder)</servicedir>
            <policy context="default">
                <allow user="*"/>
                <allow own="*"/>
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
            </policy>
        </busconfig>
        """
    }

    private static var service: String {
        """
        [D-BUS Service]
        Name=\(name)
        Exec=\(Stage.path(of: "BusLoad")) serve \(name)

        """
    }
}
