import SQLite
import Testing

struct ValueTests {
    private static let long = 5_000_000

    /// Arguments, and the type that SQLite stores for them.
    private static let values: [(value: SQLValue, type: String)] = [
        (.null, "null"), (.integer(0), "integer"), (.integer(.min), "integer"), (.integer(.max), "integer"),
        (.real(0), "real"), (.real(-1.5), "real"), (.real(.infinity), "real"), (.real(.leastNonzeroMagnitude), "real"),
        (.real(9_007_199_254_740_992), "real"), (.text(""), "text"), (.text("ab"), "text"), (.text("12"), "text"),
        (.text("ä€😀\u{301}"), "text"), (.text("a\0b\0"), "text"), (.text("\0"), "text"),
        (.text(String(repeating: "ü", count: long)), "text"), (.bytes([]), "blob"), (.bytes([0]), "blob"),
        (.bytes([0xFF, 0, 0xC0]), "blob"), (.bytes(Array("text".utf8)), "blob"),
        (.bytes([UInt8](repeating: 7, count: long)), "blob"),
    ]

    @Test(arguments: values.indices)
    func `a value that is stored is read as it was, with its type`(_ index: Int) throws {
        let (value, type) = Self.values[index]
        let db = try Database(path: ":memory:")
        try db.execute("CREATE TABLE t (a)")
        try db.run("INSERT INTO t VALUES (?)", [value])
        let row = try db.row("SELECT a, typeof(a), length(CAST(a AS BLOB)), a IS ? FROM t", [value])
        #expect(row?.values[0] == value && row?.text(1) == type && row?.number(3) == 1)
        switch value {
        case .text(let text): #expect(row?.number(2) == Int64(text.utf8.count))
        case .bytes(let bytes): #expect(row?.number(2) == Int64(bytes.count))
        case .null, .integer, .real: break
        }
    }

    @Test func `what is not a number becomes null, as SQLite has it`() throws {
        let db = try Database(path: ":memory:")
        #expect(try db.row("SELECT ?", [Double.nan])?.values == [.null])
    }

    @Test func `an argument of each Swift type has its type of SQLite's`() throws {
        let db = try Database(path: ":memory:")
        let arguments: [any SQLArgument] = [
            7, Int64(8), true, false, 1.5, "x", [UInt8]([1]), Int64?.none, String?.some("y"), SQLValue.null,
        ]
        let row = try db.row("SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?", arguments)
        #expect(
            row?.values == [
                .integer(7), .integer(8), .integer(1), .integer(0), .real(1.5), .text("x"), .bytes([1]), .null,
                .text("y"), .null,
            ])
    }

    /// Bytes that are stored as a text, and the text; nil where they are not UTF-8.
    private static let texts: [(hex: String, text: String?)] = [
        ("", ""), ("61", "a"), ("610062", "a\0b"), ("C3A4", "ä"), ("F09F9880", "😀"), ("FF", nil), ("61FF62", nil),
        ("C0AF", nil), ("EDA080", nil), ("E282", nil), ("80", nil), ("F4908080", nil), ("6100FF", nil),
    ]

    @Test(arguments: texts.indices)
    func `a text that is not UTF-8 is given as bytes`(_ index: Int) throws {
        let (hex, text) = Self.texts[index]
        let db = try Database(path: ":memory:")
        let row = try #require(try db.row("SELECT CAST(x'\(hex)' AS TEXT), typeof(CAST(x'\(hex)' AS TEXT)), x'\(hex)'"))
        #expect(row.text(0) == text && row.text(1) == "text" && row.text(2) == nil)
        guard text == nil, case .bytes = row.values[2] else { return }
        #expect(row.values[0] == row.values[2])
    }

    @Test func `a text of a database in UTF-16 is read and written as any other`() throws {
        let db = try Database(path: ":memory:")
        try db.execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE t (a TEXT)")
        for text in ["", "ab", "ä€😀", "a\0b"] {
            try db.run("INSERT INTO t VALUES (?)", [text])
            #expect(try db.text("SELECT a FROM t ORDER BY rowid DESC") == text)
        }
    }

    @Test func `a value of another type is nil, and is not converted`() throws {
        let db = try Database(path: ":memory:")
        let row = try #require(try db.row("SELECT 1, '1', 1.0, x'31', NULL"))
        #expect((0..<5).map(row.number) == [1, nil, nil, nil, nil])
        #expect((0..<5).map(row.text) == [nil, "1", nil, nil, nil])
        #expect(try db.number("SELECT '1'") == nil && db.text("SELECT 1") == nil)
    }

    @Test func `without a row there is no value`() throws {
        let db = try memory()
        #expect(try db.number("SELECT a FROM t") == nil && db.text("SELECT b FROM t") == nil)
        #expect(try db.row("SELECT * FROM t") == nil && db.rows("SELECT * FROM t").isEmpty)
    }
}
