// The members of a wire type, as one list that readers, writers and descriptions go through.

/// When a member whose type is not optional is there.
package enum Presence: Sendable {
    /// It is always written, and reading it where it is absent is an error.
    case always
    /// It is left out where it is false or empty; the description declares it optional.
    case unlessBlank
    /// It is always written, but may be absent where it is read.
    case leniently
}

/// A type that lists its members once: an object, the parameters of a call or the members of a reply.
///
///     mutating func members(_ list: inout some MemberList) {
///         list.member("route", &route, "The route's name.")
///         list.member("failure", &failure, "Why it does not take the link; absent for the route that does.")
///     }
///
/// Four kinds of list walk it: `JSONWriter` writes the members, `MemberReader` reads them, `MemberSetter` sets one parameter
/// of a call, and `MemberDescriber` notes them for the interface description. The type of the property decides the type on
/// the wire, and a member may be absent if its type is optional.
package protocol WireMembers {
    /// Hands every member to a list, in the order of the wire.
    mutating func members(_ list: inout some MemberList)
}

extension WireMembers {
    /// The members as a description declares them.
    package var memberDescriptions: [MemberDescription] {
        var (copy, describer) = (self, MemberDescriber())
        copy.members(&describer)
        return describer.members
    }

    /// Sets the members to those of an object at `path`; the one named `skipped` stays as it is.
    ///
    /// *Throws*: `field`, where the value is no object, or a member is missing or has the wrong type.
    package mutating func readMembers(
        of object: Value, at path: String = "", besides skipped: String? = nil
    ) throws(FramingError) {
        var reader = try MemberReader(object, path: path, besides: skipped)
        members(&reader)
        if let failure = reader.failure { throw failure }
    }

    /// Writes the members as an object.
    package func writeMembers(to writer: inout JSONWriter) {
        var copy = self
        writer.beginObject()
        copy.members(&writer)
        writer.endObject()
    }
}

/// What has no members: a call without parameters, or an answer that says nothing more.
package protocol Memberless: WireMembers {}

extension Memberless {
    /// Hands nothing to the list.
    package mutating func members(_ list: inout some MemberList) {}
}

/// Members that can be set one by one; a reader fills an empty report.
package protocol WireReport: WireMembers {
    /// Makes an empty report: what it holds for a member stands where that member is absent.
    init()
}

extension WireReport {
    /// Makes a report whose members `fill` sets.
    package init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }
}

/// What walks the members of a type: it writes, reads or describes each of them.
package protocol MemberList {
    /// Handles one member.
    ///
    /// - Parameters:
    ///   - value: what is written, or where the value goes that is read.
    ///   - comment: what the member is, for users of other languages; line breaks count as blanks.
    mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String)
}

extension MemberList {
    /// Handles one member that is absent only where its type is optional and it is nil.
    package mutating func member(_ name: String, _ value: inout some WireValue, _ comment: String) {
        member(name, &value, .always, comment)
    }

    /// Handles an object with any members; it is left out where it has none.
    package mutating func member(_ name: String, _ members: inout [Value.Member], _ comment: String) {
        var object = OpenObject(members: members)
        member(name, &object, .unlessBlank, comment)
        members = object.members
    }
}

extension JSONWriter: MemberList {
    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        if value.isBlank, Member.mayBeAbsent || presence == .unlessBlank { return }
        self.name(name)
        value.write(to: &self)
    }
}
