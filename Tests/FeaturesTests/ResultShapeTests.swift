import Contract
import Testing
import Varlink

@testable import Features

/// The types of answers: what they take, and the place and the types of what they do not.
@Suite struct ResultShapeTests {
    /// A shape as words, an answer, and the result or the fault.
    struct Row: CustomTestStringConvertible {
        let shape: String
        let answer: String
        let expected: String

        init(_ shape: String, _ answer: String, _ expected: String) {
            (self.shape, self.answer, self.expected) = (shape, answer, expected)
        }

        var testDescription: String { shape + " of " + answer }
    }

    @Test(arguments: [
        Row("a:string", #"{"a":"x"}"#, #"{"a":"x"}"#),
        Row("a:string", #"{"b":1,"a":"x"}"#, #"{"a":"x"}"#),
        Row("b:int a:string", #"{"a":"x","b":1}"#, #"{"b":1,"a":"x"}"#),
        Row("a:string?", "{}", "{}"),
        Row("a:string?", #"{"a":null}"#, "{}"),
        Row("a:string", "{}", "a: expected string, found missing"),
        Row("a:string", #"{"a":null}"#, "a: expected string, found null"),
        Row("a:string", #"{"a":1}"#, "a: expected string, found int"),
        Row("a:string?", #"{"a":false}"#, "a: expected string, found bool"),
        Row("a:int", #"{"a":-9223372036854775808}"#, #"{"a":-9223372036854775808}"#),
        Row("a:int", #"{"a":9223372036854775808}"#, "a: expected int, found number"),
        Row("a:int", #"{"a":1.0}"#, "a: expected int, found number"),
        Row("a:uint", #"{"a":0}"#, #"{"a":0}"#),
        Row("a:uint", #"{"a":-1}"#, "a: expected uint, found a number below zero"),
        Row("a:number", #"{"a":1}"#, #"{"a":1}"#),
        Row("a:number", #"{"a":1.50}"#, #"{"a":1.50}"#),
        Row("a:number", #"{"a":"1"}"#, "a: expected number, found string"),
        Row("a:bool", #"{"a":true}"#, #"{"a":true}"#),
        Row("a:bool", #"{"a":0}"#, "a: expected bool, found int"),
        Row("a:object", #"{"a":{"b":[1]}}"#, #"{"a":{"b":[1]}}"#),
        Row("a:object", #"{"a":[]}"#, "a: expected object, found list"),
        Row("a:string[]", #"{"a":[]}"#, #"{"a":[]}"#),
        Row("a:string[]", #"{"a":["x","y"]}"#, #"{"a":["x","y"]}"#),
        Row("a:string[]", #"{"a":["x",2]}"#, "a[1]: expected string, found int"),
        Row("a:string[]", #"{"a":"x"}"#, "a: expected string[], found string"),
        Row("a:int", "[1]", ": expected object, found list"),
        Row("a:int", "7", ": expected object, found int"),
    ])
    func `an answer is taken or its fault is named`(_ row: Row) throws {
        let shape = ResultShape(
            try row.shape.split(separator: " ").map { word in
                let halves = word.split(separator: ":")
                let isOptional = halves[1].hasSuffix("?")
                let type = try #require(ResultType(named: String(isOptional ? halves[1].dropLast() : halves[1])))
                return ResultShape.Member(String(halves[0]), type, isOptional: isOptional)
            })
        let answer = try ValueDecoder.decode(Array(row.answer.utf8).span)
        do throws(ResultShape.Fault) {
            let members = try shape.decode(answer)
            #expect(JSONText.text(of: .object(members)) == row.expected)
        } catch {
            #expect("\(error.path): expected \(error.expected), found \(error.found)" == row.expected)
        }
    }

    @Test func `each type has a name, also as a list, and other texts have none`() {
        for (name, type) in ResultType.named {
            #expect(ResultType(named: name) == type && type.name == name)
            #expect(ResultType(named: name + "[]") == .list(type) && ResultType.list(type).name == name + "[]")
            #expect(ResultType(named: name + "[][]") == nil)
        }
        for text in ["", "[]", "String", "url", "int ", "int?"] { #expect(ResultType(named: text) == nil) }
    }
}
