package import Foundation
import Glibc

/// A stream between a test and a program that it starts.
///
/// No other program that a test starts meanwhile inherits it.
package final class ProgramPipe {
    private var own: Int32
    private var program: Int32

    /// *Throws*: `ChildProgram.Failure`, where the process has no descriptors left.
    package init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ChildProgram.Failure("socketpair: errno \(errno)")
        }
        (own, program) = (ends[0], ends[1])
    }

    deinit {
        close()
        closeProgramEnd()
    }

    /// The end for the program.
    var programEnd: Int32 { program }

    /// Closes this process's copy of the program's end, so that reading ends with the program.
    func closeProgramEnd() {
        if program >= 0 { Glibc.close(program) }
        program = -1
    }

    /// Closes the test's end; the program reads the end of its input.
    package func close() {
        if own >= 0 { Glibc.close(own) }
        own = -1
    }

    /// Waits for bytes of the program; empty at the end.
    package func readSome() -> Data {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe read(own, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return Data(buffer.prefix(max(0, count)))
        }
    }

    /// All bytes of the program, up to the end.
    package func readAll() -> Data {
        var data = Data()
        while case let more = readSome(), !more.isEmpty { data += more }
        return data
    }
}
