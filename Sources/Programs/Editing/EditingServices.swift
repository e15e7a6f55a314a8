package import Routing

/// What the language server asks the program for.
package struct EditingServices {
    /// How files of tables are read from the disk; what they need of this machine is not asked.
    package let disk: LoadEnvironment
    package let manual: Manual
    /// *Shape*: as `deeplinkctl --version` prints it.
    package let version: String
    /// Formats a file; nil where it cannot be read as one.
    ///
    /// Without it no formatting is offered.
    package var format: (@Sendable (_ bytes: [UInt8]) -> [UInt8]?)?

    /// Offers no formatting yet.
    package init(disk: LoadEnvironment, manual: Manual, version: String) {
        (self.disk, self.manual, self.version) = (disk, manual, version)
    }
}
