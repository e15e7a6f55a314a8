import Foundation
import Testing

/// The hooks of `.pre-commit-hooks.yaml`, run by pre-commit itself.
@Suite struct HookTests {
    private static let table = "scheme a\nfeature F {\n    action b { respond }\n    route c /c do b\n}\n"
    private static let cases = "table routes.conf\n\ncase \"c\" {\n    url    a://c\n    expect ok.wouldPerform\n}\n"

    /// Runs all hooks on files in a repository of their own.
    private func run(_ files: [(name: String, text: String)]) throws -> (run: Program.Run, texts: [String]) {
        let interpreter = try #require(PythonEnvironment.hooks)
        let git = try #require(HostPrograms.path(of: "git"))
        return try withFolder { folder in
            let (hooks, work) = (try folder.makeFolder("hooks"), try folder.makeFolder("work"))
            try FileManager.default.copyItem(
                atPath: Products.package + "/.pre-commit-hooks.yaml", toPath: hooks + "/.pre-commit-hooks.yaml")
            for file in files { try folder.write("work/" + file.name, file.text) }
            let environment = [
                "HOME": folder.path, "PRE_COMMIT_HOME": folder.path(of: "home"),
                "PATH": Products.folder + ":/usr/local/bin:/usr/bin:/bin",
                "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@b",
            ]
            for command in [
                ["init", "-q", hooks], ["-C", hooks, "add", "-A"], ["-C", hooks, "commit", "-qm", "hooks"],
                ["init", "-q", work], ["-C", work, "add", "-A"],
            ] {
                let run = try Program.run(git, command, environment: environment)
                #expect(run.exit == .code(0), "\(run)")
            }
            let run = try Program.run(
                "/bin/sh",
                ["-c", "cd \"$0\" && exec \"$1\" -m pre_commit try-repo \"$2\" --all-files", work, interpreter, hooks],
                environment: environment, patience: 60_000)
            return (run, try files.map { try String(contentsOfFile: work + "/" + $0.name, encoding: .utf8) })
        }
    }

    @Test(.enabled(if: PythonEnvironment.hooks != nil && HostPrograms.path(of: "git") != nil))
    func `files in order pass`() throws {
        let (run, _) = try run([("routes.conf", Self.table), ("shop.routes.conf", Self.table), ("a.cases", Self.cases)])
        #expect(run.exit == .code(0) && run.output.matches(of: /\.Passed\n/).count == 3, "\(run)")
    }

    @Test(.enabled(if: PythonEnvironment.hooks != nil && HostPrograms.path(of: "git") != nil))
    func `files are laid out, and warnings and failed cases keep a commit back`() throws {
        let (run, texts) = try run([
            ("routes.conf", Self.table.replacing("    ", with: "\t")),
            ("shop.routes.conf", Self.table + "values v w\n"),
            ("a.cases", Self.cases.replacing("ok.wouldPerform", with: "rejected.route.notFound")),
        ])
        #expect(run.exit == .code(1) && run.output.matches(of: /\.Failed\n/).count == 3, "\(run)")
        #expect(run.output.contains("shop.routes.conf:6:8: error RT410") && run.output.contains("1 failed"), "\(run)")
        #expect(texts[0] == Self.table)
    }
}
