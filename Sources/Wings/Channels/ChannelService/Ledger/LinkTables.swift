import ChannelRules
package import Features
package import Ledger
package import SQLite

/// The ledger's tables of the links of durable channels.
package enum LinkTables: LedgerTables {
    package static let steps = [6: durableLinks]

    package static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError) {
        kept[KeptLinks.self] = try ledger.takeLinks()
    }

    /// Removes rows that could not be read, once their time is over.
    ///
    /// Those that could be read were taken over by the daemon, which measures their time by a clock that is never set.
    package static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws {
        try db.run("DELETE FROM link WHERE run <> ? AND expiresMs <= ?", [run.number, nowMs])
    }

    /// Notes of all links that an app may have been told of them: what happened after the copy was made is not known.
    package static func doubt(_ db: Database) throws {
        try db.run("UPDATE link SET tellings = max(tellings, 1)")
    }

    /// Step 6: the links of durable channels, in the order in which they were sent, and the disk space that those of each
    /// user take; and of a key whose link was accepted, the link whose end decides its outcome.
    ///
    /// As in step 4 `bytes` is the most that a row can take. A row that is longer than a page has the rest in pages of its
    /// own, which are freed with it; one that is shorter may leave two thirds of its page empty.
    private static let durableLinks = """
        CREATE TABLE link (
            number INTEGER PRIMARY KEY, delivery TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, uid INTEGER NOT NULL,
            owner INTEGER NOT NULL, run INTEGER NOT NULL, receivedMs INTEGER NOT NULL, expiresMs INTEGER NOT NULL,
            tellings INTEGER NOT NULL DEFAULT 0, route TEXT, feature TEXT NOT NULL, action TEXT NOT NULL,
            inputs TEXT NOT NULL, url TEXT, subject TEXT NOT NULL, caller INTEGER NOT NULL, gids TEXT NOT NULL,
            socket TEXT,
            length INTEGER AS (
                length(CAST(delivery AS BLOB)) + length(CAST(channel AS BLOB))
                + coalesce(length(CAST(route AS BLOB)), 0) + length(CAST(feature AS BLOB))
                + length(CAST(action AS BLOB)) + length(CAST(inputs AS BLOB)) + coalesce(length(CAST(url AS BLOB)), 0)
                + length(CAST(subject AS BLOB)) + length(CAST(gids AS BLOB)) + coalesce(length(CAST(socket AS BLOB)), 0)
            ) VIRTUAL,
            bytes INTEGER AS (400 + length + 2 * min(length, 4096) + iif(length > 3900, 4096, 0)) VIRTUAL
        ) STRICT;
        ALTER TABLE idempotency ADD COLUMN link TEXT;
        CREATE INDEX keyOfLink ON idempotency (link) WHERE link IS NOT NULL;
        ALTER TABLE caller ADD COLUMN linkBytes INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER linkReceived AFTER INSERT ON link BEGIN
            INSERT OR IGNORE INTO caller (uid) VALUES (new.owner);
            UPDATE caller SET linkBytes = linkBytes + new.bytes WHERE uid = new.owner;
        END;
        CREATE TRIGGER linkEnded AFTER DELETE ON link BEGIN
            UPDATE caller SET linkBytes = linkBytes - old.bytes WHERE uid = old.owner;
        END;
        """
}
