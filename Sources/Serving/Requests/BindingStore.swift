// Verified bindings that wait to be performed, by the 128 random bits that name them on the wire. A name is worth
// something on one connection only, once, and for a short time; it is forgotten with its connection.

import Contract
import Features
import HostSystem
import Routing

/// The bindings of all connections.
///
/// *Limits*: `Limits.bindingsPerConnection`; one more makes the connection's oldest forgotten. Past
/// `Limits.bindingBytesPerUser` the oldest of all connections of the user are forgotten.
struct BindingStore {
    private var held: [String: HeldBinding] = [:]
    /// Per connection, by its number, the oldest first.
    private var names: [Int: [String]] = [:]
    /// *Units*: bytes, roughly, of the bindings of each user.
    private var bytes: [UInt32: Int] = [:]
    /// How many are held, of all connections.
    var count: Int { held.count }

    /// Keeps a proof and gives its name; what the connection held too long is forgotten.
    ///
    /// - Parameters:
    ///   - connection: its number; the connection is open, so that its end makes all of its bindings forgotten.
    ///   - user: the uid that the connection counts for.
    ///
    /// *Throws*: where the system has no random bits to give.
    mutating func keep(
        _ proof: consuming VerifiedActionBinding, draft: OutcomeDraft, connection: Int, user: UInt32, nowNs: Int64
    ) throws(LoopError) -> String {
        let name = try HostFacts.randomName()
        let lifetimeNs = Limits.bindingLifetime.wholeNanoseconds
        var own = names[connection] ?? []
        while let oldest = own.first, let binding = held[oldest], binding.expiresNs <= nowNs {
            remove(own.removeFirst())
        }
        if own.count == Limits.bindingsPerConnection { remove(own.removeFirst()) }
        own.append(name)
        names[connection] = own
        let binding = HeldBinding(
            proof, draft: draft, connection: connection, user: user, expiresNs: nowNs + lifetimeNs)
        held[name] = binding
        bytes[user, default: 0] += binding.roughBytes
        makeRoom(for: user)
        return name
    }

    /// Takes a binding for its one performance; another connection's stays where it is.
    mutating func take(_ name: String, by connection: Int, nowNs: Int64) throws(BindingError) -> HeldBinding {
        guard let binding = held[name] else { throw .unknown }
        guard binding.connection == connection else { throw .foreign }
        remove(name)
        names[connection]?.removeAll { $0 == name }
        guard nowNs < binding.expiresNs else { throw .expired }
        return binding
    }

    /// Forgets everything that a connection holds.
    mutating func forget(_ connection: Int) {
        for name in names.removeValue(forKey: connection) ?? [] { remove(name) }
    }

    private mutating func remove(_ name: String) {
        guard let binding = held.removeValue(forKey: name) else { return }
        let left = bytes[binding.user, default: 0] - binding.roughBytes
        bytes[binding.user] = left > 0 ? left : nil
    }

    /// Forgets a user's oldest bindings where all of them are too many bytes.
    ///
    /// *Cost*: linear in the bindings of all users, so it makes room for more than one.
    private mutating func makeRoom(for user: UInt32) {
        guard bytes[user, default: 0] > Limits.bindingBytesPerUser else { return }
        let own = held.filter { $0.value.user == user }.sorted { $0.value.expiresNs < $1.value.expiresNs }
        for (name, binding) in own where bytes[user, default: 0] > Limits.bindingBytesPerUser / 4 * 3 {
            remove(name)
            names[binding.connection]?.removeAll { $0 == name }
        }
    }
}
