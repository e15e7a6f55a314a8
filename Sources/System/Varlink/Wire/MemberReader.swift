/// Reads the members of one object.
///
/// *Shape*: members that are not listed are ignored, so that services can extend what they answer; a `null` is the same as
/// an absent member.
package struct MemberReader: MemberList {
    /// The first thing that was wrong; members after it are not read.
    package private(set) var failure: FramingError?
    private let object: Value
    private let path: String
    private let skipped: String?

    /// Reads an object; `path` says where it stands, and `besides` which member is left as it is.
    ///
    /// *Throws*: `field` where it is none.
    package init(_ object: Value, path: String = "", besides skipped: String? = nil) throws(FramingError) {
        guard object.members != nil else { throw .field(name: path, expected: "object") }
        self.object = object
        self.path = path
        self.skipped = skipped
    }

    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        guard failure == nil, name != skipped else { return }
        let place = path.isEmpty ? name : "\(path).\(name)"
        guard let found = object[name], found != .null else {
            if presence == .always, !Member.mayBeAbsent {
                failure = .field(name: place, expected: Member.kind.expected)
            }
            return
        }
        do throws(FramingError) {
            value = try Member.read(found, at: place)
        } catch {
            failure = error
        }
    }
}

/// Sets the member at one place of a list.
package struct MemberSetter: MemberList {
    /// Whether the value had the member's type.
    package private(set) var isSet = false
    private let index: Int
    private let value: Value
    private var next = 0

    package init(index: Int, value: Value) {
        self.index = index
        self.value = value
    }

    package mutating func member<Member: WireValue>(
        _ name: String, _ value: inout Member, _ presence: Presence, _ comment: String
    ) {
        next += 1
        guard next == index + 1 else { return }
        do throws(FramingError) {
            // No optional is made of it: the type of one is looked up anew at each call.
            value = try Member.read(self.value, at: name)
            isSet = true
        } catch {
            // ignored: the caller refuses the call for it.
        }
    }
}
