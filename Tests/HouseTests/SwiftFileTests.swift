import Testing

/// Tests of the readers that the other house tests use.
struct SwiftFileTests {
    @Test(arguments: [
        ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"),
        (#""b" c"#, #"" " c"#), (#""b\"c" d"#, #""    " d"#), (##"#"b"c"# d"##, ##"#"   "# d"##),
        (#""b\(c + "d" + (e))f" g"#, #""   c + " " + (e)) " g"#), (#""//" a"#, #""  " a"#),
    ])
    func `comments and strings are blanked, and interpolations stay as code`(text: String, code: String) {
        #expect(SwiftFile(path: "", text: text).code == [code])
    }

    @Test func `a multi-line string ends at three quotes`() {
        let file = SwiftFile(path: "", text: "let a = \"\"\"\n  \"b\" // c\n  \"\"\"\nlet d")
        #expect(file.code == ["let a = \"\"\"", "          ", "  \"\"\"", "let d"])
    }

    @Test func `declarations are found where members can be, with their comments and access`() {
        let text = """
            /// A type.
            package struct A {
                let b = [1].map { let inner = $0; return inner }
                /// Does it.
                @discardableResult
                func c(_ d: () -> Void = {}) -> Int {
                    let local = 1
                    return local
                }
                private var e: Int { 1 }
            }
            private extension A {
                func f() {}
            }
            """
        let found = DeclarationReader.declarations(in: SwiftFile(path: "", text: text))
        #expect(found.map(\.name) == ["A", "b", "c", "e", "f"])
        #expect(found.map(\.isDocumented) == [true, false, true, false, false])
        #expect(found.map(\.isPrivate) == [false, false, false, true, true])
        #expect(found.map(\.body.count) == [8, 0, 2, 0, 0])
    }
}
