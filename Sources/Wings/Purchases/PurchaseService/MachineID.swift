import HostSystem
import PurchaseRules

/// The id of this machine, which licences for the machine name.
enum MachineID {
    /// *Source*: machine-id(5).
    static let path = "/etc/machine-id"

    /// Reads it; nil where there is none.
    ///
    /// Blocks on the disk.
    @Sendable static func read() -> String? {
        // ignored: without an id no licence is one for this machine, and the refusal says which id was expected.
        guard let file = try? FileReader.read(path, byteLimit: 64) else { return nil }
        let text = String(decoding: file.bytes, as: UTF8.self).filter { !$0.isNewline }
        return LicenceSubject.isMachineID(text) ? text : nil
    }
}
