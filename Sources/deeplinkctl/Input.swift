internal import Contract
internal import EventLoop

/// What a command reads.
enum Input {
    /// A whole file.
    static func file(_ path: String) throws -> [UInt8] {
        do {
            return try FileReader.read(path, byteLimit: Limits.tableBytes).bytes
        } catch {
            throw ToolFailure("\(error)")
        }
    }

    /// All of standard input.
    static func standard() throws -> [UInt8] {
        do {
            return try FileReader.readStandardInput(byteLimit: Limits.tableBytes)
        } catch {
            throw ToolFailure("\(error)")
        }
    }

    /// Each line of standard input, without its end; empty ones are passed over.
    static func forEachLine(_ body: (String) throws -> Void) throws {
        for (number, line) in try standard().split(separator: 0x0A).enumerated() {
            let bytes = line.last == 0x0D ? line.dropLast() : line
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ToolFailure("line \(number + 1) of standard input is not UTF-8")
            }
            if !text.isEmpty { try body(text) }
        }
    }
}
