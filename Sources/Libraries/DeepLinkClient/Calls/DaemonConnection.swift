internal import Contract
internal import HostSystem

/// A connection to the daemon: calls out, replies in, one after the other.
///
/// Only the connect may wait. A thread that has nothing else to do calls `awaitReply`; one with several connections waits
/// for their descriptors, and then calls `exchange`.
package final class DaemonConnection {
    /// *Units*: bytes of one reply: the longest answer of the daemon, and room for that of a later one.
    private static let replyBytes = 64 << 20

    /// The socket's path.
    package let path: String
    private let socket: UnixConnection
    private var decoder = FrameDecoder(limit: replyBytes)
    private var unsent: ArraySlice<UInt8> = []
    /// True if the daemon will send nothing more; what it sent before may still be in the decoder.
    private(set) var hasEnded = false
    /// True once the kernel has taken a byte of the call that was sent last.
    private(set) var hasBegun = false
    /// When the last byte arrived, or the last call was sent.
    ///
    /// *Units*: nanoseconds of `HostClock.monotonicNs`.
    package private(set) var heardNs: Int64 = 0
    /// Appends the call that was sent last without its languages; nil once it is answered, and where it has none.
    private var plainCall: ((inout [UInt8]) -> Void)?
    /// False once the daemon has refused languages, because it is older than this library.
    private var takesLanguages = true
    /// The descriptor to wait for.
    var number: Int32 { socket.number }
    /// True while a call waits for the daemon to read.
    var isWriting: Bool { !unsent.isEmpty && !hasEnded }

    /// Connects to the first of the paths where a daemon listens.
    ///
    /// - Parameters:
    ///   - paths: in the order of preference.
    ///   - patience: how long a daemon with a full queue has to take the connection.
    ///
    /// *Throws*: `noDaemon` if none listens, `cannotConnect` for the first that cannot be used.
    package init(toFirstOf paths: [String], patience: Duration) throws(DeepLinkError) {
        for path in paths {
            do throws(LoopError) {
                socket = try UnixConnection(to: path, patience: patience)
                self.path = path
                return
            } catch {
                guard error.codeName == "ENOENT" || error.codeName == "ECONNREFUSED" else {
                    throw DeepLinkError(error, path: path)
                }
            }
        }
        throw .noDaemon(paths: paths)
    }

    /// The sockets that are tried if none is named: that of `DEEPLINKD_SOCKET`, or else the user's daemon and then the
    /// system's.
    package static func defaultPaths() -> [String] {
        let environment = HostFacts.environment
        if let path = environment[SocketLocations.variable], !path.isEmpty { return [path] }
        return [SocketLocations.user(environment: environment), SocketLocations.system].compactMap { $0 }
    }

    /// Sends a call of a method, or as much of it as the daemon reads now.
    ///
    /// - Parameter more: whether many replies are to come.
    ///
    /// *Throws*: `connectionLost`.
    package func send(_ call: some Method, more: Bool = false) throws(DeepLinkError) {
        var plain: ((inout [UInt8]) -> Void)?
        if let call = call.withoutLanguages { plain = { CallEncoder.append(call, more: more, to: &$0) } }
        try send({ CallEncoder.append(call, more: more, to: &$0) }, orElse: plain)
    }

    /// Sends a call, or as much of it as the daemon reads now.
    ///
    /// - Parameter plain: appends the same call without its languages, for a daemon that refuses them; nil where it has none.
    ///
    /// *Throws*: `connectionLost`.
    package func send(
        _ encode: (inout [UInt8]) -> Void, orElse plain: ((inout [UInt8]) -> Void)? = nil
    ) throws(DeepLinkError) {
        if let plain, !takesLanguages { return try send(plain) }
        plainCall = plain
        var bytes: [UInt8] = []
        encode(&bytes)
        unsent += bytes
        hasBegun = false
        heardNs = HostClock.monotonicNs
        try flush()
    }

    private func flush() throws(DeepLinkError) {
        do throws(LoopError) {
            while !unsent.isEmpty {
                let count = try socket.send(unsent)
                guard count > 0 else { return }
                hasBegun = true
                unsent.removeFirst(count)
            }
        } catch {
            // The daemon may have answered before it closed the connection: the end of what it sent decides.
            guard hasBegun else { throw .connectionLost(path: path) }
            unsent = []
        }
    }

    /// Sends and receives what can be sent and received now.
    ///
    /// *Throws*: `connectionLost`.
    func exchange() throws(DeepLinkError) {
        try flush()
        guard !hasEnded else { return }
        do throws(LoopError) {
            hasEnded = try socket.receive { decoder.append($0) } == .end
            heardNs = HostClock.monotonicNs
        } catch {
            throw .connectionLost(path: path)
        }
    }

    /// The next reply that has arrived whole.
    ///
    /// *Throws*: `unreadableReply`; `connectionLost` if there is no whole reply and none can arrive any more.
    package func nextReply() throws(DeepLinkError) -> ReplyMessage? {
        let reply: ReplyMessage?
        do throws(FramingError) {
            reply = try decoder.nextReply()
        } catch {
            throw DeepLinkError(error, path: path)
        }
        guard let reply else {
            if hasEnded { throw .connectionLost(path: path) }
            return nil
        }
        guard let plain = plainCall.take() else { return reply }
        guard reply.refusesLanguages else { return reply }
        // The daemon has done nothing. The call goes out again, and its reply is the one to wait for.
        takesLanguages = false
        try send(plain)
        return nil
    }

    /// Waits for the next reply; nil if another descriptor can be read first, as one of signals, or the time is over.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`; nil to wait without an end.
    ///
    /// *Throws*: as `nextReply`; `system` if the wait fails.
    package func awaitReply(
        unlessReadable other: Int32?, until endNs: Int64? = nil
    ) throws(DeepLinkError) -> ReplyMessage? {
        while true {
            if let reply = try nextReply() { return reply }
            if let endNs, HostClock.monotonicNs >= endNs { return nil }
            var poll = DescriptorPoll()
            let place = poll.add(number, reading: true, writing: isWriting)
            let otherPlace = other.map { poll.add($0, reading: true) }
            do throws(LoopError) {
                try poll.wait(until: endNs)
            } catch {
                throw .system(message: "\(error)")
            }
            if let otherPlace, poll.isReadable(otherPlace) { return nil }
            if poll.isReadable(place) || poll.isWritable(place) { try exchange() }
        }
    }
}

extension ReplyMessage {
    /// Whether a daemon has refused a call because of its languages.
    fileprivate var refusesLanguages: Bool {
        guard case .error(let name, let parameters) = content,
            name == VarlinkError.invalidParameter(parameter: "").name
        else { return false }
        return parameters["parameter"]?.text == Parameter.languages.rawValue
    }
}
