/// The limits of texts for people, and of the languages that they are wanted in.
extension Limits {
    /// *Units*: languages of one call.
    package static let languages = 16
    /// *Units*: languages of one text of a table.
    package static let languagesOfText = 64
    /// *Units*: characters of the sentence that says what a permission is used for.
    package static let usageCharacters = 200
}
