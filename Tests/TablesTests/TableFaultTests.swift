import Conf
import Contract
import Glibc
import HostSystem
import Routing
import TestTables
import Testing

@testable import Tables

/// Why a file or folder of a table cannot be read, as the diagnostics say it.
@Suite struct TableFaultTests {
    /// An error of the system, the diagnostic, if the path counts as absent, and a part of the help.
    private static let faults: [(error: LoopError, code: DiagnosticCode, isAbsent: Bool, help: String)] = [
        (.fileTooLarge(path: "/t", byteLimit: Limits.tableBytes), .fileTooLarge, false, "split"),
        (.folderTooLarge(path: "/t", nameLimit: 9), .tooMany, false, "folder of their own"),
        (.notAFile(path: "/t"), .unreadableFile, false, "regular file"),
        (.fileChanged(path: "/t"), .unreadableFile, false, "renaming"),
        (.failed(task: "read /t", call: "open", code: SystemCode(ENOENT)), .unreadableFile, true, "can be read"),
        (.failed(task: "read /t", call: "open", code: SystemCode(ENOTDIR)), .unreadableFile, true, "can be read"),
        (.failed(task: "read /t", call: "open", code: SystemCode(EACCES)), .unreadableFile, false, "can be read"),
        (.failed(task: "read /t", call: "open", code: SystemCode(ELOOP)), .unreadableFile, false, "can be read"),
        (.failed(task: "read /t", call: "read", code: SystemCode(EIO)), .unreadableFile, false, "can be read"),
    ]

    @Test(arguments: faults.indices)
    func `each error of the system has its diagnostic and its remedy`(_ index: Int) {
        let row = Self.faults[index]
        let fault = TableFault(row.error, "/t", byteLimit: Limits.tableBytes)
        #expect(fault.code == row.code && fault.isAbsent == row.isAbsent)
        #expect(fault.message.contains("/t") && fault.help.contains(row.help), "\(fault)")
        #expect(fault.message == row.error.description)
    }

    @Test func `a file that exceeds what the files before it left is too large for the table, not by itself`() {
        let error = LoopError.fileTooLarge(path: "/t", byteLimit: 10)
        let fault = TableFault(error, "/t", byteLimit: 10)
        #expect(fault.code == .fileTooLarge && fault.message.contains("\(Limits.tableBytes)"))
        #expect(!fault.message.contains("10 bytes") && fault.help == "split the table")
    }

    // MARK: Files

    /// Loads a table that includes one path.
    private func reports(including path: String) -> [DiagnosticReport] {
        var environment = LoadEnvironment(host: .serving(allowsPrograms: true), wings: .ofAllWings)
        let host = environment.file
        environment.file = { name, limit throws(TableFault) in
            name == "t" ? TableFile(name: "t", bytes: Array("scheme t\ninclude \(path)\n".utf8)) : try host(name, limit)
        }
        var collector = TableCollector(environment)
        collector.add(path: "t")
        return RulesetLoader.load(collector.finish()).reports
    }

    @Test func `what is not a readable file is reported at the include, with the reason`() throws {
        try withFolder { folder in
            try folder.write("sub/x.conf", "scheme x\n")
            let rows: [(path: String, code: String)] = [
                (folder.path + "/sub", "RT011"), ("/dev/null", "RT011"),
                // What is not there may be optional.
                (folder.path + "/sub/x.conf/y", "RT015"), (folder.path + "/none", "RT015"),
            ]
            for row in rows {
                let found = reports(including: row.path).filter { $0.code == row.code }
                #expect(found.count == 1, "\(row.path): \(reports(including: row.path))")
                #expect(found.first?.severity == (row.code == "RT011" ? "error" : "warning"))
                #expect(found.first?.message.contains(row.path) == true && found.first?.line == 2)
            }
        }
    }

    @Test func `a sparse file over the limit is refused without being read`() throws {
        try withFolder { folder in
            let path = try folder.write("huge.conf", "scheme h\n")
            #expect(unsafe truncate(path, off_t(Limits.tableBytes) * 16) == 0)
            let errors = reports(including: path).filter { $0.severity == "error" }
            #expect(errors.count == 1 && errors[0].message.contains("\(Limits.tableBytes) bytes"), "\(errors)")
            #expect(errors[0].help?.contains("split") == true)
        }
    }
}
