internal import CLibUV
package import HostSystem

/// Calls back when something in a folder is created, written, renamed, removed or gets other permissions.
///
/// It watches a folder and not a file: files are replaced by renaming, and a watch of the old file would not report the new
/// one. Several changes may arrive as one call, and a change may be reported before its writer is done.
///
/// *Limits*: changes that other machines make on a network file system are not reported; the kernel limits how many folders
/// one user may watch.
/// one user may watch.
/// *Owner/thread*: the loop's thread. The owner calls `close()`; it keeps the loop running until then.
/// *Source*: inotify(7), through libuv.
package final class FolderWatch: HandleOwner {
    private let handle: HandleMemory
    private var onChange: ((_ name: String?) -> Void)?

    /// `onChange` gets the name of the changed entry, or nil if the kernel does not provide it.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte; `failed` with ENOENT if there is no such folder, ENOSPC or
    /// EMFILE if the kernel's limit of watches is reached.
    package init(
        loop: Loop, path: String, onChange: @escaping (_ name: String?) -> Void
    ) throws(LoopError) {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        self.onChange = onChange
        handle = try HandleMemory(UV_FS_EVENT, on: loop, call: "uv_fs_event_init", to: "watch \(path)") {
            unsafe uv_fs_event_init($0, $1.assumingMemoryBound(to: uv_fs_event_t.self))
        }
        handle.owner = self
        guard let event = unsafe handle.open(as: uv_fs_event_t.self) else { return }
        do {
            try checked(
                "uv_fs_event_start", to: "watch \(path)",
                unsafe uv_fs_event_start(event, folderDidChange, path, 0))
        } catch {
            handle.close()
            throw error
        }
    }

    /// Ends the watch and drops its closure.
    package func close() {
        handle.close()
    }

    fileprivate func changed(_ name: String?) {
        if !handle.isClosing { onChange?(name) }
    }

    func handleDidClose() {
        onChange = nil
    }
}

@c private func folderDidChange(
    _ event: UnsafeMutablePointer<uv_fs_event_t>?, _ name: UnsafePointer<CChar>?, _ events: Int32, _ status: Int32
) {
    // A status below zero is a failed watch; the caller looks again in that case too.
    let name = unsafe name.map { unsafe String(cString: $0) }
    unsafe HandleMemory.owner(of: event, as: FolderWatch.self)?.changed(status < 0 ? nil : name)
}
