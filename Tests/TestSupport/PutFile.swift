// An executable file is written by another process. A descriptor for writing that this process has is inherited by each child
// that another test starts at that moment, until the child's exec; and the system refuses to run a file while it is open for
// writing (ETXTBSY).

import Foundation
import Glibc

/// Creates a file, or replaces its content; the file may be run at once.
///
/// *Throws*: `ChildProgram.Failure`, or Foundation's error.
package func put(_ text: String, at path: String, mode: Int = 0o644) throws {
    if mode & 0o111 == 0 {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    } else {
        let run = try ChildProgram.run("/bin/sh", ["-c", #"cat >"$1""#, "sh", path], input: text)
        guard run.exit == .code(0) else { throw ChildProgram.Failure("cannot write \(path): \(run.errors)") }
    }
    guard unsafe chmod(path, mode_t(mode)) == 0 else { throw ChildProgram.Failure("chmod \(path): errno \(errno)") }
}
