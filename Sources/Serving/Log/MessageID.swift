// An id for each kind of line that a program may wait for: `journalctl MESSAGE_ID=…` finds the lines of one kind, whatever
// their text becomes. An id is stable, like an outcome code: it is never given to another kind. `docs/operation.md` lists
// them; `LogMessageTests` compares the two.

/// The ids of the log's messages.
enum MessageID {
    /// The id of each message that has one, drawn at random once.
    ///
    /// *Shape*: 32 hexadecimal digits. *Source*: systemd.journal-fields(7).
    static let ids = [
        "outcome": "fbea8df6df424c658e5277fe2002a05c",
        "outcome repeated": "9eea0cc5d726420691729bd3c85ab03a",
        "held link ended": "f8da5ed2aad543eaa3bb576026a6d8b7",
        "authorisation ended": "c00bc253393f4a5d9f6163741bfdd069",
        "toggle": "493afd39b0334c7e91e2ded93409cdb1",
        "runtime switch": "db1b07925b9c4fe6b4ad9a05b80a9793",
        "fact set": "ae643c966dee4e058adfdf4017b0b4b3",
        "fact overridden": "a1cf44a6a54d4887a172074050ad5ccf",
        "backup": "b0ae3b6b56d542dc9e6c2d501ac25030",
        "table in force": "503afae0ed26417f88efa842f5b44bc8",
        "reload refused: the table in force stays": "7dd93573f21542309d3484bbb6a8eee7",
        "source does not answer": "651412854f6b4d29a1cb2992ac8e7141",
        "source answers again": "6322c2ad347449a0a3e1b45f7a68832c",
        "connection refused": "83449bf7a245430ea152de158b41bb2e",
        "protocol breach": "46ea7285b7ee4f49b24f7a69c46ee672",
        "lines lost": "686bac10862741a181a4c6734a696c88",
    ]
}
