import Contract
import TestSupport
import TestTables
import Testing
import Varlink

@Suite struct RandomTests {
    @Test func `a random outcome survives encoding and decoding`() throws {
        var random = SeededGenerator(for: "outcomes")
        for _ in 0..<500 {
            let outcome = Samples.randomOutcome(&random)
            let encoded = JSONText.text(of: outcome)
            let received = try ReceivedOutcome(value(encoded))
            let decoded = try #require(received.outcome)
            #expect(JSONText.text(of: decoded) == encoded)
            #expect(Samples.listed(outcome) == encoded)
            #expect(decoded == outcome)
            #expect(received.exitStatus == outcome.exitStatus)
        }
    }

    @Test func `a random value survives printing and reading`() throws {
        var random = SeededGenerator(for: "values")
        for _ in 0..<2000 {
            let value = Samples.randomValue(&random)
            let text = JSONText.text(of: value)
            #expect(try JSONText.value(of: text) == value)
            #expect(!text.utf8.contains { $0 < 0x20 })
        }
    }

    /// Bytes that are more often than not nearly right.
    private func bytes(_ random: inout SeededGenerator, from seeds: [[UInt8]]) -> [UInt8] {
        if Int.random(in: 0..<8, using: &random) == 0 {
            return (0..<Int.random(in: 0...64, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        }
        var bytes = seeds.randomElement(using: &random) ?? []
        let tokens = ["{", "}", "[", "]", "\"", "\\u", "\\ud83d", ":", ",", "null", "-", "1e9", "\u{0}", "ä", "\\"]
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[at] = .random(in: 0...255, using: &random)
            case 1: bytes.remove(at: at)
            case 2: bytes.removeSubrange(at...)
            default: bytes.insert(contentsOf: Array((tokens.randomElement(using: &random) ?? "").utf8), at: at)
            }
        }
        return bytes
    }

    private var seeds: [[UInt8]] {
        [
            #"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://a/b","timings":true},"more":true}"#,
            #"{"parameters":{"interface":"\ud834\udd1eä"},"oneway":true,"method":"org.varlink.service.GetInterfaceDescription"}"#,
            #"{"method":"io.deeplinkd.Features.List","com.example":{"a":[1,-2.5e3,null,true,false,"\n"]}}"#,
            JSONText.text(of: Samples.outcome),
            #"{"parameters":{"outcome":{"class":"ok","code":"ok.performed","message":""}},"continues":true}"#,
        ].map { Array($0.utf8) }
    }

    @Test func `any bytes give a call, a reply, a value or an error`() {
        var random = SeededGenerator(for: "bytes")
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = bytes(&random, from: seeds)
            let value = try? ValueDecoder.decode(bytes.span)
            if value != nil { accepted += 1 }
            let kept = try? ValueDecoder.decode(bytes.span, allowsDuplicates: true)
            #expect(value == nil || kept == value)
            if let value {
                // What is taken once is taken again, and prints the same.
                let text = JSONText.text(of: value)
                #expect((try? JSONText.value(of: text)) == value)
                _ = try? ReceivedOutcome(value)
                _ = try? ListFeatures.Answer(reply: value)
            }
            // No message is taken that is no JSON.
            if (try? CallDecoder.decode(bytes.span)) != nil { #expect(kept != nil) }
            if (try? ReplyDecoder.decode(bytes.span)) != nil { #expect(value != nil) }
        }
        #expect(accepted > 1000)
    }

    @Test func `a value that is skipped is checked like one that is read`() {
        var random = SeededGenerator(for: "skipped")
        let texts = [
            (#"{"method":"io.deeplinkd.Features.List","a.b":"#, "}"), (#"{"parameters":{"x":"#, #"},"method":"a.b"}"#),
            (#"{"method":"io.deeplinkd.Features.List","parameters":{"x":[1,"#, "]}}"), ("[", "]"),
        ]
        for _ in 0..<20_000 {
            let text = texts.randomElement(using: &random) ?? texts[0]
            let bytes = Array(text.0.utf8) + bytes(&random, from: seeds) + Array(text.1.utf8)
            var fault: FramingError?
            do throws(FramingError) {
                _ = try ValueDecoder.decode(bytes.span, allowsDuplicates: true)
            } catch {
                fault = error
            }
            do throws(FramingError) {
                _ = try CallDecoder.decode(bytes.span)
                #expect(fault == nil)
            } catch .json(.duplicateName, _) {
                // The random bytes gave the message a member that it has already.
            } catch .header {
                // They gave it one that no call has.
            } catch {
                #expect(error == fault)
            }
        }
    }

    @Test func `a random stream gives the same calls however it is cut`() {
        var random = SeededGenerator(for: "streams")
        for _ in 0..<500 {
            var stream: [UInt8] = []
            for _ in 0..<Int.random(in: 0...5, using: &random) { stream += bytes(&random, from: seeds) + [0] }
            stream += bytes(&random, from: seeds)
            let whole = events([stream[...]])
            var reads: [ArraySlice<UInt8>] = []
            var start = 0
            while start < stream.count {
                let end = min(stream.count, start + Int.random(in: 1...40, using: &random))
                reads.append(stream[start..<end])
                start = end
            }
            #expect(events(reads) == whole)
        }
    }

    /// Everything that comes out of a stream: its calls, and the error that ended it.
    private func events(_ reads: [ArraySlice<UInt8>]) -> [String] {
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        var events: [String] = []
        for read in reads {
            decoder.append(read.span)
            do throws(FramingError) {
                while let call = try decoder.nextCall() { events.append("\(call)") }
            } catch {
                return events + ["\(error)"]
            }
        }
        return events
    }
}
