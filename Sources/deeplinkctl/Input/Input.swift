internal import Contract
import HostSystem

/// The input of a command: files and standard input.
enum Input {
    /// Reads a whole file.
    static func file(_ path: String) throws -> [UInt8] {
        try FileReader.read(path, byteLimit: Limits.tableBytes).bytes
    }

    /// Calls `body` with each line of a file (`-` is standard input), without the line end; empty lines are skipped.
    static func forEachLine(of path: String = "-", _ body: (String) throws -> Void) throws {
        let bytes =
            try path == "-" ? FileReader.readStandardInput(byteLimit: Limits.tableBytes) : file(path)
        for (number, line) in bytes.split(separator: 0x0A).enumerated() {
            let bytes = line.last == 0x0D ? line.dropLast() : line
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ToolFailure("line \(number + 1) of \(path == "-" ? "standard input" : path) is not UTF-8")
            }
            if !text.isEmpty { try body(text) }
        }
    }
}
