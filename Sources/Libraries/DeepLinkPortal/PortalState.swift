internal import DeepLinkFeatures
internal import HostSystem
internal import PermissionRules
internal import Synchronization

/// What an adapter and its thread share: what is known, and what is to be done.
final class PortalState: Sendable {
    /// What the thread is to do.
    enum Order: Sendable {
        case ask(Permission, usage: String?)
        /// Read everything anew, and say so.
        case load(@Sendable () -> Void)
    }

    /// What is known of a permission.
    struct Standing: Equatable {
        var status: PermissionStatus
        /// A sentence without its full stop; nil where the status says all.
        var reason: String?
    }

    private struct Contents {
        /// Empty while nothing is known.
        var standings: [Permission: Standing] = [:]
        /// Why a question has ended without an answer.
        var failures: [Permission: String] = [:]
        var asking: Set<Permission> = []
        var orders: [Order] = []
        var isRunning = false
        var isClosed = false
        /// When a thread may be started again that is not waited for.
        var retryNs: Int64 = 0
    }

    /// A bus that is away is looked for no more often than this.
    ///
    /// *Units*: nanoseconds.
    private static let pauseNs: Int64 = 5_000_000_000

    let announcers = FactAnnouncers()
    private let contents = Mutex(Contents())
    private let wake = Mutex<WakeDescriptor?>(nil)

    // MARK: For the adapter

    /// What is known of a permission; nil for nothing.
    func standing(of permission: Permission) -> Standing? { contents.withLock { $0.standings[permission] } }

    /// Why the last question had no answer.
    func failure(of permission: Permission) -> String? { contents.withLock { $0.failures[permission] } }

    /// Whether the person is being asked.
    func isAsking(_ permission: Permission) -> Bool { contents.withLock { $0.asking.contains(permission) } }

    /// Gives the thread something to do; true if there is no thread, which the caller then starts.
    ///
    /// - Parameter order: nil to have a thread read everything, if it is time.
    func order(_ order: Order?) -> Bool {
        let starts = contents.withLock { contents in
            guard !contents.isClosed else { return false }
            if let order { contents.orders.append(order) }
            if case .ask(let permission, _)? = order {
                contents.asking.insert(permission)
                contents.failures[permission] = nil
            }
            guard !contents.isRunning, order != nil || HostClock.monotonicNs >= contents.retryNs else { return false }
            contents.isRunning = true
            return true
        }
        wake.withLock { $0?.send() }
        return starts
    }

    /// Ends the thread.
    func close() {
        contents.withLock { $0.isClosed = true }
        wake.withLock { $0?.send() }
    }

    // MARK: For the thread

    /// Whether the adapter is gone.
    var isClosed: Bool { contents.withLock { $0.isClosed } }

    /// Sets what `order` and `close` wake the thread with.
    func set(_ descriptor: WakeDescriptor) { wake.withLock { $0 = descriptor } }

    /// Takes what is to be done.
    func takeOrders() -> [Order] {
        contents.withLock { contents in
            defer { contents.orders = [] }
            return contents.orders
        }
    }

    /// Keeps what is known now, and announces a change.
    func publish(_ standings: [Permission: Standing]) {
        let isChange = contents.withLock { contents in
            defer { contents.standings = standings }
            return contents.standings.mapValues(\.status) != standings.mapValues(\.status)
        }
        if isChange { announcers.announce() }
    }

    /// Takes note that a question has ended, and announces it.
    ///
    /// - Parameter failure: why it has no answer; nil where it has one.
    func end(_ permission: Permission, failure: String?) {
        contents.withLock { contents in
            contents.asking.remove(permission)
            contents.failures[permission] = failure
        }
        announcers.announce()
    }

    /// Takes note that the thread ends, with all that it was to do.
    func finish(_ standings: [Permission: Standing], reason: String) {
        let (orders, isChange) = contents.withLock { contents in
            let isChange =
                !contents.asking.isEmpty || contents.standings.mapValues(\.status) != standings.mapValues(\.status)
            for permission in contents.asking { contents.failures[permission] = reason }
            let orders = contents.orders
            contents.standings = standings
            (contents.asking, contents.orders, contents.isRunning) = ([], [], false)
            contents.retryNs = HostClock.monotonicNs + Self.pauseNs
            return (orders, isChange)
        }
        for case .load(let done) in orders { done() }
        if isChange { announcers.announce() }
    }
}
