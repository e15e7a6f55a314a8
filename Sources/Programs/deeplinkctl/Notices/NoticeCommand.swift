import ArgumentParser
internal import HostSystem
internal import Routing
internal import SystemBus
internal import Varlink

/// `notice`: shows what became of a click, which it reads from standard input, and serves the buttons.
///
/// `handle` starts it and does not wait for it. People have no use for it, so it is in no help.
struct NoticeCommand: ParsableCommand {
    /// The word of the command line.
    static let name = "notice"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Show a notification of a link that was clicked.")

    /// *Units*: bytes of standard input: an outcome, and room for that of a later daemon.
    private static let inputLimit = 1 << 20

    @Option(help: "How long buttons are served.")
    var limit = "60s"
    @Option(help: "At most one new notification in this time.")
    var pause = "3s"
    @Option(help: "How long a question is shown before a yes counts.")
    var reading = "1s"

    func run() throws {
        guard let limit = Quantity.duration(limit), let pause = Quantity.duration(pause),
            let reading = Quantity.duration(reading)
        else { throw ValidationError("--limit, --pause and --reading take durations, as in 60s.") }
        let bytes = try FileReader.readStandardInput(byteLimit: Self.inputLimit)
        let click = try ClickResult.read(JSONText.value(of: String(decoding: bytes, as: UTF8.self)), at: "")
        let environment = HostFacts.environment
        let service: NotificationService
        do throws(BusError) {
            service = try NotificationService(environment: environment)
        } catch {
            throw ToolFailure("no notification can be shown: \(error)")
        }
        let memory = NoticeMemory(environment: environment, pause: pause)
        try NoticeSession(click, service: service, memory: memory, limit: limit, readingTime: reading).run()
    }
}
