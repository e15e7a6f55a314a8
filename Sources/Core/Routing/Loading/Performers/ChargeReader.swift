package import Features

/// Reads what performing an action uses up.
package protocol ChargeReader: BlockReader, SendableMetatype {
    init(table: TableReading)

    /// Reads `spend NAME UNITS` of an action; nil where it was reported.
    ///
    /// - Parameter feature: the number of the action's feature.
    func charge(_ statement: Int, feature: Int) -> Charge?
}
