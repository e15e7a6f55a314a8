import Contract

extension ConstraintStatus {
    /// Those of a list whose words this library knows.
    ///
    /// A newer daemon may have kinds of constraints that this library has no name for. The rest of its reply is still true.
    static func known(in list: Value?) -> [ConstraintStatus] {
        (list?.elements ?? []).compactMap {
            (try? ConstraintReport.read($0, at: "constraints")).map(Self.init(report:))
        }
    }
}
