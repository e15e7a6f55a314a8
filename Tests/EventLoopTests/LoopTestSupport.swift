import CLibUV
import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

/// Loop tests run one after the other: they share the process's signals, children and descriptors.
@Suite(.serialized) struct EventLoopTests {}

/// Runs a loop with the handles that `body` creates until nothing is left, and requires that everything was closed.
func onLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    try body(loop)
    loop.run()
    try loop.close()
}

/// A directory of its own for one test, removed with everything in it.
func withScratch(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/deeplinkd-test-XXXXXX".utf8CString)
    try #require(unsafe mkdtemp(&template) != nil)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
        if let directory = unsafe opendir(path) {
            while let entry = unsafe readdir(directory) {
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                    unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                unsafe _ = unlink("\(path)/\(name)")
            }
            unsafe _ = closedir(directory)
        }
        unsafe _ = rmdir(path)
    }
    try body(path)
}

func socketPair(_ type: __socket_type = SOCK_STREAM) throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(type.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
}

/// The error that an operation throws, for tables that compare it.
///
/// Never call it inside `#expect(…)`: Swift 6.3.1 can give a closure in a macro's argument and the next closure of the
/// function the same name, and then runs the first for both.
func error(of body: () throws(LoopError) -> Void) -> LoopError? {
    do throws(LoopError) {
        try body()
        return nil
    } catch {
        return error
    }
}

func bytes(_ span: Span<UInt8>) -> [UInt8] {
    span.indices.map { span[$0] }
}

func text(_ span: Span<UInt8>) -> String {
    String(decoding: bytes(span), as: UTF8.self)
}

/// Creates a socket of the type, bound to the path.
func boundSocket(_ path: String, _ type: __socket_type) throws -> Int32 {
    try unsafe socketAt(path, type) { unsafe bind($0, $1, $2) }
}

/// Creates a stream socket connected to the path, without any options.
func connectedSocket(_ path: String) throws -> Int32 {
    try unsafe socketAt(path, SOCK_STREAM) { unsafe connect($0, $1, $2) }
}

private func socketAt(
    _ path: String, _ type: __socket_type, _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let length = socklen_t(2 + name.count + (name.first == 0 ? 0 : 1))
    let answer = unsafe withUnsafeBytes(of: address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self) { unsafe call(descriptor, $0.baseAddress, length) }
    }
    try #require(answer == 0)
    return descriptor
}

/// The path of the probe program, for tests that change the whole process.
func probePath() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(length > 0)
    // The test runner, swiftpm-testing-helper or the bundle: the products are beside the one that is in the build folder.
    let arguments = [String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)]
    let places = (arguments + CommandLine.arguments).compactMap { path -> String? in
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash]) + "/EventLoopProbe"
    }
    return try #require(places.first { unsafe access($0, X_OK) == 0 })
}

/// Runs the probe program and returns its output.
func probe(_ command: String) throws -> String {
    let program = try probePath()
    let output = Box("")
    let errors = Box("")
    let exit = Box<ChildProcess.Exit?>(nil)
    try onLoop { loop in
        let start = ProcessStart(program: program, arguments: ["probe", command], environment: [:])
        let child = try ChildProcess(loop: loop, start: start)
        child.output?.startReading({ output.value += text($0) }, onEnd: {})
        child.errors?.startReading({ errors.value += text($0) }, onEnd: {})
        child.onExit = {
            exit.value = $0
            child.output?.readAvailable(byteLimit: 1 << 20)
            child.errors?.readAvailable(byteLimit: 1 << 20)
            child.close()
        }
    }
    #expect(exit.value == .code(0))
    #expect(errors.value == "")
    return output.value
}
