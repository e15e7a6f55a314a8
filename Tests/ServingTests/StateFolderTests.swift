import Foundation
import Ledger
import TestTables
import Testing

@testable import Serving

/// Where a daemon keeps its ledger.
@Suite struct StateFolderTests {
    private static func path(
        _ environment: [String: String], isActivated: Bool = true, _ change: (inout DaemonOptions) -> Void = { _ in }
    ) -> String? {
        var options = DaemonOptions(wings: .ofAllWings)
        options.environment = environment
        change(&options)
        return StateFolder.path(options, isActivated: isActivated, log: Log())
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `what is named explicitly goes first, and a daemon with files or a socket of its own has none`() throws {
        try withStateFolder { home in
            let environment = ["HOME": home, "STATE_DIRECTORY": "/a:/b"]
            #expect(Self.path(environment) { $0.stateDirectory = "/named" } == "/named")
            #expect(Self.path(environment) == "/a")
            #expect(Self.path(["HOME": home], isActivated: false) { $0.tables = ["t"] } == nil)
            #expect(Self.path(["HOME": home], isActivated: false) { $0.socket = "/s" } == nil)
            #expect(Self.path(["HOME": "relative"]) == nil && Self.path([:]) == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: home)
            #expect(names.isEmpty)
        }
    }

    @Test func `a user instance makes its folder, which others may not enter`() throws {
        try withStateFolder { home in
            let folder = home + "/.local/state/deeplinkd"
            #expect(Self.path(["HOME": home], isActivated: false) == folder)
            for path in [".local", ".local/state", ".local/state/deeplinkd"] {
                let mode = try Self.mode(home + "/" + path)
                #expect(mode == 0o700, "\(path)")
            }
            #expect(Self.path(["HOME": home, "XDG_STATE_HOME": home + "/s"]) == home + "/s/deeplinkd")
            #expect(Self.path(["HOME": home, "XDG_STATE_HOME": "s"]) == folder)
        }
    }

    @Test func `a ledger beside the table is moved to it, also where a link leads back there`() throws {
        for isLinked in [false, true] {
            try withStateFolder { home in
                let (old, new) = (home + "/.config/deeplinkd", home + "/.local/state/deeplinkd")
                let manager = FileManager.default
                try manager.createDirectory(atPath: old, withIntermediateDirectories: true)
                try Ledger(directory: old, schema: .standard).close()
                if isLinked {
                    try manager.createDirectory(atPath: home + "/.local/state", withIntermediateDirectories: true)
                    try manager.createSymbolicLink(atPath: new, withDestinationPath: old)
                }
                #expect(Self.path(["HOME": home]) == new)
                #expect(try manager.contentsOfDirectory(atPath: old).isEmpty)
                #expect(
                    try manager.contentsOfDirectory(atPath: new).sorted() == ["ledger.db", "ledger.db.initialised"])
                #expect(try manager.attributesOfItem(atPath: new)[.type] as? FileAttributeType == .typeDirectory)
            }
        }
    }

    @Test func `a ledger that cannot be moved counts where it is`() throws {
        try withStateFolder { home in
            let old = home + "/.config/deeplinkd"
            try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
            let ledger = try Ledger(directory: old, schema: .standard)
            #expect(Self.path(["HOME": home]) == old)
            ledger.close()
            #expect(Self.path(["HOME": home]) == home + "/.local/state/deeplinkd")
        }
    }
}
