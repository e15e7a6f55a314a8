// Verified bindings that wait to be performed, by the 128 random bits that name them on the wire. A name is worth
// something on one connection only, once, and for a short time; it is forgotten with its connection.

import Contract
import Features
import Routing

/// The bindings of all connections.
///
/// *Limits*: `Limits.bindingsPerConnection`; one more makes the connection's oldest forgotten. Past
/// `Limits.bindingBytesPerUser` the oldest of all connections of the user are forgotten.
struct BindingStore {
    private static let lifetimeNs = Limits.bindingLifetime.wholeNanoseconds

    private var held: [BindingName: HeldBinding] = [:]
    /// Per connection, by its number, the oldest first.
    private var names: [Int: [BindingName]] = [:]
    /// *Units*: bytes, roughly, of the bindings of each user.
    private var bytes: [UInt32: Int] = [:]
    /// How many are held, of all connections.
    var count: Int { held.count }

    /// Keeps a proof under a name; what the connection has held too long is forgotten.
    ///
    /// - Parameters:
    ///   - connection: its number; the connection is open, so that its end makes all of its bindings forgotten.
    ///   - user: the uid that the connection counts for.
    mutating func keep(
        _ link: consuming ClearedLink, as name: BindingName, connection: Int, user: UInt32, nowNs: Int64
    ) {
        forgetOld(of: connection, nowNs: nowNs)
        names[connection, default: []].append(name)
        let binding = HeldBinding(link, connection: connection, user: user, expiresNs: nowNs + Self.lifetimeNs)
        held[name] = binding
        bytes[user, default: 0] += binding.roughBytes
        makeRoom(for: user)
    }

    /// Takes a binding for its one performance; another connection's stays where it is.
    ///
    /// - Parameter text: its name, as a caller sent it.
    mutating func take(_ text: Span<UInt8>, by connection: Int, nowNs: Int64) throws(BindingError) -> HeldBinding {
        guard let name = BindingName(text), let binding = held[name] else { throw .unknown }
        guard binding.connection == connection else { throw .foreign }
        remove(name)
        if let place = names[connection]?.firstIndex(of: name) { names[connection]?.remove(at: place) }
        guard nowNs < binding.expiresNs else { throw .expired }
        return binding
    }

    /// Forgets everything that a connection holds.
    mutating func forget(_ connection: Int) {
        for name in names.removeValue(forKey: connection) ?? [] { remove(name) }
    }

    /// Makes room for one more of a connection: those whose time is over go, and the oldest of too many.
    private mutating func forgetOld(of connection: Int, nowNs: Int64) {
        while let own = names[connection], let oldest = own.first,
            own.count == Limits.bindingsPerConnection || held[oldest].map({ $0.expiresNs <= nowNs }) ?? true
        {
            names[connection]?.removeFirst()
            remove(oldest)
        }
    }

    private mutating func remove(_ name: BindingName) {
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
