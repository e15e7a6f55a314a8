// The service manager names the path at which low memory is announced, and bytes to write there first:
//
//     the path is               the bytes are written   announced by
//     a file of the kernel      to the file             an exceptional event of the file
//     a pipe with a name        to the pipe             bytes that can be read
//     a socket                  to the connection       bytes that can be read
//
// Source: https://systemd.io/MEMORY_PRESSURE and Documentation/accounting/psi.rst of the kernel.

internal import CLibUV
internal import Glibc
package import HostSystem

/// Calls back when the kernel or the service manager says that memory is short.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a watch does not keep the loop running.
package final class PressureWatch {
    /// *Units*: bytes that are read and dropped for one event.
    private static let drainedBytes = 4096

    private let handle: Handle<Void>
    private let descriptor: Int32
    private let hasBytes: Bool
    private var owned: OwnedDescriptor?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - request: what is written there first.
    ///
    /// *Throws*: `unusableText`, `pathTooLong`; `failed` with the system's reason, EPERM for a file that announces nothing.
    package init(
        loop: Loop, path: String, request: [UInt8], onPressure: @escaping () -> Void
    ) throws(LoopError) {
        let task = "watch for memory pressure at \(path)"
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        var found = stat()
        try systemCall("stat", to: task) { unsafe stat(path, &found) }
        let kind = found.st_mode & S_IFMT
        let owned: OwnedDescriptor
        if kind == S_IFSOCK {
            owned = try UnixSocket.connect(to: path, patience: .zero)
        } else {
            // For writing too: a pipe that no other process has open would end.
            owned = OwnedDescriptor(
                try systemCall("open", to: task) { unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) })
        }
        hasBytes = kind != S_IFREG
        let descriptor = owned.number
        self.descriptor = descriptor
        // What is written to a pipe would come back as an event.
        if !request.isEmpty, kind != S_IFIFO {
            try systemCall("write", to: task) { unsafe write(descriptor, request, request.count) }
        }
        handle = try Handle(reading: descriptor, on: loop, to: task)
        self.owned = consume owned
        handle.onClose = { [self] in self.owned = nil }
        handle.keepLoopRunning(false)
        handle.onEvent = { [weak self] _ in if self?.takeEvent() == true { onPressure() } }
        if hasBytes { handle.startReading() } else { handle.startWaitingForException() }
    }

    /// True for an event; an end of the bytes is none, and ends the watch.
    private func takeEvent() -> Bool {
        guard hasBytes, !handle.isClosing else { return !hasBytes }
        var bytes = [UInt8](repeating: 0, count: Self.drainedBytes)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { close() }
        return count > 0
    }

    /// Ends the watch and drops its closure.
    package func close() { handle.close() }
}
