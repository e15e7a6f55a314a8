import Testing

/// Requirements of the platform, on hosts with other os-release files.
@Suite(.enabled(if: OtherUser.isPossible(for: "another os-release file"))) struct PlatformTests {
    private static let requirements = [
        "linux 2", "linux 999", "arch nonsense", "debian 12", "debian 13", "only debian any", "only fedora any",
        "fedora 99", "debian unsupported",
    ]

    private static let table =
        "scheme t\n"
        + requirements.enumerated().map { number, requirement in
            "feature F\(number) {\n    require platform \(requirement)\n    action a {\n        respond\n    }\n"
                + "    route f\(number) /f\(number) do a\n}\n"
        }.joined()

    private static let low = "blocked.platform.versionTooLow"
    private static let unsupported = "blocked.platform.unsupported"
    private static let fine = "ok.performed"

    /// The text of an os-release file, and the code of each requirement with it.
    private static let hosts: [(release: String, codes: [String])] = [
        (
            "ID=debian\nVERSION_ID=\"12\"\n",
            [fine, low, unsupported, fine, low, fine, unsupported, fine, unsupported]
        ),
        (
            "# A comment\nNAME=\"Debian\"\nVERSION_ID='13.1'\nID='debian'\n",
            [fine, low, unsupported, fine, fine, fine, unsupported, fine, unsupported]
        ),
        (
            "ID=fedora\nVERSION_ID=41\n",
            [fine, low, unsupported, fine, fine, unsupported, fine, low, fine]
        ),
        // A rolling distribution has no version, so no minimum is met.
        (
            "ID=debian\nID_LIKE=fedora\n",
            [fine, low, unsupported, unsupported, unsupported, fine, unsupported, fine, unsupported]
        ),
        (
            "nonsense\n",
            [fine, low, unsupported, fine, fine, unsupported, unsupported, fine, fine]
        ),
    ]

    @Test(arguments: hosts.indices)
    func `a requirement of the platform counts for the host that os-release describes`(_ index: Int) throws {
        let host = Self.hosts[index]
        try withDaemon(table: Self.table, hostFiles: ["/etc/os-release": host.release]) { daemon in
            let client = try daemon.connect()
            for (number, requirement) in Self.requirements.enumerated() {
                let outcome = try client.open("t://f\(number)")
                #expect(outcome["code"].text == host.codes[number], "\(requirement) with \(host.release): \(outcome)")
                guard outcome["class"].text == "blocked" else { continue }
                #expect(outcome["primary"].text == "platform:" + requirement)
                let constraint = try #require(outcome["constraints.0"])
                #expect(constraint["evidence.source"].text == "host", "the table says nothing of the host")
            }
        }
    }
}
