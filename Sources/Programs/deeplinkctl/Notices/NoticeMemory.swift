internal import Contract
internal import Desktop
internal import DesktopEntries
internal import HostSystem

// The record of notifications shown to one user, so that a hundred refused links are not a hundred notifications, and a
// second click on one link is seen as the first was:
//
//     click A    refused   shown as number 5                      newest = now
//     click B    refused   a second later: counted, and waits     unshown = 1
//     click A    refused   shown in the place of number 5
//     (3 s)                B is shown                             unshown = 0
//
// The file lies in the runtime directory and ends with the session. A lock lets one handler at a time decide and show. What
// cannot be read counts as empty: then a notification is new that could have replaced another.

/// The notifications of this user that are shown.
struct NoticeMemory {
    /// What a handler does next.
    enum Turn: Equatable {
        /// It has shown its notification; the number of it.
        case shown(UInt32)
        /// It waits for the end of the pause, and asks again.
        case waits(untilNs: Int64)
        /// Another one has shown how many there are, and this one is among them.
        case counted
    }

    private static let folderName = "deeplinkd"
    private static let fileName = "notices.json"
    /// *Units*: bytes of the file.
    private static let byteLimit = 64 << 10
    /// How long a handler waits for others: they wait for the notification service.
    private static let lockNs = 2 * NotificationService.patience.wholeNanoseconds

    /// *Shape*: absolute.
    private let directory: String
    /// At most one new notification in this time.
    private let pause: Duration

    /// Nil where the session has no runtime directory.
    init?(environment: [String: String], pause: Duration) {
        guard let directory = UserFolders.runtime(environment) else { return nil }
        (self.directory, self.pause) = (directory, pause)
    }

    private var file: String { "\(directory)/\(Self.folderName)/\(Self.fileName)" }

    /// Shows a notification if it is its turn.
    ///
    /// - Parameters:
    ///   - feature: what it is about; empty where that is not known.
    ///   - identity: of the bus and the service, for which numbers were remembered.
    ///   - isCounted: whether an earlier answer was `waits`.
    ///   - show: shows it in the place of a number, or as a new one for 0, with so many others.
    ///
    /// *Throws*: as `show`, and if the file cannot be written or locked.
    func turn(
        of feature: String, _ identity: String, isCounted: Bool,
        show: (_ replaced: UInt32, _ more: Int) throws -> UInt32
    ) throws -> Turn {
        try change { book in
            let nowNs = HostClock.monotonicNs
            if isCounted, book.unshown == 0 { return .counted }
            if let place = book.shown.firstIndex(where: { $0.feature == feature && $0.service == identity }) {
                if isCounted { book.unshown -= 1 }
                book.shown[place].number = Int64(try show(UInt32(book.shown[place].number), 0))
                return .shown(UInt32(book.shown[place].number))
            }
            let nextNs = book.newestNs + pause.wholeNanoseconds
            if book.newestNs > 0, nowNs < nextNs {
                if !isCounted { book.unshown += 1 }
                return .waits(untilNs: nextNs)
            }
            let number = try show(0, max(0, book.unshown - (isCounted ? 1 : 0)))
            (book.newestNs, book.unshown) = (nowNs, 0)
            book.remember(feature, number, identity)
            return .shown(number)
        }
    }

    /// Remembers that a notification has another number from now on.
    func renumber(_ number: UInt32, to newNumber: UInt32, _ identity: String) {
        // ignored: as below.
        try? change { book in
            for place in book.shown.indices
            where book.shown[place].number == Int64(number) && book.shown[place].service == identity {
                book.shown[place].number = Int64(newNumber)
            }
        }
    }

    /// Forgets a notification that is not shown any more.
    func forget(_ number: UInt32, _ identity: String) {
        // ignored: a number that is remembered for too long shows a new notification, as one that is not.
        try? change { book in book.shown.removeAll { $0.number == Int64(number) && $0.service == identity } }
    }

    private func change<Result>(_ body: (inout NoticeBook) throws -> Result) throws -> Result {
        let folder = try RuntimeFolder(Self.folderName, in: directory)
        let endNs = HostClock.monotonicNs + Self.lockNs
        guard let lock = try FileLock(file + ".lock", until: endNs) else {
            throw ToolFailure("another handler keeps \(file).lock")
        }
        var book = NoticeBook.read(try? FileReader.read(file, byteLimit: Self.byteLimit).bytes)
        let before = book
        let result = try body(&book)
        if book != before { try folder.replace(Self.fileName, bytes: Array(JSONText.text(of: book).utf8)) }
        _ = consume lock
        return result
    }
}

/// The content of the file.
private struct NoticeBook: StoredObject, Equatable {
    /// A notification that is shown.
    struct Shown: StoredObject, Equatable {
        var feature = ""
        var number: Int64 = 0
        var service = ""

        mutating func members(_ list: inout some MemberList) {
            list.member("feature", &feature, "What it is about.")
            list.member("number", &number, "Its number.")
            list.member("service", &service, "The service that gave the number.")
        }
    }

    /// *Units*: notifications that are remembered, and bytes of what one is about.
    private static let shownLimit = 32
    private static let featureBytes = 512

    /// *Units*: nanoseconds of `HostClock.monotonicNs`.
    var newestNs: Int64 = 0
    var unshown = 0
    var shown: [Shown] = []

    mutating func members(_ list: inout some MemberList) {
        list.member("newestNs", &newestNs, "When a new one was shown last.")
        list.member("unshown", &unshown, "How many refusals were not shown since then.")
        list.member("shown", &shown, "Those that are shown.")
    }

    mutating func remember(_ feature: String, _ number: UInt32, _ service: String) {
        guard feature.utf8.count <= Self.featureBytes else { return }
        var entry = Shown()
        (entry.feature, entry.number, entry.service) = (feature, Int64(number), service)
        shown.removeAll { $0.number == entry.number && $0.service == service || $0.feature == feature }
        shown = shown.suffix(Self.shownLimit - 1) + [entry]
    }

    /// What is in a file; an empty book where that is nothing of use.
    static func read(_ bytes: [UInt8]?) -> NoticeBook {
        guard let bytes, let text = String(validating: bytes, as: UTF8.self), let value = try? JSONText.value(of: text),
            let book = try? NoticeBook.read(value, at: "notices"), book.isOfUse
        else { return NoticeBook() }
        return book
    }

    private var isOfUse: Bool {
        // A time that is yet to pass is that of another boot.
        (0...1_000_000).contains(unshown) && (0...HostClock.monotonicNs).contains(newestNs)
            && shown.count <= Self.shownLimit
            && shown.allSatisfy { (1...Int64(UInt32.max)).contains($0.number) }
    }
}
