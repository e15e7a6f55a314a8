package import Conf

/// The reason why a file or folder of a table cannot be read.
package struct TableFault: Error, Equatable {
    package let code: DiagnosticCode
    /// One sentence that names the file.
    package let message: String
    package let help: String
    /// Whether there is nothing of that name, which for an `include` is no error.
    package let isAbsent: Bool

    package init(_ code: DiagnosticCode, _ message: String, help: String, isAbsent: Bool = false) {
        self.code = code
        self.message = message
        self.help = help
        self.isAbsent = isAbsent
    }

    /// There is nothing of that name.
    package static func absent(_ path: String) -> TableFault {
        TableFault(.unreadableFile, "there is no \(path)", help: "check the path", isAbsent: true)
    }
}
