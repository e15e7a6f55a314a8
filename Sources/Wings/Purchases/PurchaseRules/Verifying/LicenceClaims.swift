// The claims that an issuer signs, as the JSON object of the payload:
//
//     {
//       "iss": "shop",                   the issuer's name, as the table declares it
//       "aud": "podcasts",               or an array; one of them is the audience of the issuer in the table
//       "sub": "uid:1000",               or "account:ann", or "machine:" with the machine's id
//       "jti": "order-17",               the purchase; a licence with the same id that is issued later replaces this one
//       "products": ["premium.monthly"],
//       "iat": 1772323200,               issued, in seconds since 1970; a fraction is allowed
//       "exp": 1774915200,               ends; without it, never
//       "grace": 1775520000,             until when it stays granted while payment is due; needs "exp"
//       "nbf": 1772323200,               not taken before
//       "state": "active",               or trial, cancelled, paused, revoked, …; active where it is missing
//       "units": 100                     of a consumable
//     }
//
// Other members are ignored, so that an issuer may add the number of an invoice; `deeplinkctl licence verify` prints their
// names, because `expires` in the place of `exp` would make a licence that never ends.

internal import Contract
import Features

/// What a licence says; it is true only where a `LicenceVerifier` has verified its signature.
package struct LicenceClaims: Hashable, Sendable {
    package var issuer: String
    /// *Shape*: at least one.
    package var audiences: [String]
    package var subject: LicenceSubject
    /// The purchase: of two licences of one issuer with one id the one issued later counts.
    package var id: String
    /// *Shape*: at least one, each once.
    package var products: [String]
    /// *Units*: milliseconds since 1970 UTC, as all dates here.
    package var issuedMs: Int64
    package var endsMs: Int64?
    package var graceEndsMs: Int64?
    package var notBeforeMs: Int64?
    package var state: PurchaseState
    /// *Units and range*: units of a consumable, 0 to `Limits.unitsPerLicence`; nil where they are not counted.
    package var units: Int?

    /// Makes the claims of a licence without an end.
    package init(
        issuer: String, audience: String, subject: LicenceSubject, id: String, products: [String], issuedMs: Int64,
        endsMs: Int64? = nil, graceEndsMs: Int64? = nil, notBeforeMs: Int64? = nil, state: PurchaseState = .active,
        units: Int? = nil
    ) {
        self.issuer = issuer
        audiences = [audience]
        self.subject = subject
        self.id = id
        self.products = products
        self.issuedMs = issuedMs
        self.endsMs = endsMs
        self.graceEndsMs = graceEndsMs
        self.notBeforeMs = notBeforeMs
        self.state = state
        self.units = units
    }

    /// The states that a licence may have: `none` and `unknown` are what there is without one.
    package static let states = PurchaseState.allCases.filter { $0 != .none && $0 != .unknown }

    /// The names of all members that are read.
    package static let names = [
        "iss", "aud", "sub", "jti", "products", "iat", "exp", "grace", "nbf", "state", "units",
    ]

    /// The payload that says this.
    ///
    /// *Shape*: dates in seconds, with a fraction only where there is one.
    package var payload: [UInt8] {
        var members: [Value.Member] = [
            .init("iss", .string(issuer)),
            .init("aud", audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map(Value.string))),
            .init("sub", .string(subject.description)), .init("jti", .string(id)),
            .init("products", .array(products.map(Value.string))), .init("iat", Self.date(issuedMs)),
        ]
        if let endsMs { members.append(.init("exp", Self.date(endsMs))) }
        if let graceEndsMs { members.append(.init("grace", Self.date(graceEndsMs))) }
        if let notBeforeMs { members.append(.init("nbf", Self.date(notBeforeMs))) }
        if state != .active { members.append(.init("state", .string(state.rawValue))) }
        if let units { members.append(.init("units", .integer(Int64(units)))) }
        return Array(JSONText.text(of: Value.object(members)).utf8)
    }

    private static func date(_ milliseconds: Int64) -> Value {
        if milliseconds % 1000 == 0 { return .integer(milliseconds / 1000) }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return .number(literal: "\(milliseconds / 1000).\(fraction)")
    }
}
