import EventLoop
import HostSystem

/// Another user: calls once every 10 ms and records how long it waits.
final class Probe {
    /// The durations of the calls.
    struct Waits {
        /// *Units*: microseconds, in ascending order.
        var micros: [Int64] = []

        /// The quantile of the durations.
        func quantile(_ part: Double) -> Int64 {
            micros.isEmpty ? 0 : micros[min(micros.count - 1, Int(Double(micros.count) * part))]
        }

        /// The output of the probe process: the number of calls, p50, p99 and the slowest, in microseconds.
        var line: String { "\(micros.count) \(quantile(0.5)) \(quantile(0.99)) \(micros.last ?? 0)" }
    }

    private let socket: String
    /// True if every call uses a connection of its own.
    private let isConnecting: Bool
    private let loop: Loop
    private var stream: UnixStream?
    private var sentNs: Int64?
    private var waits = Waits()
    private var endNs: Int64 = 0

    init(socket: String, connecting isConnecting: Bool) throws {
        self.socket = socket
        self.isConnecting = isConnecting
        loop = try Loop()
    }

    func run(milliseconds: Int64) throws -> Waits {
        endNs = HostClock.monotonicNs + milliseconds * 1_000_000
        let timer = try Timer(loop: loop) { [unowned self] in tick() }
        timer.start(after: .zero, repeatingEvery: .milliseconds(10))
        loop.run()
        timer.close()
        waits.micros.sort()
        return waits
    }

    private func tick() {
        guard sentNs == nil else { return }
        if HostClock.monotonicNs >= endNs { return loop.stop() }
        sentNs = HostClock.monotonicNs
        if stream == nil || isConnecting {
            stream?.close()
            guard let fresh = try? UnixStream(loop: loop, connectingTo: socket, patience: .seconds(30)) else {
                // A daemon that was just started has its socket before it listens; the next tick tries again.
                sentNs = nil
                return
            }
            fresh.startReading({ [unowned self] in didRead($0) }, onEnd: { [unowned self] in didEnd() })
            stream = fresh
        }
        stream?.write(Message.open("t://say"))
    }

    private func didRead(_ bytes: Span<UInt8>) {
        guard bytes[bytes.count - 1] == 0, let sentNs else { return }
        waits.micros.append((HostClock.monotonicNs - sentNs) / 1000)
        self.sentNs = nil
    }

    /// Counts a connection that the daemon closes as a call without a reply.
    private func didEnd() {
        waits.micros.append(.max / 4)
        (sentNs, stream) = (nil, nil)
    }
}
