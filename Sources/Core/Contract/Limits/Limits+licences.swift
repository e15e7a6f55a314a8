/// The limits of licences and of the keys of their issuers.
extension Limits {
    /// *Units*: bytes of one signed item: a licence of 64 products has some 3 KiB, and an item of the App Store some 8 KiB.
    package static let licenceBytes = 16 << 10
    /// *Units*: bytes of a file of public keys: a set of eight with their certificates.
    package static let keyFileBytes = 64 << 10
    /// *Units*: public keys of one issuer: old and new side by side, for each program that signs.
    package static let keysPerIssuer = 8
    /// *Units*: products that one licence names.
    package static let productsPerLicence = 64
    /// *Units*: audiences that one licence names.
    package static let audiencesPerLicence = 64
    /// *Units*: bytes of the id of a licence, a key or a product.
    package static let licenceNameBytes = 256
    /// *Units*: units of a consumable in one licence: JSON's integers are exact up to here, and a thousand such can be added.
    package static let unitsPerLicence = 1 << 53
    /// *Units*: reservations of one subject's units that are under way or undecided: each part of one is a row of the ledger.
    package static let reservationsPerSubject = 128
    /// How far the clock of an issuer may run ahead of this machine's for a licence that has just been issued.
    package static let licenceClockLeeway: Duration = .seconds(300)
}
