import Contract
import Testing

@testable import ChannelRules

/// Plays a hub line by line, for tests that read as tables.
///
///     send ann a            -> held 1, start ann
///     subscribe ann s       -> wake s
///     next s                -> a #1 d1
///
/// Users are ann (1), bob (2) and root (0). A link is a letter, or a letter and a number of bytes: `b:1000`.
final class HubScript {
    private static let users: [Substring: UInt32] = ["root": 0, "ann": 1, "bob": 2]

    let hub: ChannelHub
    private let channels: [String: ChannelTerms]
    private(set) var nowNs: Int64 = 0
    private var subscriptions: [Substring: Subscription] = [:]

    init(_ channels: [String: ChannelTerms]) {
        self.channels = channels
        var names = 0
        hub = ChannelHub(
            firstNumber: { 0 },
            deliveryName: {
                names += 1
                return "d\(names)"
            })
        hub.adopt(channels, nowNs: 0)
    }

    /// Carries out one command on the channel `c`, and gives its result with the effects.
    func play(_ command: String) -> String {
        let words = command.split(separator: " ")
        let result = perform(words[0], Array(words.dropFirst()))
        return ([result].compactMap(\.self) + hub.takeEffects().map(text)).joined(separator: ", ")
    }

    private func perform(_ command: Substring, _ words: [Substring]) -> String? {
        let user = words.first.flatMap { Self.users[$0] } ?? 0
        switch command {
        case "send":
            return words.dropFirst().map { text(hub.send(link($0), to: "c", user: user, nowNs: nowNs)) }
                .joined(separator: ", ")
        case "subscribe": return subscribe(user, words)
        case "leave": return subscription(words).map { hub.unsubscribe($0, nowNs: nowNs) }.flatMap(nothing)
        case "next": return next(words).map(text) ?? "-"
        case "ack", "fail": return acknowledge(command, words, user)
        case "withdraw": return hub.withdraw(link: Int(words[0]) ?? 0, nowNs: nowNs) ? nil : "too late"
        case "clear": return "cleared \(hub.clear("c", user: user, nowNs: nowNs))"
        case "refuse": return nothing(hub.refuse(link: Int(words[0]) ?? 0, nowNs: nowNs))
        case "restore": return restore(user, words)
        case "room": return hub.obstacle(to: link(words[1]), in: "c", user: user).map { "\($0)" } ?? "room"
        case "postpone": return nothing(hub.postpone(link: Int(words[0]) ?? 0))
        case "resume": return nothing(hub.resume(link: Int(words[0]) ?? 0, nowNs: nowNs))
        case "position": return subscription(words).map { "\($0.position)" }
        case "ended": return nothing(hub.starterEnded(channel: "c", user: user, nowNs: nowNs))
        case "suspend": return nothing(hub.adopt([:], suspending: { _ in true }, nowNs: nowNs))
        case "declare": return nothing(hub.adopt(channels, nowNs: nowNs))
        case "remove": return nothing(hub.adopt([:], nowNs: nowNs))
        case let time where time.hasPrefix("+"):
            nowNs += Int64((Double(time.dropFirst()) ?? 0) * 1e9)
            return nothing(hub.advance(nowNs: nowNs))
        default: return "no command \(command)"
        }
    }

    private func subscription(_ words: [Substring]) -> Subscription? { subscriptions[words[0]] }

    private func next(_ words: [Substring]) -> ChannelNews? {
        subscription(words).flatMap { hub.next(for: $0, nowNs: nowNs) }
    }

    private func subscribe(_ user: UInt32, _ words: [Substring]) -> String? {
        let after = words.first { $0.hasPrefix("after=") }.flatMap { Int64($0.dropFirst(6)) }
        do {
            subscriptions[words[1]] = try hub.subscribe(
                to: "c", user: user, hearsAll: words.contains("all"), after: after, nowNs: nowNs)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// `restore ann a 5 x told`: a link `a` of the delivery `x` that has 5 seconds left.
    private func restore(_ user: UInt32, _ words: [Substring]) -> String? {
        let restored = RestoredLink(
            link(words[1]), delivery: String(words[3]), remaining: .seconds(Int(words[2]) ?? 0),
            wasTold: words.last == "told")
        return hub.restore(restored, to: "c", user: user, nowNs: nowNs).map { "held \($0)" } ?? "no channel"
    }

    private func acknowledge(_ command: Substring, _ words: [Substring], _ user: UInt32) -> String? {
        let result: Acknowledgement = command == "ack" ? .performed : .failed(reason: "no disc")
        do {
            try hub.acknowledge(String(words[1]), result, user: user, nowNs: nowNs)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func nothing(_: Void) -> String? { nil }

    private func link(_ word: Substring) -> ChannelLink {
        let parts = word.split(separator: ":")
        return ChannelLink(
            route: nil, feature: "F", action: String(parts[0]), inputs: [], url: nil,
            byteCount: parts.dropFirst().first.flatMap { Int($0) } ?? 100)
    }

    // MARK: What came of it

    private func text(_ result: SendResult) -> String {
        switch result {
        case .delivered(let count): "delivered \(count)"
        case .held(let link): "held \(link)"
        case .noSubscriber: "no subscriber"
        case .full(let limit): "full \(limit)"
        }
    }

    private func text(_ news: ChannelNews) -> String {
        switch news {
        case .link(let link, let user, let sequence, let delivery):
            [
                "\(link.action) #\(sequence)", user == 1 ? nil : "of \(user)", delivery?.name,
                delivery?.isRedelivered == true ? "again" : nil,
            ].compactMap(\.self).joined(separator: " ")
        case .missed(let count, let sequence): "missed \(count.map(String.init) ?? "?") #\(sequence)"
        }
    }

    private func text(_ effect: ChannelHub.Effect) -> String {
        switch effect {
        case .wake(let subscription): "wake \(name(of: subscription))"
        case .end(let subscription, let reason): "end \(name(of: subscription)) \(reason)"
        case .answer(let link, let result): "answer \(link) \(result)"
        case .start(_, let user): "start \(Self.users.first { $0.value == user }?.key ?? "?")"
        }
    }

    private func name(of subscription: Subscription) -> Substring {
        subscriptions.first { $0.value === subscription }?.key ?? "new"
    }
}

/// One channel and what it does, as `HubScript` writes it.
struct HubCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rules: ChannelTerms
    let lines: String

    init(_ promise: String, _ kind: ChannelTerms.Kind, _ lines: String) { self.init(promise, kind, { _ in }, lines) }

    init(_ promise: String, _ kind: ChannelTerms.Kind, _ change: (inout ChannelTerms) -> Void, _ lines: String) {
        var rules = ChannelTerms(kind)
        change(&rules)
        (testDescription, self.rules, self.lines) = (promise, rules, lines)
    }

    /// The lines with what really came of each command.
    func played() -> String {
        let script = HubScript(["c": rules])
        return lines.split(separator: "\n").map { line in
            let command = String(line.split(separator: " -> ", maxSplits: 1)[0])
            let result = script.play(command)
            return result.isEmpty ? command : "\(command) -> \(result)"
        }.joined(separator: "\n")
    }
}
