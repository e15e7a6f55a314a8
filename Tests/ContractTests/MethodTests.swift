import Contract
import Testing

@Suite struct MethodTests {
    @Test(arguments: Method.allCases)
    func `a method's name is its interface, a dot, and a member name`(method: Method) {
        let prefix = method.interface.rawValue + "."
        #expect(method.name.hasPrefix(prefix))
        let member = method.name.dropFirst(prefix.count)
        #expect(member.first?.isUppercase == true)
        #expect(member.allSatisfy { $0.isASCII && $0.isLetter })
    }

    @Test
    func
        `what changes the daemon for everybody, or looks at its machine, is for operators and everything else for anyone`()
    {
        let steering: Set<Method> = [.setRuntime, .check, .reload, .override, .backup]
        for method in Method.allCases {
            #expect(method.audience == (steering.contains(method) ? .operator : .anyone), "\(method.name)")
        }
    }

    @Test func `methods that take or perform a link answer an outcome, and no others do`() {
        #expect(Method.allCases.filter(\.answersOutcome) == [.open, .verify, .perform, .explain])
        for method in Method.allCases where method != .link {
            #expect(method.answersOutcome == (method.interface == .dispatch))
        }
    }

    @Test func `every parameter that a refusal names is one of a method`() {
        let texts = Interface.allCases.map(\.text).joined()
        for parameter in Parameter.allCases { #expect(texts.contains("    \(parameter.rawValue): ")) }
    }

    @Test func `watches, a subscription, a flow and a copy of the ledger alone are answered again and again`() {
        #expect(Method.allCases.filter(\.isStreaming) == [.watch, .subscribe, .authorise, .watchPurchases, .backup])
    }

    @Test func `a request knows its method`() {
        let requests: [Request] = [
            .open(url: ""), .verify(url: ""), .perform(binding: ""), .explain(url: ""), .link(route: ""), .list(),
            .describe(feature: ""), .watch(), .setToggle(feature: "", on: nil), .setRuntime(feature: "", on: nil),
            .setPermission(permission: "", status: nil), .setPurchase(product: "", state: nil),
            .subscribe(channel: ""), .acknowledge(delivery: "", result: .performed), .channels, .clear(channel: ""),
            .authorise(Target()), .answer(flow: "", answer: .skip), .consents, .withdraw(permission: ""),
            .ingest(items: []), .products, .purchases(), .restore(), .watchPurchases(), .startTrial(product: ""),
            .status, .table(),
            .check, .reload, .override(fact: "", status: nil), .backup, .getInfo,
            .getInterfaceDescription(interface: ""),
        ]
        #expect(requests.map(\.method) == Method.allCases)
    }
}
