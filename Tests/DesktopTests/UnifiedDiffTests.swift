import Testing

@testable import Desktop

struct UnifiedDiffTests {
    private func lines(_ old: String?, _ new: String?) -> [String] {
        UnifiedDiff.lines(old.map { Array($0.utf8) }, new.map { Array($0.utf8) })
    }

    @Test func `a changed line stands with three lines around it`() {
        let old = (1...9).map { "\($0)\n" }.joined()
        let new = old.replacing("5\n", with: "five\n")
        let expected = ["@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"]
        #expect(lines(old, new) == expected)
    }

    @Test func `a new file is all added, and one that is removed all taken away`() {
        #expect(lines(nil, "a\nb\n") == ["@@ -0,0 +1,2 @@", "+a", "+b"])
        #expect(lines("a\nb\n", nil) == ["@@ -1,2 +0,0 @@", "-a", "-b"])
        #expect(lines("a\n", "a\n").isEmpty)
    }

    @Test func `changes that are far from each other have headers of their own`() {
        let old = (1...30).map { "\($0)\n" }.joined()
        let new = "first\n" + old.replacing("30\n", with: "")
        let found = lines(old, new).filter { $0.hasPrefix("@@") }
        #expect(found == ["@@ -1,3 +1,4 @@", "@@ -27,4 +28,3 @@"])
    }
}
