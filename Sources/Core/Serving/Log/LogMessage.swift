// An id for each kind of line that a program may wait for: `journalctl MESSAGE_ID=…` finds the lines of one kind, also
// after their text has changed. An id is stable, like an outcome code: it is never given to another kind. `docs/operation.md` lists
// them; `ManualCoverageTests` compares the two.

/// The message of a line: a literal, since what varies is in the fields.
package struct LogMessage: ExpressibleByStringLiteral {
    let text: StaticString
    /// The id of a kind that a program may wait for, drawn at random once.
    ///
    /// *Shape*: 32 hexadecimal digits. *Source*: systemd.journal-fields(7).
    let id: StaticString?

    /// A message without an id.
    package init(stringLiteral text: StaticString) { (self.text, id) = (text, nil) }

    private init(_ text: StaticString, id: StaticString) { (self.text, self.id) = (text, id) }

    static let outcome = Self("outcome", id: "fbea8df6df424c658e5277fe2002a05c")
    static let outcomeRepeated = Self("outcome repeated", id: "9eea0cc5d726420691729bd3c85ab03a")
    package static let heldLinkEnded = Self("held link ended", id: "f8da5ed2aad543eaa3bb576026a6d8b7")
    package static let authorisationEnded = Self("authorisation ended", id: "c00bc253393f4a5d9f6163741bfdd069")
    static let toggle = Self("toggle", id: "493afd39b0334c7e91e2ded93409cdb1")
    static let runtimeSwitch = Self("runtime switch", id: "db1b07925b9c4fe6b4ad9a05b80a9793")
    static let factSet = Self("fact set", id: "ae643c966dee4e058adfdf4017b0b4b3")
    static let factOverridden = Self("fact overridden", id: "a1cf44a6a54d4887a172074050ad5ccf")
    static let answersCleared = Self("answers cleared", id: "5a0c1f6e3b7d4c0f9d52c3f2a8e94b17")
    static let linkInterrupted = Self("link interrupted", id: "0d3c4e5f7a9b4c21b6a8d4e1f3057c98")
    static let linksAcknowledged = Self("links acknowledged", id: "c7e2b1a09f3d4856a1b3c5d7e9f10246")
    static let backup = Self("backup", id: "b0ae3b6b56d542dc9e6c2d501ac25030")
    static let tableInForce = Self("table in force", id: "503afae0ed26417f88efa842f5b44bc8")
    static let reloadRefused = Self(
        "reload refused: the table in force stays", id: "7dd93573f21542309d3484bbb6a8eee7")
    static let sourceSilent = Self("source does not answer", id: "651412854f6b4d29a1cb2992ac8e7141")
    static let sourceAnswers = Self("source answers again", id: "6322c2ad347449a0a3e1b45f7a68832c")
    static let connectionRefused = Self("connection refused", id: "83449bf7a245430ea152de158b41bb2e")
    static let protocolBreach = Self("protocol breach", id: "46ea7285b7ee4f49b24f7a69c46ee672")
    static let linesLost = Self("lines lost", id: "686bac10862741a181a4c6734a696c88")
}
