/// The limits of the comparison with a second table.
extension Limits {
    /// *Units*: kinds of differences that are told apart; links that differ in further ways are counted together.
    package static let shadowKinds = 256
    /// *Units*: bytes of a link that is kept as the example of a kind.
    package static let shadowExampleBytes = 512
}
