// Every permutation of the facts that one feature depends on, its ancestors' among them, with the one code that each leads
// to. Axes are facts and not constraints: two requirements that name one product can never disagree about it. Rows are
// worked out one by one, by the verifier itself, so that a large matrix costs time and no memory; it is as large as the
// product of its axes, and the caller sets a limit.

package import Contract

/// The primary codes of a feature over all statuses of its constraints.
package struct Matrix: Sendable {
    /// One permutation.
    package struct Row: Equatable, Sendable {
        /// What each axis is set to, in their order.
        package let labels: [String]
        /// `ok.wouldPerform`, or why not.
        package let code: OutcomeCode
        /// The id of the constraint that decides the code; nil where the feature is available.
        package let primary: String?
        /// The kinds of what is offered.
        package let remedies: [Remedy.Kind]
    }

    package private(set) var axes: [MatrixAxis]
    private let feature: Int
    private let catalogue: FeatureCatalogue
    private let limit: Int

    /// Prepares the matrix of a feature.
    ///
    /// - Parameter limit: the most rows that are made.
    package init(of feature: Int, in catalogue: FeatureCatalogue, limit: Int = 10_000) {
        axes = MatrixAxis.all(of: catalogue.constraints[feature])
        self.feature = feature
        self.catalogue = catalogue
        self.limit = limit
    }

    /// *Units*: rows of the whole matrix; nil where the count does not fit an `Int`.
    package var total: Int? {
        axes.reduce(1) { count, axis in
            let (product, overflow) = (count ?? 0).multipliedReportingOverflow(by: axis.settings.count)
            return count == nil || overflow ? nil : product
        }
    }

    /// *Units*: rows that are made; the first ones where that is less than all.
    package var count: Int { min(total ?? .max, max(0, limit)) }

    /// Whether there are more rows than are made.
    package var isCut: Bool { count != total }

    /// The rows in which one fact is held to some of what it can be.
    ///
    /// - Parameter labels: numbers of the axis's labels.
    package func holding(_ axis: Int, to labels: [Int]) -> Matrix {
        var matrix = self
        matrix.axes[axis] = MatrixAxis(key: axes[axis].key, settings: labels.map { axes[axis].settings[$0] })
        return matrix
    }

    /// One row; the last axis changes the fastest.
    ///
    /// - Parameter index: below `count`.
    package func row(_ index: Int) -> Row {
        var facts = Facts()
        var caller = Caller(uid: 1000)
        var labels: [String] = []
        var rest = index
        for axis in axes.reversed() {
            let setting = axis.settings[rest % axis.settings.count]
            rest /= axis.settings.count
            setting.apply(&facts, &caller)
            labels.append(setting.label)
        }
        let refusal = Verifier.assess(feature, in: catalogue, facts: facts, caller: caller).refusal
        return Row(
            labels: labels.reversed(), code: refusal?.code ?? .okWouldPerform, primary: refusal?.primary,
            remedies: refusal?.remedies.map(\.kind) ?? [])
    }
}
