import Contract
import Testing

@Suite struct MethodTests {
    @Test(arguments: Method.allCases)
    func `a method's name is its interface, a dot, and a member name`(method: Method) {
        let prefix = method.interface.rawValue + "."
        #expect(method.rawValue.hasPrefix(prefix))
        let member = method.rawValue.dropFirst(prefix.count)
        #expect(member.first?.isUppercase == true)
        #expect(member.allSatisfy { $0.isASCII && $0.isLetter })
    }

    @Test func `what changes the daemon for everybody is for operators and everything else for anyone`() {
        let steering: Set<Method> = [.setRuntime, .reload, .override, .backup]
        for method in Method.allCases {
            #expect(method.audience == (steering.contains(method) ? .operator : .anyone), "\(method.rawValue)")
        }
    }

    @Test func `methods about links answer an outcome, and no others do`() {
        #expect(Method.allCases.filter(\.answersOutcome) == [.open, .verify, .perform, .explain])
        for method in Method.allCases { #expect(method.answersOutcome == (method.interface == .dispatch)) }
    }

    @Test func `each method takes the parameters of its row and no others`() {
        let rows: [(Method, required: Parameter?, others: [Parameter])] = [
            (.open, .url, [.timings, .subject, .idempotencyKey]), (.verify, .url, [.subject]),
            (.perform, .binding, []), (.explain, .url, [.candidates, .subject]),
            (.list, nil, [.subject, .after]), (.describe, .feature, [.subject]), (.watch, nil, [.subject]),
            (.setToggle, .feature, [.on, .subject]),
            (.setRuntime, .feature, [.on]), (.status, nil, []), (.reload, nil, []),
            (.override, .fact, [.status, .ttlMs]), (.backup, .path, []), (.getInfo, nil, []),
            (.getInterfaceDescription, .interface, []),
        ]
        #expect(rows.map(\.0) == Method.allCases)
        for (method, required, others) in rows {
            #expect(method.required == required)
            let taken = Parameter.allCases.filter(method.takes)
            #expect(Set(taken) == Set(others + (required.map { [$0] } ?? [])), "\(method.rawValue)")
        }
    }

    @Test func `a request knows its method`() {
        let requests: [Request] = [
            .open(url: ""), .verify(url: ""), .perform(binding: ""), .explain(url: ""), .list(),
            .describe(feature: ""), .watch(), .setToggle(feature: "", on: nil), .setRuntime(feature: "", on: nil),
            .status,
            .reload, .override(fact: "", status: nil), .backup(path: ""), .getInfo,
            .getInterfaceDescription(interface: ""),
        ]
        #expect(requests.map(\.method) == Method.allCases)
    }
}
