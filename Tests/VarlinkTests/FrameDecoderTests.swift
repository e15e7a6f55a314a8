import Contract
import TestTables
import Testing
import Varlink

@Suite struct FrameDecoderTests {
    /// All messages that come out of a stream cut into the given reads, or the error that ended it.
    private func messages(_ reads: [ArraySlice<UInt8>], limit: Int = 64) -> ([[UInt8]], FramingError?) {
        let decoder = FrameDecoder(limit: limit)
        var result: [[UInt8]] = []
        for read in reads {
            decoder.append(read.span)
            do throws(FramingError) {
                while let range = try decoder.next() { result.append(Array(decoder.bytes[range])) }
            } catch {
                return (result, error)
            }
        }
        return (result, nil)
    }

    private let stream = Array("{}\0\0{\"a\":1}\0twenty bytes and more\0rest".utf8)
    private let expected = ["{}", "", "{\"a\":1}", "twenty bytes and more"].map { Array($0.utf8) }

    @Test func `messages end at NUL however the stream is split in two`() {
        for cut in 0...stream.count {
            let (found, error) = messages([stream[..<cut], stream[cut...]])
            #expect(found == expected && error == nil, "cut at \(cut)")
        }
    }

    @Test func `messages come out byte by byte`() {
        let (found, error) = messages(stream.indices.map { stream[$0...$0] })
        #expect(found == expected && error == nil)
    }

    @Test func `a message of the limit passes and one byte more does not`() {
        let atLimit = [UInt8](repeating: 0x20, count: 64) + [0]
        #expect(messages([atLimit[...]]).0.count == 1)
        let (found, error) = messages([([0x20] + atLimit)[...]])
        #expect(found.isEmpty)
        #expect(error == .messageTooLong(limit: 64, amount: 65))
    }

    @Test func `the limit is crossed by the read that crosses it, not by the NUL`() throws {
        let decoder = FrameDecoder(limit: 64)
        let bytes = [UInt8](repeating: 0x20, count: 40)
        decoder.append(bytes.span)
        let first = try decoder.next()
        #expect(first == nil)
        decoder.append(bytes.span)
        #expect(throws: FramingError.messageTooLong(limit: 64, amount: 80)) { try decoder.next() }
    }

    @Test func `messages before a too long one still come out, and nothing after it`() throws {
        let decoder = FrameDecoder(limit: 4)
        let bytes = Array("{}\0too long\0{}\0".utf8)
        decoder.append(bytes.span)
        let first = try decoder.next()
        #expect(first == 0..<2)
        for _ in 0..<3 {
            #expect(throws: FramingError.messageTooLong(limit: 4, amount: 8)) { try decoder.next() }
            decoder.append(bytes.span)
        }
        #expect(decoder.bytes.isEmpty)
    }

    @Test func `a stream may end between messages only`() throws {
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        var states = [decoder.isBetweenMessages]
        for text in ["{}", "\0", "{}\0{"] {
            decoder.append(Array(text.utf8).span)
            while try decoder.next() != nil {}
            states.append(decoder.isBetweenMessages)
        }
        #expect(states == [true, false, true, false])
    }

    @Test func `the buffer holds one message and one read at most, and is given back when it is empty`() throws {
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        let large = [UInt8](repeating: 0x20, count: 500_000) + [0]
        for _ in 0..<10 {
            for start in stride(from: 0, to: large.count, by: 4096) {
                decoder.append(large[start..<min(start + 4096, large.count)].span)
                while try decoder.next() != nil {}
            }
            #expect(decoder.bytes.capacity <= 64 << 10)
        }
        // A message is always unfinished here, so the buffer never runs empty.
        let odd = Array("{}\0{\"a".utf8)
        decoder.append(odd.span)
        for _ in 0..<10_000 {
            while try decoder.next() != nil {}
            decoder.append(Array("\":1}\0{\"a".utf8).span)
        }
        #expect(decoder.bytes.count < 64)
    }

    @Test func `calls come out of the stream decoded, and a breach ends it`() throws {
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        decoder.append(Array("{\"method\":\"io.deeplinkd.Features.List\"}\0[]\0".utf8).span)
        #expect(try decoder.nextCall() == Call(.request(ListFeatures())))
        #expect(throws: FramingError.header(.notAnObject)) { try decoder.nextCall() }
    }

    @Test func `replies come out of the stream decoded`() throws {
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        decoder.append(Array("{\"parameters\":{\"a\":1},\"continues\":true}\0{}".utf8).span)
        #expect(try decoder.nextReply() == ReplyMessage(.parameters(value("{\"a\":1}")), continues: true))
        #expect(try decoder.nextReply() == nil)
    }
}

extension FrameDecoder {
    /// Cuts off the next message and decodes it as a call; nil if there is none yet.
    func nextCall() throws(FramingError) -> Call? {
        guard let message = try next() else { return nil }
        return try CallDecoder.decode(bytes.span.extracting(message))
    }
}
