public import Contract

/// One step that could lift a refusal, and who can take it.
///
/// The same type as the `Remedy` of the library DeepLinkFeatures.
public typealias Remedy = RemedyReport
