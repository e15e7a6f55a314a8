// Finds the user to whom a uid belongs. useradd gives every user a range of 65,536 subordinate uids, and the owner of a
// range may run processes as each of them (`unshare --map-auto`, rootless containers). To the kernel each is a user of
// its own, so a limit per uid alone would not limit the owner:
//
//     /etc/subuid      ann:100000:65536          uids 100000 to 165535 count as ann's
//
// Root's ranges are for containers, and what runs in one must not use up what root may have. So each of them counts as a
// user of its own, by the name of its first uid:
//
//     root:1000000:65536           uids 1000000 to 1065535 count as 1000000's
//
// Ranges that a directory service keeps and not that file are unknown here, and their uids count each for itself.

/// The owners of subordinate uids.
struct SubordinateIDs: Equatable, Sendable {
    /// One line of the file.
    private struct Span: Equatable {
        let uids: ClosedRange<UInt32>
        let owner: UInt32
    }

    private var spans: [Span] = []

    /// Knows of no range.
    init() {}

    /// Reads the text of `/etc/subuid`; lines that are none are passed over.
    ///
    /// - Parameter uid: the uid of a user's name; nil where there is none.
    ///
    /// *Source*: subuid(5): login name or uid, first subordinate uid, and their number, separated by colons.
    init(text: String, uid: (String) -> UInt32?) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            // No one's range holds root, whatever the file says.
            guard parts.count == 3, let first = UInt32(parts[1]), first > 0, let count = UInt32(parts[2]), count > 0,
                let owner = UInt32(parts[0]) ?? uid(parts[0])
            else { continue }
            let (last, isOver) = first.addingReportingOverflow(count - 1)
            spans.append(Span(uids: first...(isOver ? .max : last), owner: owner == 0 ? first : owner))
        }
    }

    /// The user who owns the range that a uid is in, by the first line that names it; the range's first uid where that user
    /// is root, and the uid itself where no line names it.
    ///
    /// *Cost*: a comparison for each line.
    func owner(of uid: UInt32) -> UInt32 { spans.first { $0.uids.contains(uid) }?.owner ?? uid }
}
