// Verified bindings that wait to be performed, by the 128 random bits that name them on the wire. A name is worth
// something on one connection only, once, and for a short time; it is forgotten with its connection.

import Contract
import EventLoop
import Features

/// The bindings of all connections.
///
/// *Limits*: `Limits.bindingsPerConnection`; one more makes the connection's oldest forgotten.
struct BindingStore {
    private var held: [String: HeldBinding] = [:]
    /// Per connection, the oldest first.
    private var names: [ObjectIdentifier: [String]] = [:]

    /// Keeps a proof and gives its name.
    ///
    /// *Throws*: where the system has no random bits to give.
    mutating func keep(
        _ proof: consuming VerifiedActionBinding, outcome: Outcome, owner: ObjectIdentifier, nowNs: Int64
    ) throws(LoopError) -> String {
        let name = Self.hex(try HostFacts.randomBits())
        let lifetime = Limits.bindingLifetime.components.seconds * 1_000_000_000
        var own = names[owner] ?? []
        if own.count == Limits.bindingsPerConnection { held[own.removeFirst()] = nil }
        own.append(name)
        names[owner] = own
        held[name] = HeldBinding(proof, outcome: outcome, owner: owner, expiresNs: nowNs + lifetime)
        return name
    }

    /// Takes a binding for its one performance; another connection's stays where it is.
    mutating func take(_ name: String, by owner: ObjectIdentifier, nowNs: Int64) throws(BindingError) -> HeldBinding {
        guard let binding = held[name] else { throw .unknown }
        guard binding.owner == owner else { throw .foreign }
        held[name] = nil
        names[owner]?.removeAll { $0 == name }
        guard nowNs < binding.expiresNs else { throw .expired }
        return binding
    }

    /// Forgets everything that a connection holds.
    mutating func forget(_ owner: ObjectIdentifier) {
        for name in names.removeValue(forKey: owner) ?? [] { held[name] = nil }
    }

    private static func hex(_ bits: UInt128) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
}
