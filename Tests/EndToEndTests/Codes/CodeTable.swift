/// A table that yields every outcome code that depends only on one link and the facts, and the links for them.
enum CodeTable {
    /// One link, its code, and other members of its outcome, by path.
    struct Row {
        let url: String
        let code: String
        let members: [String: String]

        init(_ url: String, _ code: String, _ members: [String: String] = [:]) {
            self.url = url
            self.code = code
            self.members = members
        }
    }

    /// - Parameters:
    ///   - held: a FIFO that a program with a timeout, and its child, hold open for writing.
    ///   - ready: a FIFO that a waiting program writes a byte to.
    static func text(held: String = "/dev/null", ready: String = "/dev/null") -> String {
        """
        scheme t
        scheme opaque {
            separator ":"
        }
        host   t.example t.example:8443
        \((purchases.map(\.product) + ["g"]).map { "product \($0) {\n}" }.joined(separator: "\n"))
        deny   /internal/**

        feature Plain {
            action say {
                input   word string = hello
                respond "You said $(word)."
            }
            action repeat {
                input n uint = 1
                respond
            }
            action keep {
                input key string secret
                respond
            }
            action print {
                input word string
                exec  trusted /usr/bin/printf %s $(word)
            }
            action describe {
                exec /bin/echo "{\\\"title\\\": \\\"x\\\"}"
                result {
                    title    string
                    position uint
                }
            }
            action call {
                varlink unix:/nowhere/player io.example.Player.Play title=$(url)
            }
            action complain {
                exec /bin/sh -c "echo out; echo err >&2; exit 7"
            }
            action decline {
                exec /bin/sh -c "exit 3"
                exit 3 refused "The queue is full."
            }
            action forgive {
                exec    /bin/sh -c "exit 3"
                success 0 3
            }
            action flood {
                exec   /bin/sh -c "printf flooding; exec /bin/sleep 60"
                output 5 or fail
            }
            action die {
                exec /bin/sh -c "kill -9 $$"
            }
            action hang {
                exec    /bin/sh -c "exec 9>\(held); trap '' TERM; /bin/sleep 60 & trap - TERM; wait"
                timeout 200ms
            }
            action wait {
                exec    /bin/sh -c "printf . >\(ready); exec /bin/sleep 60"
                timeout 60s
            }
            action resist {
                exec    /bin/sh -c "exec 9>\(held); trap '' TERM; printf . >\(ready); exec /bin/sleep 60"
                timeout 60s
            }
            action ignore {
                exec    /bin/sh -c "trap '' TERM; exec /bin/sleep 60"
                timeout 100ms
            }
            action vanish {
                exec /nonexistent/program
            }
            action leave {
                exec /bin/true
                detach
            }
            route say /say do say {
                query word?
            }
            route numbers /numbers/$(n:uint) do repeat
            route page /page do repeat {
                query n:uint = 1 exact
            }
            route strict /strict do repeat {
                query n:uint?
                strict
            }
            route needy /needy do repeat {
                query n:uint
            }
            route part /part do say {
                fragment word
            }
            route keep /keep/$(key) do keep
            route print /print/$(word) do print {
                except /print/never
            }
            route describe /describe do describe
            route call /call do call
            route complain /complain do complain
            route decline /decline do decline
            route forgive /forgive do forgive
            route flood /flood do flood
            route die /die do die
            route hang /hang do hang
            route ignore /ignore do ignore
            route wait /wait do wait
            route resist /resist do resist
            route vanish /vanish do vanish
            route leave /leave do leave
        }

        \(gates.map(gate).joined(separator: "\n"))
        """
    }

    static let facts =
        """
        with permission camera unsupported
        with permission photos restricted
        with permission microphone denied
        with permission motion notDetermined
        with permission bluetooth unknown

        """ + purchases.map { "with purchase \($0.product) \($0.state)\n" }.joined()

    /// Those with a fact; `g` has none, and no source.
    private static let purchases: [(product: String, state: String)] = [
        ("a", "expired"), ("b", "billingRetry"), ("c", "paused"), ("d", "revoked"),
        ("e", "pendingApproval"), ("f", "none"),
    ]

    /// The constraint of a feature, the code of its link, and the remedy's actor.
    private static let gates: [(name: String, require: String, code: String, primary: String, actor: String)] = [
        ("Alien", "platform only plan9 4", "blocked.platform.unsupported", "platform:only plan9 4", "-"),
        ("Future", "platform linux 999", "blocked.platform.versionTooLow", "platform:linux 999", "administrator"),
        ("Release", "profile production", "blocked.profile.notAllowed", "profile:production", "administrator"),
        ("Off", "runtime off", "blocked.feature.disabled", "runtime:Off", "administrator"),
        (
            "Elsewhere", "caller socket elsewhere", "blocked.caller.notAllowed", "caller:socket elsewhere",
            "administrator"
        ),
        (
            "Player", "program /nonexistent/player", "blocked.program.missing", "program:/nonexistent/player",
            "administrator"
        ),
        ("Camera", "permission camera", "blocked.permission.unsupported", "permission:camera", "-"),
        ("Siri", "permission siriKit", "blocked.permission.unsupported", "permission:siriKit", "administrator"),
        ("Photos", "permission photos", "blocked.permission.restricted", "permission:photos", "administrator"),
        ("Microphone", "permission microphone", "blocked.permission.denied", "permission:microphone", "user"),
        ("Motion", "permission motion", "blocked.permission.notDetermined", "permission:motion", "client"),
        ("Bluetooth", "permission bluetooth", "pending.undetermined", "permission:bluetooth", "-"),
        ("Toggle", "toggle off", "blocked.toggle.off", "toggle:Toggle", "user"),
        ("Expired", "purchase a", "blocked.purchase.expired", "purchase:a", "user"),
        ("Billing", "purchase b", "blocked.purchase.billingRetry", "purchase:b", "user"),
        ("Paused", "purchase c", "blocked.purchase.paused", "purchase:c", "user"),
        ("Revoked", "purchase d", "blocked.purchase.revoked", "purchase:d", "user"),
        ("Approval", "purchase e", "blocked.purchase.pendingApproval", "purchase:e", "thirdPerson"),
        ("Required", "purchase f", "blocked.purchase.required", "purchase:f", "user"),
        (
            "Confirmed", "confirmation \"Open it?\"", "blocked.confirmation.required", "confirmation:Confirmed",
            "client"
        ),
        ("Sourceless", "purchase g", "blocked.purchase.unsupported", "purchase:g", "administrator"),
    ]

    private static func gate(
        _ gate: (name: String, require: String, code: String, primary: String, actor: String)
    ) -> String {
        """
        feature \(gate.name) {
            require \(gate.require)
            action open {
                respond
            }
            route \(gate.name.lowercased()) /gate/\(gate.name.lowercased()) do open
        }
        """
    }

    /// Every link that yields its code without further steps.
    static let rows = performed + failed + gates.map(blocked) + urls + routes + inputs

    private static func blocked(
        _ gate: (name: String, require: String, code: String, primary: String, actor: String)
    ) -> Row {
        let isPending = gate.code.hasPrefix("pending")
        return Row(
            "t://gate/" + gate.name.lowercased(), gate.code,
            [
                "feature": gate.name, "action": "open", "primary": gate.primary,
                "constraints.0.status": isPending ? "undetermined" : "unsatisfied",
                "constraints.0.code": isPending ? "-" : gate.code, "remedies.0.actor": gate.actor,
                "execution": "-", "result": "-", "text": "-",
            ])
    }

    private static let performed = [
        Row(
            "t://say", "ok.performed",
            ["class": "ok", "text": "You said hello.", "result": "-", "parameters.word": "hello"]),
        Row("t://say?word=a+b%2Bc", "ok.performed", ["text": "You said a b+c.", "route": "say"]),
        Row("t://numbers/7", "ok.performed", ["result.n": "7", "text": "-", "feature": "Plain", "action": "repeat"]),
        Row("HTTPS://T.Example:443/say", "ok.performed", ["url": "https://t.example/say"]),
        Row("https://t.example:8443/say", "ok.performed"),
        Row("t://keep/pssst", "ok.performed", ["parameters.key": "***", "result.key": "***", "url": "t:***"]),
        Row(
            "t://print/a%20$(id)%22", "ok.performed",
            [
                "execution.kind": "exec", "execution.exit.code": "0", "execution.stdout.text": "a $(id)\"",
                "execution.stdout.bytes": "8", "execution.stdout.truncated": "false", "execution.stderr.bytes": "0",
            ]),
        Row("t://forgive", "ok.performed", ["execution.exit.code": "3"]),
        Row("t://leave", "ok.accepted", ["execution.kind": "exec", "execution.exit": "-"]),
    ]

    private static let failed = [
        Row(
            "t://complain", "failed.exit",
            [
                "execution.exit.code": "7", "execution.exit.signal": "-", "execution.stdout.text": "out\n",
                "execution.stderr.text": "err\n", "message": "The program ended with status 7.",
            ]),
        Row(
            "t://decline", "failed.refused",
            ["execution.exit.code": "3", "message": "The queue is full."]),
        Row(
            "t://flood", "failed.limit",
            [
                "execution.exit.signal": "15", "execution.stdout.text": "flood", "execution.stdout.bytes": "8",
                "message": "The program wrote more than 5 bytes to its standard output and was stopped.",
            ]),
        Row("t://die", "failed.signal", ["execution.exit.code": "-", "execution.exit.signal": "9"]),
        Row(
            "t://describe", "failed.decode",
            [
                "execution.decoding.path": "position", "execution.decoding.expected": "uint",
                "execution.decoding.found": "missing", "execution.effect": "taken", "execution.exit.code": "0",
                "result": "-",
            ]),
        Row(
            "t://call", "failed.varlink.noService",
            [
                "execution.service": "unix:/nowhere/player", "execution.method": "io.example.Player.Play",
                "execution.error": "ENOENT",
            ]),
        Row("t://vanish", "failed.spawn", ["execution.error": "ENOENT", "execution.exit": "-"]),
    ]

    private static let urls = [
        Row(
            "say/x", "rejected.url.invalid",
            ["rejection.rule": "missingSchemeNonRelativeURL", "rejection.offset": "3", "url": "-"]),
        Row(
            "https://t.example:70000/", "rejected.url.invalid",
            ["rejection.rule": "portOutOfRange", "rejection.offset": "18"]),
        Row("https://[::1/", "rejected.url.invalid", ["rejection.rule": "ipv6Unclosed", "rejection.offset": "12"]),
        Row(
            "t://" + String(repeating: "a", count: 8189), "rejected.url.tooLong",
            ["rejection.limit": "8192", "rejection.amount": "8193", "url": "-"]),
        Row(
            "t:" + String(repeating: "/a", count: 65), "rejected.url.tooManySegments",
            ["rejection.limit": "64", "rejection.amount": "65"]),
        Row(
            "t://say?" + String(repeating: "a&", count: 129), "rejected.url.tooManyItems",
            ["rejection.limit": "128", "rejection.amount": "129"]),
        Row(
            "x://say", "rejected.url.schemeNotAllowed",
            ["rejection.component": "scheme", "rejection.offset": "0", "rejection.nearest": "-"]),
        Row("http://t.example/say", "rejected.url.schemeNotAllowed", ["rejection.nearest": "https"]),
        Row(
            "https://evil.example/say", "rejected.url.hostNotAllowed",
            ["rejection.component": "host", "rejection.offset": "8"]),
        Row("https://t.example:444/say", "rejected.url.hostNotAllowed", ["rejection.nearest": "t.example"]),
        Row(
            "https://t.example./say", "rejected.url.hostNotAllowed",
            ["rejection.rule": "trailingDot", "rejection.component": "host", "rejection.offset": "17"]),
        forbidden("https://t.example@evil.example/say", "userinfo", "userinfo", 17),
        forbidden("https://t.example\\say", "backslash", "path", 17),
        forbidden("https:/t.example/say", "schemeSlashes", "host", 6),
        forbidden("https://a..t.example/say", "emptyLabel", "host", 10),
        forbidden("https://*.t.example/say", "hostWildcard", "host", 8),
        forbidden("https://t%2Eexample/say", "encodedHost", "host", 9),
        forbidden("https://0x7f.1/say", "addressNotation", "host", 8),
        forbidden("t://sa\ty", "tabOrNewline", "host", 6),
        forbidden(" t://say", "outerBlank", "scheme", 0),
        forbidden("t://numbers/a%2Fb", "encodedSeparator", "path", 13),
        forbidden("t://numbers/../say", "dotSegment", "path", 12),
        forbidden("t://numbers//say", "emptySegment", "path", 12),
        forbidden("t://numbers/%2541", "decodesFurther", "path", 12),
        forbidden("t://numbers/%00", "nul", "path", 12),
        forbidden("t://numbers/%FF", "invalidUTF8", "path", 12),
        forbidden("t://numbers/%1B", "controlCharacter", "path", 12),
        forbidden("t://numbers/\u{202E}7", "bidiControl", "path", 12),
        forbidden("t://numbers/\u{2028}7", "lineSeparator", "path", 12),
        forbidden("t://say:80", "customPort", "port", 7),
        forbidden("t://[::1]/say", "customIPv6", "host", 4),
        forbidden("opaque:numbers/7", "slashInOpaqueForm", "path", 14),
        forbidden("opaque:numbers:7%3A", "encodedSeparator", "path", 16),
    ]

    private static func forbidden(_ url: String, _ rule: String, _ component: String, _ offset: Int) -> Row {
        Row(
            url, "rejected.url.forbiddenComponent",
            ["rejection.rule": rule, "rejection.component": component, "rejection.offset": "\(offset)"])
    }

    private static let routes = [
        Row(
            "t://numbers/seven", "rejected.route.notFound",
            ["rejection.nearest": "numbers", "route": "-", "url": "t://numbers/seven"]),
        Row("t://internal/say", "rejected.route.excluded", ["route": "-"]),
        Row("t://internal", "rejected.route.excluded"),
        Row("t://print/never", "rejected.route.excluded", ["rejection.route": "print"]),
    ]

    private static let inputs = [
        input("t://part", "missing", "part", "word"),
        input("t://page?n=x", "invalid", "page", "n"),
        input("t://page?n=-1", "invalid", "page", "n"),
        input("t://page?n=99999999999999999999", "invalid", "page", "n"),
        input("t://print/-rf", "invalid", "print", "word"),
        input("t://page?n=1&n=2", "duplicate", "page", "n"),
        input("t://strict?n=1&m=2", "unexpected", "strict", "m"),
    ]

    private static func input(_ url: String, _ fault: String, _ route: String, _ key: String) -> Row {
        Row(url, "rejected.input." + fault, ["route": route, "rejection.route": route, "rejection.key": key])
    }
}
