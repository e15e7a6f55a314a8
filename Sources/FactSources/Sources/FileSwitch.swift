// A runtime switch in a file: `on`, `off`, `1`, `0`, `true` or `false`, blanks and line ends around it aside. The file
// is trusted as a table is, at every reading: it and every folder and link on the way to it belong to root or to the
// daemon's user, and no other user can write them (`TrustRule`). The folders count because a user who can write one can put
// a link there to any root-owned file that happens to hold a `1`, and who can write one further up can replace the folder.
//
// If the file is missing, contains anything else, is too large or is not trusted, the switch is undetermined, and its
// previous value no longer counts. A file that is written to while it is read is read again. Writers should replace the
// file by renaming: between truncating and writing it is empty, so the switch is undetermined.

internal import Contract
internal import Features
import HostSystem

/// Reads one switch from a file.
///
/// *Limits*: `Limits.switchFileBytes`.
enum FileSwitch {
    /// Reads the switch; blocks.
    static func read(_ path: String, as key: FactKey) -> SourceReply {
        do throws(LoopError) {
            let file = try FileReader.read(path, byteLimit: Limits.switchFileBytes, trusting: .ofThisProcess)
            guard let isOn = state(in: file.bytes) else {
                return .undetermined(reason: "\(path) says neither on nor off")
            }
            return .facts([key: isOn ? .on : .off])
        } catch .fileChanged {
            return .failed(reason: "\(LoopError.fileChanged(path: path))")
        } catch {
            return .undetermined(reason: "\(error)")
        }
    }

    /// What the bytes say; nil where that is nothing.
    static func state(in bytes: [UInt8]) -> Bool? {
        let words = bytes.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard words.count == 1 else { return nil }
        return switch String(decoding: words[0], as: UTF8.self) {
        case "on", "1", "true": true
        case "off", "0", "false": false
        default: nil
        }
    }
}
