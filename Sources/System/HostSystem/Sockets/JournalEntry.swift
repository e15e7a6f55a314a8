internal import CLinux
internal import Glibc

/// The journal for programs that write an entry and end; a daemon's log writes by `LineWriter`, which waits for the journal.
///
///     JournalEntry.send([("MESSAGE", "click code=ok.performed"), ("PRIORITY", "6")])
package enum JournalEntry {
    /// Where the journal takes entries.
    ///
    /// *Source*: systemd-journald.service(8).
    package static let socketPath = "/run/systemd/journal/socket"

    /// Sends one entry, without waiting; false if there is no journal, or its queue is full.
    ///
    /// - Parameter fields: values have no line end and no NUL, which would end them.
    ///
    /// *Source*: the journal's native protocol, systemd.journal-fields(7).
    package static func send(_ fields: [(name: String, value: String)]) -> Bool {
        let text = fields.map { "\($0.name)=\($0.value)\n" }.joined()
        do throws(LoopError) {
            let address = try UnixAddress(path: socketPath)
            let socket = try UnixSocket.make(SOCK_DGRAM, flags: SOCK_NONBLOCK.rawValue, to: "reach the journal")
            let number = socket.number
            try systemCall("connect", to: "reach the journal") {
                address.use { unsafe connect(number, $0, $1) }
            }
            let bytes = Array(text.utf8)
            return unsafe bytes.withUnsafeBytes { unsafe deeplink_send_each(number, $0.baseAddress, $0.count) > 0 }
        } catch {
            return false
        }
    }
}
