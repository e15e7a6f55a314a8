import EventLoop
import Glibc
import HostSystem
import Testing

/// The texts of system errors, as they are printed at a failed start.
@Suite struct ErrorTextTests {
    private static let errors: [(error: LoopError, code: String?, parts: [String])] = [
        (
            .failed(task: "listen on /run/d", call: "bind", code: SystemCode(EACCES)), "EACCES",
            ["cannot listen on /run/d: ", "EACCES from bind"]
        ),
        (
            .failed(task: "read /x", call: "open", code: SystemCode(ENOENT)), "ENOENT",
            ["cannot read /x: ", "ENOENT from open"]
        ),
        (.pathTooLong(path: "/p", byteCount: 200, byteLimit: 107), nil, ["/p", "200 bytes", "107"]),
        (.pathUnusable(path: ""), nil, ["\"\"", "empty"]),
        (.addressInUse(path: "/p"), nil, ["cannot listen on /p: "]),
        (.notASocket(path: "/p"), nil, ["/p", "not a socket"]),
        (
            .wrongDescriptor(descriptor: 3, expected: "a Unix stream socket"), nil,
            ["descriptor 3", "a Unix stream socket"]
        ),
        (.notAFile(path: "/p"), nil, ["cannot read /p: ", "regular file"]),
        (.fileTooLarge(path: "/p", byteLimit: 10), nil, ["/p", "more than 10 bytes"]),
        (.fileChanged(path: "/p"), nil, ["cannot read /p: ", "changed"]),
        (
            .unreadableProgram(path: "/p", task: "start /q"), "EACCES",
            ["cannot start /q: /p", "not readable", "EACCES from open"]
        ),
        (.folderTooLarge(path: "/p", nameLimit: 9), nil, ["the folder /p", "more than 9 names"]),
        (.unusableText("a=b"), nil, ["\"a=b\""]),
        (.invalidVariable(name: "LISTEN_FDS", value: "x", reason: "so"), nil, ["LISTEN_FDS=x: so"]),
    ]

    @Test(arguments: errors.indices)
    func `an error of the system names the task, the object and the system's name of the error`(_ index: Int) {
        let row = Self.errors[index]
        #expect(row.error.codeName == row.code)
        for part in row.parts { #expect(row.error.description.contains(part), "\(row.error.description)") }
        #expect(!row.error.description.contains("\n") && !row.error.description.hasSuffix("."))
    }

    @Test(arguments: [
        (EPERM, "EPERM"), (ENOENT, "ENOENT"), (EINTR, "EINTR"), (EIO, "EIO"), (EAGAIN, "EAGAIN"), (ENOMEM, "ENOMEM"),
        (EACCES, "EACCES"), (EEXIST, "EEXIST"), (ENOTDIR, "ENOTDIR"), (EISDIR, "EISDIR"), (EINVAL, "EINVAL"),
        (EMFILE, "EMFILE"), (ENOSPC, "ENOSPC"), (EROFS, "EROFS"), (EPIPE, "EPIPE"), (ELOOP, "ELOOP"),
        (ECONNREFUSED, "ECONNREFUSED"), (ECONNRESET, "ECONNRESET"), (EADDRINUSE, "EADDRINUSE"),
        (ETIMEDOUT, "ETIMEDOUT"),
    ])
    func `an error number has the system's name, and a text`(_ number: Int32, _ name: String) {
        #expect(SystemCode(number).name == name)
        #expect(!SystemCode(number).text.isEmpty && SystemCode(number).text != name)
        #expect(SystemCode(number) == SystemCode(answer: -number))
    }
}
