import Conf

extension TableSet {
    /// Takes out the warnings that comments of the files allow, and warns of comments that allow none.
    ///
    /// Of a package that is left out there are no warnings, so nothing is known of its comments.
    func takeOutAllowed(of diagnostics: inout Diagnostics) {
        Allowances(readingOrder.lazy.filter { !$0.isLeftOut }.map(\.member.document)).apply(to: &diagnostics)
    }
}
