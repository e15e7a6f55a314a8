import ChannelWire
public import Contract

/// A link of a channel, as this subscriber got it.
///
/// Perform what its action stands for, and then acknowledge it. Links of a channel of the kind `held` that are not
/// acknowledged in their time go to the next subscriber, or come again with ``DeliveredLink/isRedelivered``. So keep the ids of the last
/// deliveries together with their effects, and acknowledge one that is among them without a further effect.
///
/// It has the members of its ``link``: ``DeliveredLink/feature``, ``DeliveredLink/action`` and others.
@dynamicMemberLookup
public struct Delivery: Sendable, Identifiable {
    let driver: Driver
    /// The link as the daemon sent it.
    public let link: DeliveredLink
    /// The link's number; give the last one as `after` to a later subscription.
    public let sequence: Int64
    /// How many links before this one were dropped for this subscriber: 0 if that is not known, nil if none.
    public let missed: Int64?

    /// The name of the delivery, the same when it comes again.
    ///
    /// Of other kinds than `held` it is made of the sequence number.
    public var id: String { link.delivery ?? "sequence \(sequence)" }
    /// True if its sender waits until it is acknowledged: the channel is of the kind `held`.
    public var isHeld: Bool { link.delivery != nil }
    /// The action's inputs, secret ones too.
    public var inputs: [String: Value] { link.inputs.members.byName }

    /// A member of the link: `delivery.action` is `delivery.link.action`.
    public subscript<Member>(dynamicMember member: KeyPath<DeliveredLink, Member>) -> Member { link[keyPath: member] }
}

// MARK: Acknowledging

extension Delivery {
    /// Says that the action was performed; its sender is answered `ok.performed`.
    ///
    /// It goes over another connection than the subscription, and is repeated for 10 s while the daemon is away. Nothing is
    /// sent for a link that is not held.
    ///
    /// - Throws: ``DeepLinkError/unknownDelivery`` if its time is over, or it was acknowledged before.
    public func acknowledge() async throws(DeepLinkError) { try await send(.performed, nil) }

    /// Says that the action failed; its sender is answered `failed.channel.refused` with the reason.
    ///
    /// - Parameter reason: one sentence for people; more than 1 KiB is cut off.
    /// - Throws: as ``acknowledge()``.
    public func fail(_ reason: String) async throws(DeepLinkError) { try await send(.failed, reason) }

    /// Says that the action was performed, and calls back.
    public func acknowledge(completion: @escaping Completion<Void>) {
        send(.performed, nil, completion)
    }

    /// Says that the action failed, and calls back.
    public func fail(_ reason: String, completion: @escaping Completion<Void>) {
        send(.failed, reason, completion)
    }

    /// Not ended by the cancellation of the task: the action was performed, and its sender waits.
    private func send(_ result: AcknowledgementResult, _ reason: String?) async throws(DeepLinkError) {
        try await awaitCompletion { send(result, reason, $0) }
    }

    private func send(_ result: AcknowledgementResult, _ reason: String?, _ completion: @escaping Completion<Void>) {
        guard let delivery = link.delivery else { return completion(.success(())) }
        let number = driver.mailbox.nextNumber()
        let failure = driver.mailbox.post { engine in
            let request = AcknowledgeLink {
                ($0.delivery, $0.result, $0.reason) = (delivery, result, reason)
            }
            engine.acknowledge(delivery, request, number: number) { completion($0.map { _ in }) }
        }
        if let failure { completion(.failure(failure)) }
    }
}
