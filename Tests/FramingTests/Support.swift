import Contract
import Foundation
import Framing
import Testing

/// Random numbers that can be had again: a failing run prints the seed, `DEEPLINKD_SEED` sets it.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(test: String) {
        let seed =
            ProcessInfo.processInfo.environment["DEEPLINKD_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: .min ... .max)
        print("seed: \(test): DEEPLINKD_SEED=\(seed)")
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Where the data is that is not part of the repository.
enum TestData {
    static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["DEEPLINKD_DATA"] { return URL(fileURLWithPath: path) }
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                return folder.deletingLastPathComponent().appendingPathComponent("shared/data")
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// Whether a folder of the data is there; prints why a test is skipped where it is not.
    static func has(_ path: String, for test: String) -> Bool {
        if let folder, FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) { return true }
        print("skipped: \(test): no \(path) in \(folder?.path ?? "a data folder"); set DEEPLINKD_DATA")
        return false
    }
}

func decode(_ text: String) throws(FramingError) -> Call {
    let bytes = Array(text.utf8)
    return try CallDecoder.decode(bytes.span)
}

func value(_ text: String) throws(FramingError) -> Value {
    try JSONText.value(of: text)
}

/// The text of one encoded message, its NUL checked and taken off.
func message(_ append: (inout [UInt8]) -> Void) throws -> String {
    var buffer: [UInt8] = []
    append(&buffer)
    #expect(buffer.filter { $0 == 0 }.count == 1)
    try #require(buffer.last == 0)
    return String(decoding: buffer.dropLast(), as: UTF8.self)
}

/// The parameters of an encoded reply.
func parameters(_ reply: Reply) throws -> Value {
    let bytes = Array(try message { ReplyEncoder.append(reply, to: &$0) }.utf8)
    guard case .parameters(let value) = try ReplyDecoder.decode(bytes.span).content else {
        throw FramingError.header(.notAnObject)
    }
    return value
}
