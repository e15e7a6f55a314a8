import Conf
import Contract
import Foundation
import Routing
import Testing

@testable import Serving

@Suite struct TableSourceTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "deeplinkd-serving-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ text: String, _ path: String, mode: Int = 0o644) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `the first table that exists is the table`() throws {
        try withFolder { folder in
            try write(SampleTable.text, folder + "/b")
            try write("nonsense", folder + "/c")
            let places = ["/nonexistent/a", folder + "/b/x", folder + "/b", folder + "/c"]
            let result = TableSource(candidates: places, allowsPrograms: true).load()
            #expect(result.ruleset?.files == [folder + "/b"], "\(result.reports)")
        }
    }

    @Test func `without a table every place is named`() {
        let result = TableSource(candidates: ["/nonexistent/a", "/nonexistent/b"], allowsPrograms: true).load()
        #expect(result.ruleset == nil)
        #expect(result.reports.map(\.code) == ["RT011"])
        #expect(result.reports.first?.message.contains("/nonexistent/a, /nonexistent/b") == true)
        #expect(TableSource(candidates: [], allowsPrograms: true).load().ruleset == nil)
    }

    @Test(arguments: [(0o644, true), (0o600, true), (0o444, true), (0o664, false), (0o646, false), (0o622, false)])
    func `a table that others can write is not believed`(mode: Int, isBelieved: Bool) throws {
        try withFolder { folder in
            try write(SampleTable.text, folder + "/t", mode: mode)
            let result = TableSource(candidates: [folder + "/t"], allowsPrograms: true).load()
            #expect((result.ruleset != nil) == isBelieved)
            #expect(result.reports.map(\.code) == (isBelieved ? [] : ["RT012"]))
        }
    }

    @Test func `a table that is not believed does not make room for the next`() throws {
        try withFolder { folder in
            try write(SampleTable.text, folder + "/a", mode: 0o666)
            try write(SampleTable.text, folder + "/b")
            #expect(
                TableSource(candidates: [folder + "/a", folder + "/b"], allowsPrograms: true).load().ruleset == nil)
        }
    }

    @Test func `a program that others can write is an error of the table, an absent one is not`() throws {
        try withFolder { folder in
            for (name, mode, codes) in [("good", 0o755, []), ("bad", 0o757, ["RT306"]), ("absent", nil, [String]())] {
                let program = folder + "/" + name
                if let mode { try write("", program, mode: mode) }
                let table = SampleTable.text.replacingOccurrences(of: "respond hello", with: "exec \(program)")
                try write(table, folder + "/t")
                let result = TableSource(candidates: [folder + "/t"], allowsPrograms: true).load()
                #expect(result.reports.map(\.code) == codes)
            }
        }
    }

    @Test func `where programs are not allowed a table without any is as good as ever`() throws {
        try withFolder { folder in
            try write(SampleTable.text, folder + "/t")
            #expect(TableSource(candidates: [folder + "/t"], allowsPrograms: false).load().ruleset != nil)
            try write(SampleTable.text.replacingOccurrences(of: "respond hello", with: "exec /bin/true"), folder + "/t")
            let result = TableSource(candidates: [folder + "/t"], allowsPrograms: false).load()
            #expect(result.reports.map(\.code) == ["RT311"])
        }
    }
}
