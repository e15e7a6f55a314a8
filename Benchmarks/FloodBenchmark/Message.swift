import Contract

/// The calls of the floods, as bytes with their NUL.
enum Message {
    static let info = bytes(#"{"method":"org.varlink.service.GetInfo"}"#)
    static let list = bytes(#"{"method":"io.deeplinkd.Features.List"}"#)
    static let status = bytes(#"{"method":"io.deeplinkd.Monitor.Status"}"#)
    static let watch = bytes(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
    static let subscribe = bytes(
        #"{"method":"io.deeplinkd.Channels.Subscribe","more":true,"parameters":{"channel":"news"}}"#)
    static let description = bytes(
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.deeplinkd.Monitor"}}"#)

    /// A call of the maximum length: nested arrays in a parameter that precedes its method.
    static let large: [UInt8] = {
        let (start, end) = (#"{"parameters":{"x":["#, #"0]},"method":"io.deeplinkd.Dispatch.Open"}"#)
        let nested = String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + ","
        let room = Limits.callBytes - start.utf8.count - end.utf8.count
        return bytes(start + String(repeating: nested, count: room / nested.utf8.count) + end)
    }()

    static func open(_ url: String, oneway: Bool = false) -> [UInt8] {
        let flag = oneway ? #","oneway":true"# : ""
        return bytes(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(url)"}\#(flag)}"#)
    }

    static func verify(_ url: String) -> [UInt8] {
        bytes(#"{"method":"io.deeplinkd.Dispatch.Verify","parameters":{"url":"\#(url)"}}"#)
    }

    static func toggle(_ feature: String, _ isOn: Bool) -> [UInt8] {
        bytes(#"{"method":"io.deeplinkd.Features.SetToggle","parameters":{"feature":"\#(feature)","on":\#(isOn)}}"#)
    }

    static func ingest(_ items: [String]) -> [UInt8] {
        let list = items.map { #""\#($0)""# }.joined(separator: ",")
        return bytes(#"{"method":"io.deeplinkd.Purchases.Ingest","parameters":{"items":[\#(list)]}}"#)
    }

    /// As many calls as fit into `byteCount` bytes.
    static func fill(_ byteCount: Int, with call: [UInt8]) -> [UInt8] {
        Array(repeatElement(call, count: byteCount / call.count).joined())
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
