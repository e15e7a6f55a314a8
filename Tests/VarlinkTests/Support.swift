import Contract
import Foundation
import TestTables
import Testing
import Varlink

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
func parameters(_ reply: some Reply) throws -> Value {
    let bytes = Array(try message { ReplyEncoder.append(reply, to: &$0) }.utf8)
    guard case .parameters(let value) = try ReplyDecoder.decode(bytes.span).content else {
        throw FramingError.header(.notAnObject)
    }
    return value
}
