/// What a table is read for, which decides what is asked of the machine and who is believed.
package enum TablePurpose: Sendable {
    /// To serve it: files and programs that others could change are errors, and names of users and groups are looked up.
    case serving(allowsPrograms: Bool)
    /// To say what a daemon here would make of it: files that others could change are warnings.
    case checkingInstalled
    /// To check a file for whatever machine: who owns a working copy says nothing, and the answer is the same everywhere but
    /// for a program whose path is a link here, which is judged by what it leads to as well.
    case checking
}
