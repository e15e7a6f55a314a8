import HostSystem
import Testing

struct CapturedProgramTests {
    private func run(_ script: String, within time: Duration = .seconds(30), byteLimit: Int = 1 << 20) throws
        -> CapturedProgram
    {
        try CapturedProgram(
            ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], within: time, byteLimit: byteLimit)
    }

    @Test func `what a program prints and how it ended is there, and its errors are not kept`() throws {
        let run = try run("echo one; echo two >&2; exit 3")
        #expect(run.output == Array("one\n".utf8) && run.end == .code(3))
        #expect(try self.run("kill -9 $$").end == .signal(9))
        // It reads nothing.
        #expect(try self.run("cat").end == .code(0))
    }

    @Test func `long output is cut at the limit, and the program is not stopped by it`() throws {
        let run = try run("head -c 300000 /dev/zero; echo end", byteLimit: 1000)
        #expect(run.output.count == 1000 && run.end == .code(0))
    }

    @Test func `a program whose time is over is killed, and one that leaves another behind is not waited for`() throws {
        #expect(try run("echo x; sleep 100", within: .milliseconds(200)).end == nil)
        #expect(try run("sleep 100 & echo done").end == .code(0))
    }

    @Test func `a program is found in the folders of PATH, or by its path`() throws {
        #expect(CapturedProgram.find("sh", in: "/nonexistent:/bin") == "/bin/sh")
        #expect(CapturedProgram.find("/bin/sh", in: "") == "/bin/sh")
        for name in ["no-such-program", "/etc/passwd", "/bin", "", "a\0b"] {
            #expect(CapturedProgram.find(name, in: "/usr/bin:/bin") == nil, "\(name)")
        }
        #expect(throws: LoopError.self) {
            try CapturedProgram(["/nonexistent"], environment: [:], within: .seconds(1))
        }
    }
}
