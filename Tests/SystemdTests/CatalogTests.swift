import Foundation
import Testing

/// The message catalog, as journalctl reads it.
@Suite(.enabled(if: Command.exists("journalctl"), "journalctl is there"))
struct CatalogTests {
    @Test func `journalctl has an explanation for each kind of line, and for an outcome each class`() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("deeplinkd-catalog-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        for folder in ["usr/lib/systemd/catalog", "var/lib/systemd/catalog"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        let printed = try Command.run([Places.package.path + "/scripts/catalog.sh"])
        #expect(printed.status == 0, "\(printed.output)")
        try printed.output.write(
            to: root.appendingPathComponent("usr/lib/systemd/catalog/deeplinkd.catalog"), atomically: true,
            encoding: .utf8)
        let updated = try Command.run(["journalctl", "--root=" + root.path, "--update-catalog"])
        #expect(updated.status == 0 && updated.output.isEmpty, "\(updated.output)")
        let page = try String(contentsOf: Places.package.appendingPathComponent("docs/operation.md"), encoding: .utf8)
        let rows = page.matches(of: /\n\| `([0-9a-f]{32})` \| `([^`]+)`/)
        let ids = rows.map { (String($0.output.1), String($0.output.2)) }
        #expect(ids.count > 15)
        for (id, message) in ids {
            let entry = try Command.run(["journalctl", "--root=" + root.path, "--dump-catalog", id])
            #expect(entry.status == 0 && entry.output.contains("\nDefined-By: deeplinkd\n"), "\(entry.output)")
            guard ["outcome", "outcome repeated", "held link ended"].contains(message) else { continue }
            for name in ["ok", "rejected", "blocked", "pending", "failed", "unknown"] {
                #expect(entry.output.contains("\n\(name) "), "\(entry.output)")
            }
            #expect(entry.output.contains("Subject: A link ended with @DEEPLINKD_CODE@"))
        }
    }
}
