/// Keeps which features users have switched on and off.
///
/// A dispatcher that is made with one reads toggles from it at each request, and writes them with
/// ``Dispatcher/setToggle(_:to:for:)``. ``FileToggleStore`` keeps them in a file.
public protocol ToggleStore: FactProvider {
    /// How the user has switched a feature, from memory.
    ///
    /// - Parameters:
    ///   - feature: its path.
    ///   - subject: whose toggle it is.
    func toggle(of feature: String, for subject: Subject) -> ToggleReading

    /// Keeps how the user has switched a feature; nil forgets it.
    ///
    /// It returns when the change is durable. What could not be kept is not in force.
    func setToggle(of feature: String, to isOn: Bool?, for subject: Subject) throws(ToggleStoreError)
}

/// What a store knows of one toggle.
public enum ToggleReading: Hashable, Sendable {
    case on
    case off
    /// The user has not switched it: the feature's default counts.
    case unset
    /// The store cannot tell, and why: the feature is neither on nor off.
    case unknown(reason: String)
}

/// Why a toggle could not be kept.
public enum ToggleStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file that keeps the toggles cannot be read or written.
    ///
    /// *Shape*: `problem` is one clause, as `cannot read /srv/app/toggles: permission denied (EACCES from open)`.
    case file(path: String, problem: String)
    /// The file is not one of a store, or was damaged: it is left as it is.
    case damaged(path: String, problem: String)
    /// Another process has kept the file locked for too long.
    case locked(path: String, seconds: Int)
    /// There is no room for the toggle: the store takes so many bytes.
    case full(path: String, byteLimit: Int)
    /// A service that keeps the toggles has refused the change, or has not answered.
    case service(problem: String)

    /// What is wrong and what to do, in one sentence.
    public var description: String { "the toggle was not kept: " + reason }

    /// What is wrong with the store, whatever it was asked for.
    var reason: String {
        switch self {
        case .file(_, let problem), .service(let problem): problem
        case .damaged(let path, let problem):
            "\(path) is no file of toggles (\(problem)); repair it, or move it away"
        case .locked(let path, let seconds):
            "another process has had the lock of \(path) for \(seconds) s; try again"
        case .full(let path, let limit): "\(path) would have more than \(limit) bytes"
        }
    }
}
