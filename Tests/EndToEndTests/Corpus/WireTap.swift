/// The messages between a daemon and its clients, in the order in which a test sends and receives them.
final class WireTap {
    struct Message {
        /// *Units*: clients from 1.
        let client: Int
        let isCall: Bool
        let text: String
    }

    /// One client's part of the record.
    struct Client {
        fileprivate let tap: WireTap
        fileprivate let number: Int

        func sent(_ message: String) {
            tap.messages.append(Message(client: number, isCall: true, text: message))
        }

        func received(_ message: ArraySlice<UInt8>) {
            let text = String(decoding: message, as: UTF8.self)
            tap.messages.append(Message(client: number, isCall: false, text: text))
        }
    }

    private(set) var messages: [Message] = []
    private var clients = 0

    func addClient() -> Client {
        clients += 1
        return Client(tap: self, number: clients)
    }
}
