import EventLoop
import Glibc
import HostSystem

/// Sends the links of a scene, gets them as its subscribers, and counts those that every subscriber has got.
///
/// One process for all: no other is scheduled between the server and the one that measures. It runs as root, and each
/// connection is made as another user.
final class Client {
    /// The numbers that the process prints.
    struct Count {
        /// Links that were answered and delivered while it was measured.
        var links = 0
        var micros: Int64 = 0
        /// The same from the start of the process on.
        var allLinks = 0
        /// *Units*: bytes of one message.
        var (replyBytes, linkBytes) = (0, 0)
        /// *Units*: microseconds from sending a link to its delivery, where they are measured.
        var (p50, p99): (Int64, Int64) = (0, 0)

        /// *Shape*: the numbers with blanks between them.
        var line: String { "\(links) \(micros) \(allLinks) \(replyBytes) \(linkBytes) \(p50) \(p99)" }
    }

    private static let senderUID: UInt32 = 59_999
    private static let firstSubscriberUID: UInt32 = 60_000
    /// One user may have 16.
    private static let subscribersPerUser = 15
    private static let warmUpMs: Int64 = 300

    private let scene: Scene
    private let socket: String
    private let loop: Loop
    private let call: [UInt8]
    private var streams: [UnixStream] = []
    private var idle: [UnixStream] = []
    private var acknowledger: UnixStream?
    private var (sent, replied, readyCount) = (0, 0, 0)
    private var (replyBytes, linkBytes) = (0, 0)
    /// By subscriber.
    private var received: [Int]
    /// What each subscriber at least has got, and how many have got no more.
    private var (least, leastCount) = (0, 0)
    /// *Units*: nanoseconds on the monotonic clock, by link.
    private var sentNs: [Int64] = []
    private var waits: [Int64] = []
    private var unread: [UInt8] = []

    init(_ scene: Scene, socket: String) throws {
        (self.scene, self.socket) = (scene, socket)
        loop = try Loop()
        received = Array(repeating: 0, count: scene.subscribers)
        leastCount = scene.subscribers
        call = Self.message(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(scene.url)"}}"#)
    }

    private static func message(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    /// Links that were answered, and that all subscribers have.
    private var completed: Int { received.isEmpty ? replied : min(replied, least) }

    // MARK: The course of a measurement

    func run() throws -> Count {
        for _ in 0..<scene.senders { try connectSender() }
        if scene.isAcknowledged {
            acknowledger = try connect(as: Self.senderUID)
            acknowledger?.startReading({ _ in }, onEnd: { fail("the daemon closed a connection") })
        }
        if scene == .slow { try subscribe(connect(as: Self.firstSubscriberUID + 99)) }
        for number in 0..<scene.subscribers { try connectSubscriber(number) }
        if scene.subscribers == 0 { try begin() }
        loop.run()
        return count
    }

    private var count = Count()

    /// Starts when all subscriptions stand.
    private func begin() throws {
        var start = (links: 0, ns: Int64(0))
        try after(.milliseconds(Self.warmUpMs)) { [self] in
            start = (completed, HostClock.monotonicNs)
            waits = []
        }
        try after(.milliseconds(Self.warmUpMs + Int64(scene.milliseconds))) { [self] in
            count.links = completed - start.links
            count.micros = (HostClock.monotonicNs - start.ns) / 1000
            count.allLinks = completed
            count.replyBytes = replyBytes / max(1, replied)
            count.linkBytes = linkBytes / max(1, received.reduce(0, +))
            waits.sort()
            if !waits.isEmpty { (count.p50, count.p99) = (waits[waits.count / 2], waits[waits.count * 99 / 100]) }
            loop.stop()
        }
        guard scene.isTimed else { return send() }
        let timer = try Timer(loop: loop) { [self] in
            sentNs.append(HostClock.monotonicNs)
            streams[0].write(call)
        }
        timer.start(after: .milliseconds(2), repeatingEvery: .milliseconds(2))
        timers.append(timer)
    }

    private var timers: [Timer] = []

    private func after(_ time: Duration, _ body: @escaping () -> Void) throws {
        let timer = try Timer(loop: loop, onFire: body)
        timer.start(after: time)
        timers.append(timer)
    }

    // MARK: Sending

    private func connectSender() throws {
        let stream = try connect(as: Self.senderUID)
        idle.append(stream)
        stream.startReading(
            { [unowned self] bytes in
                let count = Self.messages(in: bytes)
                if replied == 0, !(count > 0 && isFine(bytes)) { fail("the daemon answered \(Self.text(bytes))") }
                replied += count
                replyBytes += bytes.count
                guard !scene.isTimed, count > 0 else { return }
                idle.append(stream)
                send()
            }, onEnd: { fail("the daemon closed a connection") })
    }

    /// The replies of the server that the daemon is compared with are no JSON.
    private func isFine(_ bytes: Span<UInt8>) -> Bool {
        let text = Self.text(bytes)
        return text.contains(#""class":"ok""#) || text.allSatisfy { $0 == "x" || $0 == "\0" }
    }

    private func send() {
        while sent - completed < scene.senders, let stream = idle.popLast() {
            sent += 1
            stream.write(call)
        }
    }

    // MARK: Receiving

    private func connectSubscriber(_ number: Int) throws {
        let user = Self.firstSubscriberUID + UInt32(number / Self.subscribersPerUser)
        let stream = try connect(as: scene.hearAll ? user : Self.senderUID)
        var isReady = false
        stream.startReading(
            { [unowned self] bytes in
                var links = bytes
                if !isReady, let end = bytes.indices.first(where: { bytes[$0] == 0 }) {
                    isReady = true
                    didSubscribe()
                    // What a client before left unacknowledged follows at once.
                    links = bytes.extracting((end + 1)...)
                }
                linkBytes += links.count
                if scene.isAcknowledged { acknowledge(links) }
                didReceive(Self.messages(in: links), number)
            }, onEnd: { fail("the daemon ended a subscription") })
        subscribe(stream)
    }

    private func subscribe(_ stream: UnixStream) {
        let parameters = #"{"channel":"\#(scene.channel)"}"#
        stream.write(
            Self.message(
                #"{"method":"io.deeplinkd.Channels.Subscribe","parameters":\#(parameters),"more":true}"#))
    }

    private func didSubscribe() {
        readyCount += 1
        guard readyCount == scene.subscribers else { return }
        do { try begin() } catch { fail("\(error)") }
    }

    private func didReceive(_ count: Int, _ subscriber: Int) {
        let before = received[subscriber]
        received[subscriber] += count
        if scene.isTimed {
            let now = HostClock.monotonicNs
            // A link that was dropped would shift all after it, and `linkBytes` would be another.
            for link in before..<received[subscriber] where link < sentNs.count {
                waits.append((now - sentNs[link]) / 1000)
            }
        }
        guard before == least, count > 0 else { return }
        leastCount -= 1
        guard leastCount == 0 else { return }
        least = received.min() ?? 0
        leastCount = received.count { $0 == least }
        if !scene.isTimed { send() }
    }

    /// Acknowledges the link of each whole message; by its bytes, so that the client takes no time that counts.
    private func acknowledge(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            unread.append(bytes[index])
            guard bytes[index] == 0 else { continue }
            let start = unread.indices.first { unread[$0...].starts(with: Self.deliveryKey) }
            guard let start else { fail("no delivery: \(String(decoding: unread, as: UTF8.self))") }
            let delivery = unread[(start + Self.deliveryKey.count)...].prefix { $0 != UInt8(ascii: "\"") }
            acknowledger?.write(Self.acknowledgement.before + delivery + Self.acknowledgement.after)
            unread.removeAll(keepingCapacity: true)
        }
    }

    private static let deliveryKey = Array(#""delivery":""#.utf8)
    private static let acknowledgement = (
        before: Array(#"{"method":"io.deeplinkd.Channels.Acknowledge","parameters":{"delivery":""#.utf8),
        after: message(#"","result":"performed"}}"#)
    )

    // MARK: Connections

    /// Connects as a user: the kernel takes the credentials of that moment.
    private func connect(as user: UInt32) throws -> UnixStream {
        guard seteuid(user) == 0 else { fail("cannot become user \(user)") }
        defer { _ = seteuid(0) }
        let stream = try UnixStream(loop: loop, connectingTo: socket, patience: .seconds(5))
        streams.append(stream)
        return stream
    }

    private static func messages(in bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in bytes.indices where bytes[index] == 0 { count += 1 }
        return count
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        for index in bytes.indices { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
