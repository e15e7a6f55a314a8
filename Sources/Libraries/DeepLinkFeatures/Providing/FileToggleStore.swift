internal import HostSystem
internal import Synchronization

/// Keeps toggles in a file, durably, for all processes that use the file.
///
/// ```swift
/// let toggles = FileToggleStore("/var/lib/podcasts/toggles.json")
/// let dispatcher = try Dispatcher(PodcastApp.self, toggles: toggles)
/// try dispatcher.setToggle(DynamicSpeed.self, to: true)   // on the disk when it returns
/// ```
///
/// A change takes a lock, reads what other processes have written, and replaces the file: a crash or a power cut leaves the old
/// one or the new one. A file that another user could change, or that is damaged, is neither read nor replaced: its toggles
/// are unknown, and the reason is in the evidence. Other processes' changes count from the next request on; for a notice of
/// them call ``Dispatcher/refresh()``.
///
/// *Limits*: the file has at most 1 MiB. Its folder must exist, and no other user may be able to write to it. Beside the file
/// stands another one, which ends in `.lock`.
public final class FileToggleStore: ToggleStore, Sendable {
    /// How long a change waits for another process.
    ///
    /// *Units*: seconds.
    private static let patience = 2

    /// What was read last, and from which version of the file.
    private typealias Reading = (status: FileStatus, file: ToggleFile)

    /// `file:` and the path.
    public let name: String
    private let path: String
    private let last = Mutex<Reading?>(nil)
    private let announcers = FactAnnouncers()

    /// Makes a store; nothing is opened before the first question.
    ///
    /// - Parameter path: where the file is, or will be.
    public init(_ path: String) {
        self.path = path
        name = "file:" + path
    }

    /// Takes a dispatcher's announcer.
    public func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    /// How the user has switched a feature, as the file says now.
    ///
    /// *Cost*: a look at the file's version; it is read only if that has changed.
    public func toggle(of feature: String, for subject: Subject) -> ToggleReading {
        do throws(ToggleStoreError) {
            let file = try last.withLock { (last) throws(ToggleStoreError) in try current(&last) }
            return file[feature, subject].map { $0 ? .on : .off } ?? .unset
        } catch {
            return .unknown(reason: error.reason)
        }
    }

    /// Writes how the user has switched a feature; it is on the disk when this returns.
    public func setToggle(of feature: String, to isOn: Bool?, for subject: Subject) throws(ToggleStoreError) {
        try last.withLock { (last) throws(ToggleStoreError) in
            last = nil
            // Before the lock, whose file would be left beside no file of toggles.
            _ = try read()
            // Another user who could add names to the folder could hold the lock for ever, or put a file there first.
            _ = try onDisk { () throws(LoopError) in
                try TrustRule.ofThisProcess.walk(toListed: ResolvedPath.folder(of: path) ?? ".", to: "write \(path)")
            }
            let lock = try onDisk { () throws(LoopError) in
                try FileLock(path + ".lock", until: HostClock.monotonicNs + Int64(Self.patience) * 1_000_000_000)
            }
            guard let lock else { throw .locked(path: path, seconds: Self.patience) }
            defer { withExtendedLifetime(lock) {} }
            // Read under the lock, so that no other process's change is lost.
            var file = try read()
            guard file[feature, subject] != isOn else { return }
            file[feature, subject] = isOn
            try write(file)
        }
        announcers.announce()
    }

    // MARK: The file

    /// The toggles as the file has them now.
    ///
    /// Only what could be read is kept: why it could not may change without a change of the file.
    private func current(_ last: inout Reading?) throws(ToggleStoreError) -> ToggleFile {
        // From before the reading: what is written meanwhile is read the next time.
        let status = try? FileStatus(of: path)
        if let last, last.status == status { return last.file }
        last = nil
        let file = try read()
        last = status.map { ($0, file) }
        return file
    }

    private func read() throws(ToggleStoreError) -> ToggleFile {
        // The system calls a file without a name absent, and an absent file holds no toggles.
        guard !path.isEmpty else { throw .file(path: path, problem: "the path of the file is empty") }
        let bytes: [UInt8]
        do throws(LoopError) {
            bytes = try FileReader.read(path, byteLimit: ToggleFile.byteLimit, trusting: .ofThisProcess).bytes
        } catch {
            if error.codeName == "ENOENT" { return ToggleFile() }
            throw .file(path: path, problem: "\(error)")
        }
        do throws(ToggleFile.Damage) {
            return try ToggleFile(bytes: bytes)
        } catch {
            throw .damaged(path: path, problem: error.problem)
        }
    }

    private func write(_ file: ToggleFile) throws(ToggleStoreError) {
        let bytes = file.bytes
        guard bytes.count <= ToggleFile.byteLimit else {
            throw .full(path: path, byteLimit: ToggleFile.byteLimit)
        }
        try onDisk { () throws(LoopError) in try DurableFile.replace(path, bytes: bytes) }
    }

    /// *Throws*: `file` for an error of the system.
    private func onDisk<Result: ~Copyable>(
        _ body: () throws(LoopError) -> Result
    ) throws(ToggleStoreError) -> Result {
        do throws(LoopError) {
            return try body()
        } catch {
            throw .file(path: path, problem: "\(error)")
        }
    }
}
