// polkit's authority, by D-Bus: `CheckAuthorization` for one program and one action.
//
//     polkit answers            means
//     (true, _)                 authorised
//     (false, true)             a challenge: an authentication would authorise it
//     (false, false)            forbidden: by the action's default, or by a rule of the administrator
//
// Sources: polkit(8), the D-Bus interface of PolicyKit1; measured with polkit 122.

internal import Contract
internal import FactSources
internal import LoopedBus
internal import SystemBus

/// Asks polkit.
///
/// *Owner/thread*: the loop's thread; the owner of the connection closes it.
final class PolkitAuthority {
    /// What polkit says of one program and one action.
    struct Verdict: Equatable {
        let isAuthorised: Bool
        /// Whether an authentication would change it.
        let isChallenge: Bool
        /// Whether the user closed the dialogue.
        let isDismissed: Bool
    }

    private static let service = "org.freedesktop.PolicyKit1"
    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"
    /// *Units*: values and bytes of text of the list of all actions: a desktop has some 300, of one kilobyte each.
    private static let listLimit = 4 << 20
    private static let allowsInteraction: UInt32 = 1

    private let bus: BusConnection
    /// Whether polkit has answered since this object was made.
    private(set) var isKnown = false

    /// - Parameter onChange: called when polkit says that its answers may have changed.
    init(bus: BusConnection, onChange: @escaping () -> Void) {
        self.bus = bus
        let changed = BusSignal(Self.service, path: Self.path, interface: Self.interface, member: "Changed", types: "")
        bus.subscribe(to: changed) { _, _ in onChange() }
    }

    /// Asks whether a program may do something.
    ///
    /// The uid is the kernel's, and rules judge by it. The process tells polkit which session it is in, and its start time is
    /// left to polkit, because the daemon's sandbox hides other users' programs from it. So the caller makes sure that the
    /// program has not ended before the answer is there: its number could be another program's.
    ///
    /// - Parameters:
    ///   - cancellation: names a question that lets the user authenticate, for `cancel`; nil for one that does not.
    ///   - usage: stands in the dialogue in the place of the action's own message; nil leaves that.
    func check(
        _ action: String, of process: CallerProcess, cancellation: String? = nil, explaining usage: String? = nil,
        deadline: Duration,
        reply: @escaping (Result<Verdict, BusError>) -> Void
    ) {
        let details: [(BusValue, BusValue)] = [
            (.string("pid"), .variant(.uint32(UInt32(clamping: process.processID)))),
            (.string("start-time"), .variant(.uint64(0))),
            (.string("uid"), .variant(.int32(Int32(truncatingIfNeeded: process.userID)))),
        ]
        let call = call(
            "CheckAuthorization",
            [
                .structure([.string("unix-process"), .entries(of: "sv", details)]), .string(action),
                .entries(of: "ss", usage.map { [(.string("polkit.message"), .string($0))] } ?? []),
                .uint32(cancellation == nil ? 0 : Self.allowsInteraction),
                .string(cancellation ?? ""),
            ])
        bus.call(call, deadline: deadline) { [weak self] result in
            reply(result.flatMap { self?.verdict($0) ?? .failure(.unreadable) })
        }
    }

    /// Ends a question that lets the user authenticate; it is answered with an error.
    func cancel(_ cancellation: String) {
        let call = call("CancelCheckAuthorization", [.string(cancellation)])
        bus.call(call, deadline: Limits.sourceDeadline) { _ in }
    }

    /// Asks whether an action's own defaults forbid it to everybody; nil where that is not known.
    func isForbiddenByDefault(_ action: String, deadline: Duration, reply: @escaping (Bool?) -> Void) {
        bus.call(call("EnumerateActions", [.string("C")]), deadline: deadline, limit: Self.listLimit) { result in
            guard case .success(let values) = result else { return reply(nil) }
            let actions = values.first?.elements ?? []
            // Of an action: id, description, message, vendor, its address, icon; what any, an inactive and an active session
            // are given, 0 for nothing; annotations.
            let found = actions.lazy.compactMap(\.elements).first { $0.count == 10 && $0[0].text == action }
            reply(found.map { $0[6...8].allSatisfy { $0.number == 0 } })
        }
    }

    private func verdict(_ values: [BusValue]) -> Result<Verdict, BusError> {
        guard values.count == 1, let members = values[0].elements, members.count == 3,
            let isAuthorised = members[0].isTrue, let isChallenge = members[1].isTrue
        else { return .failure(.unreadable) }
        isKnown = true
        let isDismissed = members[2]["polkit.dismissed"]?.text == "true"
        return .success(Verdict(isAuthorised: isAuthorised, isChallenge: isChallenge, isDismissed: isDismissed))
    }

    private func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(Self.service, path: Self.path, interface: Self.interface, member: member, arguments)
    }
}
