import EventLoop
import Glibc
import HostSystem
import TestSupport
import Testing

extension EventLoopTests {
    @Suite struct FolderWatchTests {
        @Test func `every change of a file in a folder is reported by its name`() throws {
            try withScratch { folder in
                let path = folder + "/switch"
                let steps: [() throws -> Void] = [
                    { try put("on", at: path) }, { try put("off", at: path) },
                    { try #require(unsafe chmod(path, 0o600) == 0) },
                    { try put("x", at: folder + "/new") }, { try #require(unsafe rename(folder + "/new", path) == 0) },
                    { try #require(unsafe unlink(path) == 0) },
                ]
                let next = Box(0)
                try onLoop { loop in
                    let names = Box<Set<String>>([])
                    let watch = Box<FolderWatch?>(nil)
                    // The events of one step arrive together or apart; a step is over after a quiet moment.
                    let quiet = Box<Timer?>(nil)
                    watch.value = try FolderWatch(loop: loop, path: folder) { name in
                        names.value.insert(name ?? "?")
                        quiet.value?.start(after: .milliseconds(5))
                    }
                    func step() {
                        guard next.value < steps.count else {
                            watch.value?.close()
                            watch.value = nil
                            quiet.value?.close()
                            return
                        }
                        names.value = []
                        #expect(throws: Never.self) { try steps[next.value]() }
                        next.value += 1
                    }
                    quiet.value = try Timer(loop: loop) {
                        #expect(names.value.contains(next.value == 4 ? "new" : "switch"))
                        step()
                    }
                    step()
                }
                #expect(next.value == steps.count)
            }
        }

        @Test func `watching fails with an error for a missing folder and for an invalid path`() throws {
            try withScratch { folder in
                try onLoop { loop in
                    let missing = error { () throws(LoopError) in
                        _ = try FolderWatch(loop: loop, path: folder + "/gone") { _ in }
                    }
                    #expect(missing?.codeName == "ENOENT")
                    let unusable = error { () throws(LoopError) in _ = try FolderWatch(loop: loop, path: "a\0") { _ in }
                    }
                    #expect(unusable == .unusableText("a\0"))
                }
            }
        }

        @Test func `closing inside the callback ends the callbacks`() throws {
            try withScratch { folder in
                let count = Box(0)
                try onLoop { loop in
                    let watch = Box<FolderWatch?>(nil)
                    watch.value = try FolderWatch(loop: loop, path: folder) { _ in
                        count.value += 1
                        watch.value?.close()
                    }
                    for number in 0..<5 { try put("x", at: folder + "/\(number)") }
                }
                #expect(count.value == 1)
            }
        }
    }
}
