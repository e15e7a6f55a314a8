package import Features
package import Ledger
import SQLite

/// A licence whose signature was verified, as it is written down.
package struct NewLicence: Hashable, Sendable {
    /// Tells its payload from all others of the subject: of two tokens with one payload one is kept.
    ///
    /// *Shape*: 64 hexadecimal digits.
    package let digest: String
    package let issuer: String
    package let keyID: String
    /// The purchase that it is about.
    package let id: String
    /// *Units*: milliseconds since 1970 UTC.
    package let issuedMs: Int64
    /// When it arrived, which counts where its key is revoked.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package let receivedMs: Int64
    /// The signed text.
    package let token: String

    /// Takes what a verified licence says, and its text.
    package init(
        digest: String, issuer: String, keyID: String, id: String, issuedMs: Int64, receivedMs: Int64,
        token: String
    ) {
        (self.digest, self.issuer, self.keyID) = (digest, issuer, keyID)
        (self.id, self.issuedMs, self.receivedMs, self.token) = (id, issuedMs, receivedMs, token)
    }

    /// The most disk space that its row can take.
    ///
    /// *Units*: bytes. A token that is longer than a quarter of a page takes pages of its own.
    var rowBytes: Int {
        let length = digest.utf8.count + issuer.utf8.count + keyID.utf8.count + id.utf8.count + token.utf8.count
        return 400 + length + 2 * min(length, 4096) + (length > 900 ? 4096 : 0)
    }
}

/// A licence of the ledger: what it says is verified anew by its reader, whose keys may be others now.
package struct KeptLicence: Hashable, Sendable {
    /// Where the reading of further ones goes on.
    package let number: Int64
    package let subject: Subject
    package let token: String
    /// *Units*: milliseconds since 1970 UTC.
    package let receivedMs: Int64
}

/// What became of one licence that was to be kept.
package enum LicenceReceipt: Equatable, Sendable {
    /// It is on the disk.
    case kept
    /// One with the same payload is on the disk since then. *Units*: milliseconds since 1970 UTC.
    case duplicate(receivedMs: Int64)
    /// There is no room for it: `tooManyLicences` or `tooManyLicenceBytes`.
    case refused(LedgerError)
}

/// A trial that was started.
package struct KeptTrial: Hashable, Sendable {
    /// *Units*: milliseconds since 1970 UTC.
    package let startedMs: Int64
    /// *Units*: milliseconds since 1970 UTC.
    package let endsMs: Int64

    package init(startedMs: Int64, endsMs: Int64) { (self.startedMs, self.endsMs) = (startedMs, endsMs) }
}

/// The trials that were started, by subject and product; those that are over too.
package struct KeptTrials: WingPart, Equatable {
    package var bySubject: [Subject: [String: KeptTrial]] = [:]

    package init() {}
}

/// What became of a trial that was to be started.
package enum TrialReceipt: Hashable, Sendable {
    case started
    /// The subject has started one of the product before, which may be over.
    case before(KeptTrial)
}
