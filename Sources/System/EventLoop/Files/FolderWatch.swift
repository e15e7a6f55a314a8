internal import CLibUV
package import HostSystem

/// Calls back when something in a folder is created, written, renamed, removed or gets other permissions.
///
/// It watches a folder and not a file: files are replaced by renaming, and a watch of the old file would not report the new
/// one. Several changes may arrive as one call, and a change may be reported before its writer is done.
///
/// *Limits*: changes that other machines make on a network file system are not reported; the kernel limits how many folders
/// one user may watch.
/// *Owner/thread*: the loop's thread. The owner calls `close()`; it keeps the loop running until then.
/// *Source*: inotify(7), through libuv.
package final class FolderWatch {
    private let handle: Handle<String?>

    /// `onChange` gets the name of the changed entry, or nil if the kernel does not provide it.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte; `failed` with ENOENT if there is no such folder, ENOSPC or
    /// EMFILE if the kernel's limit of watches is reached.
    package init(
        loop: Loop, path: String, onChange: @escaping (_ name: String?) -> Void
    ) throws(LoopError) {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        handle = try Handle(UV_FS_EVENT, on: loop, to: "watch \(path)", "uv_fs_event_init", unsafe uv_fs_event_init)
        handle.onEvent = onChange
        try handle.start("uv_fs_event_start", to: "watch \(path)") { watch in
            unsafe uv_fs_event_start(watch, folderDidChange, path, 0)
        }
    }

    /// Watches the folder of one file.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - onChange: called also where the kernel does not say which file has changed.
    ///
    /// *Throws*: as above.
    package convenience init(
        loop: Loop, ofFile path: String, onChange: @escaping () -> Void
    ) throws(LoopError) {
        let file = path.split(separator: "/").last.map(String.init)
        try self.init(loop: loop, path: ResolvedPath.folder(of: path) ?? ".") { changed in
            if changed == nil || changed == file { onChange() }
        }
    }

    /// Ends the watch and drops its closure.
    package func close() {
        handle.close()
    }
}

private func folderDidChange(
    _ event: UnsafeMutablePointer<uv_fs_event_t>?, _ name: UnsafePointer<CChar>?, _ events: Int32, _ status: Int32
) {
    // A status below zero is a failed watch; the caller looks again in that case too.
    let name = unsafe name.map { unsafe String(cString: $0) }
    unsafe Handle.tell(event, status < 0 ? nil : name)
}
