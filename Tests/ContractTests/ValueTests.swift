import Contract
import Testing

@Suite struct ValueTests {
    @Test func `each accessor answers for its own kind alone`() {
        let values: [Value] = [
            .null, .bool(true), .integer(7), .number(literal: "7.0"), .string("7"), .array([.null]),
            .object([.init("seven", .integer(7))]),
        ]
        #expect(values.map(\.flag) == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map(\.int) == [nil, nil, 7, nil, nil, nil, nil])
        #expect(values.map(\.text) == [nil, nil, nil, nil, "7", nil, nil])
        #expect(values.map(\.elements) == [nil, nil, nil, nil, nil, [.null], nil])
        #expect(values.map { $0["seven"] } == [nil, nil, nil, nil, nil, nil, .integer(7)])
        #expect(values.map { $0["eight"] == nil } == Array(repeating: true, count: 7))
    }
}
