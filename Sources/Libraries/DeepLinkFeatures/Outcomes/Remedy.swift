public import Contract

/// One step that could lift a constraint, and who can take it.
///
/// The same type as the `Remedy` of the library DeepLinkClient.
public typealias Remedy = RemedyReport
