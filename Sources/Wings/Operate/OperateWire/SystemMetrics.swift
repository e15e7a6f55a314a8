// io.systemd.Metrics, as services of systemd 260 have it: systemd-report(1) finds a service by its socket in
// /run/systemd/report, and asks it for its numbers.
//
//     {"name":"io.deeplinkd.Links","value":17,"fields":{"code":"ok.performed","feature":"Shelf","route":"show"}}

package import Contract

extension Interface {
    /// What gives the daemon's numbers to systemd-report.
    package static let systemMetrics = Interface(
        "io.systemd.Metrics", order: 65, "Gives the daemon's numbers, as systemd-report reads them.", types: [],
        methods: [ListSystemMetrics.self, DescribeSystemMetrics.self],
        errors: [(BareError.noSuchMetric, "There are no numbers: the table has no block metrics.")])
}

/// List all numbers.
package struct ListSystemMetrics: Method, Memberless {
    package static let name = "io.systemd.Metrics.List"
    package static let comment = """
        Gives each number with its fields; call it with more. A distribution of times is two numbers: how many, and their sum
        in seconds. For operators, and for those whom the line read of the table's block metrics names.
        """
    package static let isStreaming = true

    package init() {}

    /// One number.
    package struct Answer: ReplyReport, PlainReply {
        package var name = ""
        package var value = Value.integer(0)
        package var object: String?
        package var fields: OpenObject?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("name", &name, "Its name, which begins with io.deeplinkd.")
            list.member("value", &value, "A number.")
            list.member("object", &object, "Always absent here: which object it is about.")
            list.member("fields", &fields, "What tells it from others of its name: texts by their names.")
        }
    }
}

/// Describe all numbers.
package struct DescribeSystemMetrics: Method, Memberless {
    /// How a number moves.
    package enum Kind: String, WireEnumeration {
        case counter
        case gauge
        case string

        package static let typeName = "MetricFamilyType"
        package static let typeComment = "How a number moves."

        package var comment: String {
            switch self {
            case .counter: "It only grows while the daemon runs."
            case .gauge: "It grows and shrinks."
            case .string: "It is a text. There is none here."
            }
        }
    }

    package static let name = "io.systemd.Metrics.Describe"
    package static let comment = """
        Says what each number is; call it with more. For operators, and for those whom the line read of the table's block
        metrics names.
        """
    package static let isStreaming = true

    package init() {}

    /// One kind of number.
    package struct Answer: ReplyReport, PlainReply {
        package var name = ""
        package var description = ""
        package var type = Kind.counter

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("name", &name, "Its name, which begins with io.deeplinkd.")
            list.member("description", &description, "What it is.")
            list.member("type", &type, "How it moves.")
        }
    }
}

extension BareError {
    /// There are no numbers.
    package static let noSuchMetric = BareError("io.systemd.Metrics.NoSuchMetric")
}
