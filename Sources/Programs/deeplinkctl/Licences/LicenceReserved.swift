import ArgumentParser
internal import Conf
internal import Contract
import PurchaseWire

/// `licence reserved`: what is reserved until an operator decides.
struct LicenceReserved: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reserved", abstract: "List the units that are reserved until you decide; for operators.",
        discussion: """
            Example: deeplinkctl licence reserved

            Actions with `spend` reserve units before they begin. Where it is not known whether one took effect, its units stay \
            reserved: the daemon was killed, the outcome is unknown.effect, or the action was stopped before its end. Look at \
            what the action does, then run: deeplinkctl licence decide ID spent
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption

    func run() throws {
        let report = try DaemonClient(socket).reply(to: ListReservations())
        output.show(each: report.reservations) { Output.lines(Columns.lines(report.reservations.map(Self.cells))) }
    }

    private static func cells(_ reservation: ReservationReport) -> [String] {
        [
            reservation.outcomeId, UTCTime.text(ofMs: reservation.startedMs),
            "\(reservation.feature).\(reservation.action)", reservation.subject,
            reservation.units.map { "\($0.product) \($0.units)" }.joined(separator: ", "),
        ]
    }
}

/// `licence decide`: says what became of reserved units.
struct LicenceDecide: ParsableCommand {
    /// What became of the units.
    enum Decision: String, CaseIterable, ExpressibleByArgument {
        case spent
        case back
    }

    static let configuration = CommandConfiguration(
        commandName: "decide", abstract: "Say whether reserved units are spent, or go back; for operators.",
        discussion: """
            Example: deeplinkctl licence decide 4r0q1c8s2tb7e back

            With `spent` the units are gone, since the action took effect. With `back` the subject has them again. \
            `deeplinkctl licence reserved` lists the ids.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Argument(help: "The id of the link's outcome.")
    var id: String
    @Argument(help: "What became of the units: spent or back.")
    var decision: Decision

    func run() throws {
        let answer = try DaemonClient(socket).reply(
            to: DecideReservation { ($0.outcomeId, $0.spent) = (id, decision == .spent) })
        guard answer.decided else {
            throw ToolFailure("nothing is reserved for \(id) that is to be decided")
        }
        output.show(["decided": true] as JSONObject) {
            Output.line("\(id): \(decision == .spent ? "the units are spent" : "the units are given back")")
        }
    }
}
