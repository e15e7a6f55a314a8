// A drop-in that is checked before it is installed. For example
//
//     deeplinkctl check --system --with-file 30-cafe.conf=/tmp/new
//
// reads the installed tables as the daemon does, with the text of /tmp/new as /etc/deeplinkd/routes.conf.d/30-cafe.conf:
// beside the other drop-ins, in the place of one that has this name, and before those of later folders. A folder that the
// files include by a glob has it too. Owner and mode of /tmp/new do not matter, because they are not those of the place.

import Conf
import Contract
package import HostSystem
import Routing

/// The text of a drop-in that is not in its place yet.
package struct ProposedDropIn: Sendable {
    /// Its name in the folder of drop-ins.
    package let name: String
    /// The file that has its text now.
    package let origin: String
    let bytes: [UInt8]
    private let groupID: UInt32

    /// Whether a folder of drop-ins has files of that name: `30-cafe.conf`.
    package static func isName(_ name: String) -> Bool {
        name.hasSuffix(TableLocations.dropInSuffix) && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/"))
            && !name.utf8.contains(0)
    }

    /// Reads its text, with the rights that the process has now.
    ///
    /// *Throws*: as `FileReader.read`.
    package init(_ name: String, from path: String) throws(LoopError) {
        let file = try FileReader.read(path, byteLimit: Limits.tableBytes)
        (self.name, origin, bytes, groupID) = (name, path, file.bytes, file.groupID)
    }

    /// The file as it will be read in its place.
    ///
    /// - Parameter replaced: the file that is there now, whose group it gets; nil for none.
    ///
    /// *Throws*: `fileTooLarge` as for any table.
    fileprivate func file(
        at path: String, byteLimit: Int, replacing replaced: TableFile?
    ) throws(TableFault) -> TableFile {
        guard bytes.count <= byteLimit else {
            throw TableFault(.fileTooLarge(path: path, byteLimit: byteLimit), path, byteLimit: byteLimit)
        }
        // Of no device: the file that has the text now may be one of the table under another name.
        let identity = TableFile.Identity(device: .max, inode: UInt64(bitPattern: Int64(path.hashValue)))
        return TableFile(name: path, bytes: bytes, identity: identity, groupID: replaced?.groupID ?? groupID)
    }
}

extension LoadEnvironment {
    /// Reads files in their places that are not there yet.
    ///
    /// - Parameter dropIns: by the paths of their places.
    mutating func propose(_ dropIns: [String: ProposedDropIn]) {
        let (file, names) = (self.file, self.names)
        self.file = { path, limit throws(TableFault) in
            guard let dropIn = dropIns[path] else { return try file(path, limit) }
            // ignored: what cannot be read there is replaced.
            return try dropIn.file(at: path, byteLimit: limit, replacing: try? file(path, Limits.tableBytes))
        }
        self.names = { folder throws(TableFault) in
            let start = folder.hasSuffix("/") ? folder : folder + "/"
            let added = dropIns.filter { $0.key == start + $0.value.name }.map(\.value.name)
            do throws(TableFault) {
                let found = try names(folder)
                return (found.names + added.filter { !found.names.contains($0) }, found.doubt)
            } catch {
                // The folder is made for the drop-in.
                guard error.isAbsent, !added.isEmpty else { throw error }
                return (added, nil)
            }
        }
    }
}
