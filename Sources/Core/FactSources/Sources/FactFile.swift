// A fact in a file, as one word, blanks and line ends around it aside:
//
//     a runtime switch    on off 1 0 true false
//     another kind        the words of its rules (`SourcedRule.words`)
//
// The file is trusted as a table is, at every reading: it and every folder and link on the way to it belong to root or to
// the daemon's user, and no other user can write them (`TrustRule`). The folders count because a user who can write one can
// put a link there to any root-owned file that happens to hold the right word, and who can write one further up can replace
// the folder. So no user grants itself anything: a file in a folder of that user is not trusted.
//
// If the file is missing, contains anything else, is too large or is not trusted, the fact is undetermined, and its
// previous value no longer counts. Where each user has a file, a user without one has the kind's `valueWithoutFile`. A
// file that is written to while it is read is read again. Writers should replace the file by renaming: between truncating
// and writing it is empty, so the fact is undetermined.

internal import Contract
internal import Features
import HostSystem

/// Reads one fact from a file.
///
/// *Limits*: `Limits.factFileBytes`.
enum FactFile {
    /// Reads the fact; blocks.
    ///
    /// - Parameter commonFolder: the folder of all users' files, where each user has one. A user without a file has the kind's
    ///   value for that, as long as the folder is there; for a kind without one the fact is undetermined.
    static func read(_ path: String, as key: FactKey, commonFolder: String? = nil) -> SourceReply {
        let rule = key.sourced
        do throws(LoopError) {
            let file = try FileReader.read(path, byteLimit: Limits.factFileBytes, trusting: .ofThisProcess)
            guard let word = onlyWord(in: file.bytes), let value = rule.value(ofWord: word) else {
                return .undetermined(reason: "\(path) says neither \(rule.words.joined(separator: " nor "))")
            }
            return .facts([key: value])
        } catch .fileChanged {
            return .failed(reason: "\(LoopError.fileChanged(path: path))")
        } catch {
            // The walk to the file checks each folder on its way, and ends at the first that is missing.
            if error.codeName == "ENOENT", let commonFolder, let value = rule.valueWithoutFile, isFolder(commonFolder) {
                return .facts([key: value])
            }
            return .undetermined(reason: "\(error)")
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        // ignored: a folder that cannot be looked at says nothing of a user.
        (try? FileStatus(of: path))?.kind == .folder
    }

    private static func onlyWord(in bytes: [UInt8]) -> String? {
        let words = bytes.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return words.count == 1 ? String(decoding: words[0], as: UTF8.self) : nil
    }
}
