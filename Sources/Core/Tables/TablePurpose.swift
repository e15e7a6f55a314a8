package import Conf
import HostSystem

/// The purpose for which a table is read: it decides what is asked of the machine, and which owners of files are
/// trusted.
package enum TablePurpose: Sendable {
    /// To serve it: what `TrustRule` does not trust is an error, and names of users and groups are looked up.
    case serving(allowsPrograms: Bool)
    /// To say what a daemon here would make of it: what `TrustRule` does not trust is a warning with the same sentence. A
    /// warning, because the daemon may be another user than the one who checks.
    case checkingInstalled
    /// To check a file that may be for another machine, and to say beside that what a daemon here would refuse: nothing of
    /// this machine is worse than the severity.
    case judging(Severity)
    /// To use a file of any machine: the owner of a working copy does not matter, and the answer is the same everywhere but
    /// for a program whose path is a link here, which is judged by what it leads to as well.
    case checking
    /// To use the keys of its issuers: as `checking`, and the key files are read, whichever user owns them.
    case verifying

    /// The rule for files that are refused where it does not trust them; nil if all files are read.
    var rule: TrustRule? { if case .serving = self { .ofThisProcess } else { nil } }

    /// Whether what is not trusted is refused.
    var refusesUntrusted: Bool { rule != nil }

    /// How bad it is what is not trusted, where that is reported and read all the same; nil where it is not.
    var doubtSeverity: Severity? {
        switch self {
        case .checkingInstalled: .warning
        case .judging(let severity): min(severity, .warning)
        case .serving, .checking, .verifying: nil
        }
    }

    /// Whether what is not trusted is reported and read all the same.
    var reportsUntrusted: Bool { doubtSeverity != nil }

    /// Why a daemon would refuse a file, if that is reported; nil if it would not.
    func doubt(of path: String) -> String? {
        reportsUntrusted ? TrustRule.ofThisProcess.fault(of: path)?.sentence : nil
    }

    /// The most that it is where this machine lacks what the table names.
    var mostSevere: Severity { if case .judging(let severity) = self { severity } else { .error } }

    /// How bad it is that a case of `reload-cases` fails; nil where none is run.
    ///
    /// - Parameter isStarting: true where no earlier table can stay in force.
    func caseSeverity(isStarting: Bool) -> Severity? {
        switch self {
        case .serving: isStarting ? .warning : .error
        case .checkingInstalled, .judging: .error
        case .checking, .verifying: nil
        }
    }

    /// Whether groups that the table gives rights to are looked up.
    ///
    /// - Parameter root: where the tree of tables begins.
    func judgesGroups(root: String) -> Bool {
        switch self {
        case .serving, .judging: true
        case .checkingInstalled: root.isEmpty
        case .checking, .verifying: false
        }
    }

    /// Whether the key files of issuers are read.
    ///
    /// - Parameter root: where the tree of tables begins; the key files of another tree are that system's.
    func readsKeys(root: String) -> Bool {
        switch self {
        case .serving, .verifying: true
        case .checkingInstalled, .judging: root.isEmpty
        case .checking: false
        }
    }
}
