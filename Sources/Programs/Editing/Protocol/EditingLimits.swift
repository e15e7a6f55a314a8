import Contract

/// What an editor can make the language server hold; past it messages are refused, and files stay unread.
package enum EditingLimits {
    /// *Units*: bytes of one message: the largest table with each byte of it escaped in JSON is more, and no editor shows it.
    package static let messageBytes = 64 << 20
    /// *Units*: bytes of messages that wait; past it nothing is read until some are served.
    package static let waitingBytes = messageBytes
    /// *Units*: messages that wait.
    package static let waitingMessages = 4096
    /// *Units*: bytes of the header lines of one message.
    static let headerBytes = 4096
    /// *Units*: files that an editor has open.
    static let openFiles = 1024
    /// *Units*: bytes of the texts that an editor has open.
    static let openBytes = 128 << 20
    /// *Units*: names of folders that are looked through for the tables and cases around an open file.
    static let searchedNames = 4096
    /// *Units*: folders upwards of an open file that are looked through.
    static let searchedParents = 4
    /// *Units*: folders downwards of the editor's folder that are looked through.
    static let searchedDepth = 4
    /// *Units*: bytes of the other files that are read in one such search.
    static let searchedBytes = 16 << 20
    /// *Units*: files of test cases of one table that are read.
    static let caseFiles = 256
    /// *Units*: cases that are run at once; between two such portions the editor is listened to.
    static let casesAtOnce = 50
    /// *Units*: cases that a request waits for.
    static let casesOfRequest = 500
    /// *Units*: entries of one answer of completions.
    static let completions = 1000
    /// *Units*: choices of a help line that are offered as changes.
    static let offeredChoices = 10
}
