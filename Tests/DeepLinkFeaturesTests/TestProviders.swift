import DeepLinkFeatures
import Synchronization

/// A tracker with one answer for every product and subject, which any thread may change.
final class TestTracker: PurchaseTracker, Sendable {
    let name = "shop"
    private let announcers = FactAnnouncers()
    private let answer = Mutex(TrackedPurchase(.none))
    private let questions = Mutex(0)

    var questionCount: Int { questions.withLock { $0 } }

    func set(_ state: PurchaseState) { set(TrackedPurchase(state)) }

    func set(_ purchase: TrackedPurchase) {
        answer.withLock { $0 = purchase }
        announcers.announce()
    }

    /// Changes the answer, and tells no dispatcher.
    func setQuietly(_ state: PurchaseState) { answer.withLock { $0 = TrackedPurchase(state) } }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
        questions.withLock { $0 += 1 }
        return answer.withLock { $0 }
    }
}

/// An adapter whose statuses a test sets, and whose users answer when the test says.
final class TestAdapter: PermissionAdapter {
    struct Refusal: Error {}

    let name = "portal"
    let permissions: [Permission]
    var statuses: [Permission: PermissionStatus] = [:]
    /// What the user is being asked, with what to call when that is over.
    var asked: [(permission: Permission, subject: Subject, completion: () -> Void)] = []
    /// Permissions that the user cannot be asked for.
    var unaskable: Set<Permission> = []
    private let announcers = FactAnnouncers()

    init(_ permissions: Permission...) { self.permissions = permissions }

    func set(_ permission: Permission, to status: PermissionStatus) {
        statuses[permission] = status
        announcers.announce()
    }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
        statuses[permission] ?? .notDetermined
    }

    func request(_ permission: Permission, for subject: Subject, completion: @escaping () -> Void) throws {
        if unaskable.contains(permission) { throw Refusal() }
        asked.append((permission, subject, completion))
    }
}

/// A store in memory, which fails when a test says.
final class TestStore: ToggleStore {
    let name = "store"
    var toggles: [String: Bool] = [:]
    var fault: ToggleStoreError?
    private let announcers = FactAnnouncers()

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func toggle(of feature: String, for subject: Subject) -> ToggleReading {
        if let fault { return .unknown(reason: "\(fault)") }
        return toggles["\(subject) \(feature)"].map { $0 ? .on : .off } ?? .unset
    }

    func setToggle(of feature: String, to isOn: Bool?, for subject: Subject) throws(ToggleStoreError) {
        if let fault { throw fault }
        toggles["\(subject) \(feature)"] = isOn
    }

    func announce() { announcers.announce() }
}

/// How often a program was woken.
final class WakeCount: Sendable {
    private let total = Mutex(0)

    var count: Int { total.withLock { $0 } }

    func add() { total.withLock { $0 += 1 } }
}

/// A remote adapter whose users have answered at once, and which has nothing to announce later.
final class AnsweredAdapter: RemotePermissionAdapter {
    let name = "answered"
    let permissions: [Permission] = [.photos, .camera]
    private var granted: Set<Permission> = []

    func announceChanges(with announcer: FactAnnouncer) {}

    func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
        granted.contains(permission) ? .authorized : .notDetermined
    }

    func beginRequest(_ permission: Permission, for subject: Subject) { granted.insert(permission) }

    func isAsking(_ permission: Permission, for subject: Subject) -> Bool { false }
}
