import EventLoop
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import WebClient

/// A client on a loop of its own; the test calls `end()`.
final class Bench {
    let loop: Loop
    let client: WebClient

    init() throws {
        loop = try Loop()
        client = WebClient(loop: loop)
    }

    /// Sends a request, and runs the loop until it has its result.
    func result(of request: WebRequest) throws -> WebClient.Result {
        let found = Box<WebClient.Result?>(nil)
        do throws(WebFault) {
            try client.send(request) { [loop] in
                found.value = $0
                loop.stop()
            }
        } catch {
            return .failure(error)
        }
        while found.value == nil { loop.run() }
        return try #require(found.value)
    }

    /// The answer to a request that has one.
    func answer(to request: WebRequest) throws -> WebAnswer { try result(of: request).get() }

    /// The fault of a request that has no answer.
    func fault(of request: WebRequest) throws -> WebFault? {
        if case .failure(let fault) = try result(of: request) { fault } else { nil }
    }

    /// Runs the loop until something is true, or for half a minute.
    func run(until isTrue: () -> Bool) throws {
        let timer = try EventLoop.Timer(loop: loop) { [loop] in loop.stop() }
        let endNs = HostClock.monotonicNs + 30_000_000_000
        while !isTrue(), HostClock.monotonicNs < endNs {
            timer.start(after: .milliseconds(5))
            loop.run()
        }
        timer.close()
    }

    /// Closes everything, and requires that nothing on the loop was left open.
    func end() throws {
        client.close()
        loop.run()
        try loop.close()
    }
}

/// A private folder, removed when the object is freed.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "deeplinkd-web-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The text of a file in it; empty where there is none.
    func text(_ name: String) -> String { (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? "" }

    /// Waits for a file; false if it does not appear.
    func waits(for name: String) -> Bool {
        for _ in 0..<3_000 {
            if FileManager.default.fileExists(atPath: path + "/" + name) { return true }
            usleep(10_000)
        }
        return false
    }
}

/// Records what a test got instead of what it expects.
func fail(_ text: String) { Issue.record(Comment(rawValue: text)) }

/// Whether libcurl is installed here; if not, the reason is printed.
func hasLibrary(for test: String) -> Bool {
    if let absence = Curl.load() {
        print("skipped: \(test): \(absence)")
        return false
    }
    return true
}
