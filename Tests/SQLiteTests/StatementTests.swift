import SQLite
import Testing

struct StatementTests {
    @Test func `the rows of an answer come in its order, and the counts are those of the last change`() throws {
        let db = try memory()
        for number in 1...5 { try db.run("INSERT INTO t VALUES (?, ?)", [number, "n\(number)"]) }
        #expect(db.lastInsertedRowID == 5 && db.changeCount == 1)
        try db.run("UPDATE t SET b = 'x' WHERE a > ?", [2])
        #expect(db.changeCount == 3)
        #expect(
            try db.rows("SELECT a, b FROM t ORDER BY a DESC LIMIT 2").map(\.values) == [
                [.integer(5), .text("x")], [.integer(4), .text("x")],
            ])
        #expect(try db.number("SELECT a FROM t ORDER BY a") == 1, "further rows are left")
        try db.run("DELETE FROM t WHERE a = 7")
        #expect(db.changeCount == 0)
    }

    @Test func `a statement can be run while its own rows are read`() throws {
        let db = try memory()
        try db.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        let sql = "SELECT a FROM t WHERE a > ? ORDER BY a"
        var pairs: [[Int64]] = []
        try db.forEach(sql, [0]) { outer in
            let first = outer.number(0) ?? 0
            try? db.forEach(sql, [Int(first)]) { pairs.append([first, $0.number(0) ?? 0]) }
        }
        #expect(pairs == [[1, 2], [1, 3], [2, 3]])
        try db.close()
    }

    @Test func `a statement that is kept sees a change of the schema`() throws {
        let db = try memory()
        try db.run("INSERT INTO t VALUES (1, 'a')")
        #expect(try db.row("SELECT * FROM t")?.values.count == 2)
        try db.execute("ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 9")
        #expect(try db.row("SELECT * FROM t")?.values == [.integer(1), .text("a"), .integer(9)])
        try db.execute("DROP TABLE t")
        #expect(error { _ = try db.row("SELECT * FROM t") }?.message == "no such table: t")
    }

    /// Texts and numbers of arguments that are refused.
    private static let refusals: [(sql: String, arguments: Int, code: SQLiteCode, message: String)] = [
        ("SELECT ?", 0, .misuse, "a statement with 1 placeholders has 0 arguments"),
        ("SELECT ?, ?", 3, .misuse, "a statement with 2 placeholders has 3 arguments"),
        ("SELECT 1", 1, .misuse, "a statement with 0 placeholders has 1 arguments"),
        ("", 0, .misuse, "no statement: "), (" -- nothing", 0, .misuse, "no statement:  -- nothing"),
        ("SELECT 1; SELECT 2", 0, .misuse, "more than one statement: SELECT 1; SELECT 2"),
        ("SELECT 1\0", 0, .misuse, "a statement holds a NUL byte"),
        ("SELEC 1", 0, .error, "near \"SELEC\": syntax error"),
        ("SELECT a FROM missing", 0, .error, "no such table: missing"),
        ("SELECT \"missing\" FROM t", 0, .error, "no such column: missing"),
        ("CREATE INDEX i ON t (\"missing\")", 0, .error, "no such column: missing"),
        ("SELECT zeroblob(1000000001)", 0, .tooBig, "string or blob too big"),
        ("SELECT abs(-9223372036854775808)", 0, .error, "integer overflow"),
    ]

    @Test(arguments: refusals.indices)
    func `a statement that cannot be run is refused with the reason, and leaves nothing`(_ index: Int) throws {
        let (sql, count, code, message) = Self.refusals[index]
        let db = try memory()
        for _ in 0..<3 {
            let found = error { _ = try db.rows(sql, [Int](repeating: 1, count: count)) }
            #expect(found == SQLiteError(code, message))
        }
        #expect(try db.number("SELECT 1") == 1)
        // SQLite refuses to close a connection of which a statement is left.
        try db.close()
    }

    @Test(arguments: ["SELECT 1;", "SELECT 1 ;\n\t ;", "/* one */ SELECT 1"])
    func `a text of one statement may have more around it`(_ sql: String) throws {
        #expect(try Database(path: ":memory:").number(sql) == 1)
    }

    @Test func `a text of several statements is run up to the first that fails`() throws {
        let db = try memory()
        #expect(
            error { try db.execute("INSERT INTO t VALUES (1, 'a'); INSERT INTO t VALUES ('x', 1); DROP TABLE t") }
                != nil)
        #expect(try db.number("SELECT count(*) FROM t") == 1)
        #expect(error { try db.execute("SELECT 1\0") }?.code == .misuse)
        try db.execute("")
    }

    /// Rows that break a constraint, and SQLite's extended code for it.
    private static let constraints: [(sql: String, code: Int32)] = [
        ("INSERT INTO child VALUES (1, 1, 1, 1)", 19 | 8 << 8),
        ("INSERT INTO child VALUES (2, NULL, 1, 1)", 19 | 5 << 8),
        ("INSERT INTO child VALUES (2, 1, 7, 1)", 19 | 3 << 8), ("INSERT INTO child VALUES (2, 1, 1, -1)", 19 | 1 << 8),
        ("INSERT INTO child VALUES (2, 'x', 1, 1)", 19 | 12 << 8),
    ]

    @Test(arguments: constraints.indices)
    func `a broken constraint has its own code, and the statement can be run again`(_ index: Int) throws {
        let (sql, code) = Self.constraints[index]
        let db = try Database(path: ":memory:")
        try db.execute(
            """
            CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE child (
                only INTEGER UNIQUE, some INTEGER NOT NULL, parent INTEGER REFERENCES parent,
                small INTEGER CHECK (small > 0)
            ) STRICT;
            INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1, 1, 1);
            """)
        for _ in 0..<2 {
            let found = error { try db.run(sql) }
            #expect(found?.code.rawValue == code && found?.code.primary == .constraint, "\(String(describing: found))")
        }
        #expect(try db.number("SELECT count(*) FROM child") == 1)
    }
}
