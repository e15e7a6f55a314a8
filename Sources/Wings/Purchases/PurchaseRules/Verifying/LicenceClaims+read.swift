package import Contract
internal import Features

extension LicenceClaims {
    /// Reads the members of a payload.
    ///
    /// - Parameter members: none occurs twice.
    ///
    /// *Limits*: those of `Limits+licences.swift`; dates from 1970 to 9999.
    ///
    /// *Throws*: `claimInvalid`.
    package init(reading members: [Value.Member]) throws(LicenceFault) {
        let claims = ClaimReader(members)
        self.init(
            issuer: try claims.text("iss"), audience: "", subject: try claims.subject(), id: try claims.name("jti"),
            products: try claims.products(), issuedMs: try claims.date("iat"), endsMs: try claims.optionalDate("exp"),
            graceEndsMs: try claims.optionalDate("grace"), notBeforeMs: try claims.optionalDate("nbf"),
            state: try claims.state(), units: try claims.units())
        audiences = try claims.audiences()
        try checkDates()
    }

    /// Checks that a verifier would take the claims, once they are signed.
    ///
    /// *Throws*: `tooLong`, `formatInvalid`, `claimInvalid`.
    package func check() throws(LicenceFault) {
        let payload = self.payload
        // The header and the signature take less than a kilobyte, and base64 makes four bytes of three.
        let amount = (payload.count + 2) / 3 * 4 + 1024
        guard amount <= Limits.licenceBytes else { throw .tooLong(limit: Limits.licenceBytes, amount: amount) }
        _ = try LicenceClaims(reading: CompactToken.members(of: payload, "payload"))
    }

    private func checkDates() throws(LicenceFault) {
        if let endsMs, endsMs <= issuedMs { throw .claimInvalid(name: "exp", reason: "is not after `iat`") }
        guard let graceEndsMs else { return }
        guard let endsMs else { throw .claimInvalid(name: "grace", reason: "needs `exp`, after which it begins") }
        guard graceEndsMs >= endsMs else { throw .claimInvalid(name: "grace", reason: "is before `exp`") }
    }
}

/// Reads single members of a payload; each method throws `claimInvalid`.
struct ClaimReader {
    private let value: Value

    init(_ members: [Value.Member]) { value = .object(members) }

    /// A text of 1 to `Limits.ledgerTextBytes` bytes without control characters.
    func text(_ name: String) throws(LicenceFault) -> String { try text(try required(name), name) }

    /// An id: printable ASCII.
    func name(_ name: String) throws(LicenceFault) -> String {
        let text = try text(name)
        guard text.isLicenceName else {
            throw .claimInvalid(
                name: name, reason: "is not 1 to \(Limits.licenceNameBytes) characters of printable ASCII")
        }
        return text
    }

    /// The member `sub`.
    func subject() throws(LicenceFault) -> LicenceSubject {
        let text = try text("sub")
        guard let subject = LicenceSubject(text) else {
            throw .claimInvalid(
                name: "sub",
                reason: "is \(text.quoted) in place of `uid:NUMBER`, `account:NAME` or `machine:ID` with 32 digits")
        }
        return subject
    }

    /// The member `aud`: a text, or an array of them.
    func audiences() throws(LicenceFault) -> [String] {
        let value = try required("aud")
        guard let elements = value.elements else { return [try text(value, "aud")] }
        guard (1...Limits.audiencesPerLicence).contains(elements.count) else {
            throw .claimInvalid(
                name: "aud", reason: "has \(elements.count) elements in place of 1 to \(Limits.audiencesPerLicence)")
        }
        return try elements.map { (element) throws(LicenceFault) in try text(element, "aud") }
    }

    /// The member `products`: an array of ids, each once.
    func products() throws(LicenceFault) -> [String] {
        guard let elements = try required("products").elements else {
            throw .claimInvalid(name: "products", reason: "is not an array")
        }
        guard (1...Limits.productsPerLicence).contains(elements.count) else {
            throw .claimInvalid(
                name: "products",
                reason: "has \(elements.count) elements in place of 1 to \(Limits.productsPerLicence)")
        }
        let products = elements.compactMap(\.text).filter { $0.isLicenceName && !$0.contains(" ") }
        guard products.count == elements.count, Set(products).count == products.count else {
            throw .claimInvalid(name: "products", reason: "is not an array of distinct ids of products")
        }
        return products
    }

    /// The member `state`; `active` where it is missing.
    func state() throws(LicenceFault) -> PurchaseState {
        guard value["state"] != nil else { return .active }
        let text = try text("state")
        guard let state = PurchaseState(rawValue: text), LicenceClaims.states.contains(state) else {
            let states = LicenceClaims.states.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw .claimInvalid(name: "state", reason: "is \(text.quoted) in place of one of \(states)")
        }
        return state
    }

    /// The member `units`; nil where it is missing.
    func units() throws(LicenceFault) -> Int? {
        guard let value = value["units"] else { return nil }
        guard let units = value.int, (0...Int64(Limits.unitsPerLicence)).contains(units) else {
            throw .claimInvalid(name: "units", reason: "is not an integer from 0 to \(Limits.unitsPerLicence)")
        }
        return Int(units)
    }

    /// A date; nil where it is missing.
    func optionalDate(_ name: String) throws(LicenceFault) -> Int64? {
        value[name] == nil ? nil : try date(name)
    }

    /// A date in seconds, a fraction of which is taken to the nearest millisecond.
    func date(_ name: String) throws(LicenceFault) -> Int64 {
        let last = UTCTime.lastMs / 1000
        switch try required(name) {
        case .integer(let seconds) where (0...last).contains(seconds): return seconds * 1000
        case .integer(let number) where (0...UTCTime.lastMs).contains(number):
            throw .claimInvalid(name: name, reason: "is in milliseconds, it seems: write seconds since 1970")
        case .number(let literal):
            // Below the year 9999 a double tells milliseconds apart.
            guard let seconds = Double(literal), (0...Double(last)).contains(seconds) else { break }
            return Int64((seconds * 1000).rounded())
        case .null, .bool, .integer, .string, .array, .object: break
        }
        throw .claimInvalid(name: name, reason: "is not a number of seconds from 0 (1970) to \(last) (9999)")
    }

    private func required(_ name: String) throws(LicenceFault) -> Value {
        guard let value = value[name] else { throw .claimInvalid(name: name, reason: "is missing") }
        return value
    }

    private func text(_ value: Value, _ name: String) throws(LicenceFault) -> String {
        guard let text = value.text else { throw .claimInvalid(name: name, reason: "is not a string") }
        guard (1...Limits.ledgerTextBytes).contains(text.utf8.count),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else {
            throw .claimInvalid(
                name: name, reason: "is not 1 to \(Limits.ledgerTextBytes) bytes without control characters")
        }
        return text
    }
}
