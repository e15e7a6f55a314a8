import Contract
import TestTables
import Varlink

/// The rules that hold for the bytes of every connection; a fuzzer and the tests check them.
package enum CallInvariants {
    /// What is read of a connection until its end, or until a breach ends it.
    private struct Reading: Equatable {
        var calls: [Call] = []
        var breach: FramingError?
    }

    /// Cuts the bytes into calls and checks the rules.
    package static func check(_ bytes: [UInt8]) -> Finding {
        let reading = read([bytes])
        // The place of the cut depends on the bytes, so that a fuzzer moves it.
        let cut = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % (bytes.count + 1)
        guard read([Array(bytes[..<cut]), Array(bytes[cut...])]) == reading else {
            return .broken("calls are the same if their bytes arrive in two parts, cut at \(cut)")
        }
        for call in reading.calls {
            if let rule = brokenRule(of: call) { return .broken(rule) }
        }
        // A client reads the answers of a daemon that it does not trust.
        let first = Array(bytes.prefix { $0 != 0 })
        if let (link, range) = CallDecoder.plainLink(first.span) {
            let text = String(decoding: first[range], as: UTF8.self)
            let request: any Method =
                switch link {
                case .open: OpenLink(url: text)
                case .verify: VerifyLink(url: text)
                case .perform: PerformBinding { $0.binding = text }
                }
            guard (try? CallDecoder.decode(first.span)) == Call(.request(request)) else {
                return .broken("a call that is recognised by its first bytes is what the decoder reads")
            }
        }
        // ignored: bytes that are no answer are refused, and they must not trap.
        _ = try? ReplyDecoder.decode(first.span)
        return reading.calls.isEmpty ? .refused : .accepted
    }

    private static func read(_ parts: [[UInt8]]) -> Reading {
        let decoder = FrameDecoder(limit: Limits.callBytes)
        var reading = Reading()
        do throws(FramingError) {
            for part in parts {
                decoder.append(part.span)
                while let message = try decoder.next() {
                    reading.calls.append(try CallDecoder.decode(decoder.bytes.span.extracting(message)))
                }
            }
        } catch {
            reading.breach = error
        }
        return reading
    }

    private static func brokenRule(of call: Call) -> String? {
        var message: [UInt8] = []
        switch call.content {
        case .request(let request):
            CallEncoder.append(request, oneway: call.oneway, more: call.more, to: &message)
            message.removeLast()
            guard let again = try? CallDecoder.decode(message.span) else {
                return "a written call is a call"
            }
            return again == call ? nil : "a written call is read as itself"
        case .refused(let error):
            ReplyEncoder.append(error, to: &message)
            message.removeLast()
            return (try? ReplyDecoder.decode(message.span)) == nil ? "a refusal is an answer" : nil
        }
    }
}
