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
    /// Per connection, by its number, the oldest first.
    private var names: [Int: [String]] = [:]
    /// How many are held, of all connections.
    var count: Int { held.count }

    /// Keeps a proof and gives its name; what the connection held too long is forgotten.
    ///
    /// - Parameter connection: its number; the connection is open, so that its end makes all of its bindings forgotten.
    ///
    /// *Throws*: where the system has no random bits to give.
    mutating func keep(
        _ proof: consuming VerifiedActionBinding, outcome: Outcome, connection: Int, nowNs: Int64
    ) throws(LoopError) -> String {
        let name = Self.hex(try HostFacts.randomBits())
        let lifetime = Limits.bindingLifetime.components.seconds * 1_000_000_000
        var own = names[connection] ?? []
        while let oldest = own.first, let binding = held[oldest], binding.expiresNs <= nowNs {
            held[own.removeFirst()] = nil
        }
        if own.count == Limits.bindingsPerConnection { held[own.removeFirst()] = nil }
        own.append(name)
        names[connection] = own
        held[name] = HeldBinding(proof, outcome: outcome, connection: connection, expiresNs: nowNs + lifetime)
        return name
    }

    /// Takes a binding for its one performance; another connection's stays where it is.
    mutating func take(_ name: String, by connection: Int, nowNs: Int64) throws(BindingError) -> HeldBinding {
        guard let binding = held[name] else { throw .unknown }
        guard binding.connection == connection else { throw .foreign }
        held[name] = nil
        names[connection]?.removeAll { $0 == name }
        guard nowNs < binding.expiresNs else { throw .expired }
        return binding
    }

    /// Forgets everything that a connection holds.
    mutating func forget(_ connection: Int) {
        for name in names.removeValue(forKey: connection) ?? [] { held[name] = nil }
    }

    private static func hex(_ bits: UInt128) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
}
