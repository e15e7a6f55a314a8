package import Features
package import Ledger
import SQLite

/// The ledger's tables of ingested licences and of started trials.
package enum LicenceTables: LedgerTables {
    package static let steps = [7: licencesAndTrials]

    package static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError) {
        kept[KeptTrials.self] = try ledger.trials()
    }

    /// Step 7: the signed licences that were ingested, and the trials that were started.
    ///
    /// Nothing removes a row: a licence that was replaced counts again where the key of the later one is revoked, and a
    /// trial is one for ever. `bytes` is the most that a row and its places in the indexes can take, as in step 4; the
    /// second index has it, so that a subject's rows are summed up without reading their tokens.
    private static let licencesAndTrials = """
        CREATE TABLE licence (
            number INTEGER PRIMARY KEY, host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL,
            time INTEGER NOT NULL, subject INTEGER NOT NULL REFERENCES subject, digest TEXT NOT NULL,
            issuer TEXT NOT NULL, keyID TEXT NOT NULL, id TEXT NOT NULL, issuedMs INTEGER NOT NULL, token TEXT NOT NULL,
            receivedMs INTEGER NOT NULL, uid INTEGER NOT NULL, method TEXT NOT NULL, bytes INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX licenceOnce ON licence (subject, digest);
        CREATE INDEX licenceRoom ON licence (subject, bytes);
        CREATE TABLE trial (
            subject INTEGER NOT NULL REFERENCES subject, product TEXT NOT NULL, startedMs INTEGER NOT NULL,
            endsMs INTEGER NOT NULL, host INTEGER NOT NULL REFERENCES host, sequence INTEGER NOT NULL,
            time INTEGER NOT NULL, uid INTEGER NOT NULL, method TEXT NOT NULL,
            PRIMARY KEY (subject, product)
        ) STRICT, WITHOUT ROWID;
        """
}
