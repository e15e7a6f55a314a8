/// Whether this machine can answer one thing that a table needs.
struct HostAnswer: Equatable {
    /// How sure the answer is.
    enum Verdict: String, CaseIterable {
        /// It is there now.
        case answers
        /// It never is, as table and machine are: one of them must be changed.
        case willNot
        /// It depends on what appears and goes away, such as a service.
        case cannotTell

        /// As people read it.
        var text: String {
            switch self {
            case .answers: "answers"
            case .willNot: "will not"
            case .cannotTell: "cannot tell"
            }
        }
    }

    /// *Shape*: `permission`, `product`, `issuer`, `clock`, `switch`, `platform`, `program`, `user` or `group`.
    let what: String
    /// *Shape*: its name: `camera`, `premium.monthly`, a feature's path, `debian 12`, a path.
    let subject: String
    let verdict: Verdict
    /// One sentence, without its full stop.
    let because: String

    /// The object of `--format json`.
    var object: JSONObject {
        ["what": what, "subject": subject, "verdict": verdict.rawValue, "because": because]
    }

    /// The cells of a list.
    var cells: [Line] { [Line(verdict.text, paint), Line(what), Line(subject), Line(because)] }

    private var paint: Paint {
        switch verdict {
        case .answers: .good
        case .willNot: .bad
        case .cannotTell: .doubtful
        }
    }
}
