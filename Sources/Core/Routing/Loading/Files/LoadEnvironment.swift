package import Conf
package import Contract

/// The questions that loading a table may ask of the machine: none by default, so that a check gives the same answer
/// everywhere.
package struct LoadEnvironment {
    /// The capabilities of the program, whose words a table can have.
    package let wings: WingList
    /// The id of a user or group name; nil where this machine knows none of that name.
    package var userID: (String) -> UInt32? = { _ in nil }
    package var groupID: (String) -> UInt32? = { _ in nil }
    /// Whether `groupID` knows the groups of this machine.
    package var knowsGroups = false
    /// Why a group that the table gives rights to is of no use; nil where it is, or where groups are not looked up.
    package var groupFault: (String) -> HostFault? = { _ in nil }
    /// What keeps a program from being started; nil where nothing does.
    package var programFault: (String) -> HostFault? = { _ in nil }
    /// The path that a program's path leads to through links; nil where it is not known, or nothing is there.
    package var resolvedProgram: (String) -> String? = { _ in nil }
    /// The kind of the daemon that is to serve the table; nil where packages for both kinds are read.
    package var instance: Instance?
    /// Whether a file is one that user instances alone read.
    package var isForUsersAlone: (_ path: String) -> Bool = { _ in false }
    /// True if the daemon can have a session, with a message bus of its own: the unit of the system instance has none.
    package var hasSession = true
    /// Whether actions may start programs.
    package var allowsPrograms = true
    /// Whether actions may reach other machines, and services of this one by its network.
    package var allowsNetwork = true
    /// Reads one file of at most so many bytes.
    package var file: (_ path: String, _ byteLimit: Int) throws(TableFault) -> TableFile = {
        path, _ throws(TableFault) in throw .absent(path)
    }
    /// Reads one file of an issuer's keys; nil where those are not looked at.
    package var keyFile: ((_ path: String) throws(TableFault) -> TableFile)?
    /// The names in a folder of tables, in any order, with why the daemon would refuse the folder, in one sentence.
    package var names: (_ folder: String) throws(TableFault) -> (names: [String], doubt: String?) = {
        path throws(TableFault) in throw .absent(path)
    }
    /// What stands before every absolute path that a table includes: the root of another system's tree.
    package var root = ""
    /// How bad it is that a daemon would refuse a file or folder that is read all the same.
    package var doubtSeverity = Severity.warning
    /// How bad a key file is that cannot be used.
    package var keyFaultSeverity = Severity.error
    /// How bad a case of the table's own that fails is; nil where none is run.
    package var caseSeverity: Severity?
    /// Whether routes are reported that a broader one of an earlier entry hides in some of their schemes or hosts.
    package var warnsOfHiddenRoutes = false

    /// Asks the machine nothing.
    ///
    /// - Parameter wings: the capabilities of the program.
    package init(wings: WingList) { self.wings = wings }
}
