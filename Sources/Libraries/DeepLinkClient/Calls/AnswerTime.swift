internal import Contract
internal import HostSystem

// How long a daemon may be silent. One that hangs accepts connections, because the kernel does, and never answers.
//
//     status    45 s without a byte                      an error: the daemon does not answer
//     open      45 s without a byte, GetInfo is answered  the action runs on, and the call waits on
//     open      45 s without a byte, so is GetInfo        an error
//
// How long an action may run is in the table of the daemon, up to a day, so no time of the client can bound `open`.

/// The time in which a daemon answers.
package enum AnswerTime {
    /// How long a daemon may be silent, unless the program sets another time.
    package static let usual: Duration = .seconds(45)
    /// How long a daemon has to answer that it is there.
    private static let ofProbe: Duration = .seconds(5)

    /// How long a daemon has to answer that it is there, if it may be silent for `limit`.
    static func ofProbe(_ limit: Duration) -> Duration { min(limit, ofProbe) }

    /// Whether the daemon at a socket answers anything, on a connection of its own; blocks.
    ///
    /// A connection that is refused or closed by the daemon is an answer too.
    package static func isAnswered(at path: String, limit: Duration) -> Bool {
        let endNs = HostClock.monotonicNs + ofProbe(limit).wholeNanoseconds
        do throws(DeepLinkError) {
            let connection = try DaemonConnection(toFirstOf: [path], patience: ofProbe(limit))
            try connection.send { CallEncoder.append(GetInfo(), to: &$0) }
            return try connection.awaitReply(unlessReadable: nil, until: endNs) != nil
        } catch {
            return error.isAnswer
        }
    }
}

extension DeepLinkError {
    /// Whether a daemon that is there has caused it.
    var isAnswer: Bool {
        switch self {
        case .connectionLost, .unreadableReply, .permissionDenied, .notOffered, .invalidParameter, .noChannel,
            .tooManySubscriptions, .subscriptionEnded, .unknownDelivery, .unknownFlow, .notAsked, .notKept, .notBuilt,
            .invalidTable, .invalidFact,
            .notConfigured, .refused:
            true
        case .noDaemon, .cannotConnect, .noAnswer, .system, .cancelled, .closed: false
        }
    }
}
