import EventLoop
import Features
import Foundation
import TestSupport
import Testing

@testable import ExecRules
@testable import ExecService
@testable import FactSources

@Suite struct ProgramCheckTests {
    /// Sources of a host that looks at programs.
    private static func sources(clock: any ClockSource = HostClockSource()) -> SourceSet {
        var sources = SourceSet(clock: clock)
        sources.adapters = [ProgramCheck.source]
        return sources
    }

    /// Steps in a real folder: each step changes the program when the fact of the previous step has arrived.
    @Test func `the fact follows the installation, every change and the removal of the program`() throws {
        try withFolder { folder in
            let path = folder + "/player"
            func chmod(_ mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            let steps: [(change: () throws -> Void, state: ProgramState)] = [
                ({ try put("#!/bin/sh\n", at: path, mode: 0o755) }, .present),
                ({ try chmod(0o644) }, .unusable),
                ({ try chmod(0o757) }, .untrusted),
                ({ try chmod(0o755) }, .present),
                ({ try put("#!/not/there\n", at: path, mode: 0o755) }, .unusable),
                ({ try FileManager.default.removeItem(atPath: path) }, .absent),
            ]
            let store = FactStore()
            let next = Box(0)
            try onLoop { loop in
                let gathering = try FactGathering(loop: loop, store: store, sources: Self.sources())
                let limit = try Timer(loop: loop) {
                    Issue.record("step \(next.value) did not arrive")
                    gathering.close()
                }
                limit.start(after: .seconds(30))
                gathering.onMove = {
                    let expected = next.value == 0 ? .absent : steps[next.value - 1].state
                    guard store.facts[.program(path)] == .program(expected) else { return }
                    guard next.value < steps.count else {
                        limit.close()
                        return gathering.close()
                    }
                    next.value += 1
                    #expect(throws: Never.self) { try steps[next.value - 1].change() }
                }
                gathering.adopt(catalogue(("F", [.program(.init(path))])))
                #expect(store.facts[.program(path)] == .program(.unknown))
            }
            #expect(next.value == steps.count)
        }
    }

    @Test
    func `a program in a folder that did not exist at first is found when a call needs it, at most once a second`()
        throws
    {
        try withFolder { folder in
            let path = folder + "/later/player"
            let (clock, store) = (TestClock(), FactStore())
            let seen = Box<[FactValue?]>([])
            try onLoop { loop in
                let gathering = try FactGathering(loop: loop, store: store, sources: Self.sources(clock: clock))
                gathering.adopt(catalogue(("F", [.program(.init(path))])))
                gathering.whenReady([1], for: .machine) {
                    seen.value.append(store.facts[.program(path)])
                    #expect(throws: Never.self) {
                        try FileManager.default.createDirectory(
                            atPath: folder + "/later", withIntermediateDirectories: false,
                            attributes: [.posixPermissions: 0o755])
                        try put("#!/bin/sh\n", at: path, mode: 0o755)
                    }
                    #expect(gathering.isReady(1, for: .machine))
                    clock.advance(1000)
                    gathering.whenReady([1], for: .machine) {
                        seen.value.append(store.facts[.program(path)])
                        gathering.close()
                    }
                }
            }
            #expect(seen.value == [.program(.absent), .program(.present)])
        }
    }
}
