// Reads `unit NAME start|restart|reload` of an action. The table names the unit, and a value at most an instance of it:
//
//     unit backup.service start               the unit of that name
//     unit play@$(episode).service start      `play@7.service`, and for `../x` the instance `\x2e.-x`
//     unit $(name).service start              refused: a value would choose the unit
//
// An instance is never empty, because `play@.service` is the template itself, which cannot be started.

import Conf
import Features
import Matching
import Routing
import SystemBus
import Varlink

/// Reads `unit NAME.service VERB`.
struct UnitReader: PerformerReader {
    static let kind = Performer.Kind.unit
    static let order = 60
    static let form = DirectiveForm("unit NAME[@$(INPUT)].service start|restart|reload", 2...2, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofEffect.union([.timeout])

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let name = readTemplate(1, statement, inputs: inputs).flatMap { read($0, statement, inputs) }
        let verb: UnitVerb? = readChoice(2, statement, as: .badCall) { "`\($0)` is not a job for a unit" }
        guard let name, let verb else { return nil }
        ArgumentReader(table: table, inputs: inputs)
            .warnOfUnused(Set(name.inputs), takesLink: false, statement, by: "the unit")
        return .unit(UnitTemplate(name: name, verb: verb))
    }

    private typealias Fault = (code: DiagnosticCode, message: String, help: String)

    private func read(_ name: TextTemplate, _ statement: Int, _ inputs: [ActionInput]) -> TextTemplate? {
        let input = name.inputs.first.flatMap { name in inputs.first { $0.name == name } }
        let fault = placeFault(of: name) ?? input.flatMap(valueFault) ?? nameFault(of: name, input)
        guard let fault else { return name }
        return refuse(fault.code, place(1, statement), fault.message, help: fault.help)
    }

    /// The fault of a placeholder by its place.
    private func placeFault(of name: TextTemplate) -> Fault? {
        guard let input = name.inputs.first else { return nil }
        if name.inputs.count > 1 {
            return (
                .badPlaceholder, "the name of a unit has one placeholder at most",
                "make one input of it, or write the rest of the instance out"
            )
        }
        guard !name.leadingText.contains("@") else { return nil }
        return (
            .badPlaceholder, "the value would choose the unit",
            "write the unit out; a value can be the instance of a template, as in `play@$(\(input)).service`"
        )
    }

    /// The fault of an input whose value is no instance.
    private func valueFault(of input: ActionInput) -> Fault? {
        if input.isSecret {
            return (
                .badPlaceholder, "the input `\(input.name)` is secret, and all users see the names of units",
                "pass an input that is not secret"
            )
        }
        if input.isOptional {
            return (
                .optionalInput, "the input `\(input.name)` may be missing, and an instance cannot be",
                "give it a default: `input \(input.name) TYPE = VALUE`"
            )
        }
        guard input.type == .list else { return nil }
        return (
            .badPlaceholder, "the value may be empty, and an instance cannot be",
            "give `\(input.name)` a type of one value, as `slug` or `uint`"
        )
    }

    /// The fault of a name that no unit has, with any value.
    private func nameFault(of name: TextTemplate, _ input: ActionInput?) -> Fault? {
        let filled = name.filled(with: input.map { [.init($0.name, .string("x"))] } ?? [])
        guard UnitName(filled) == nil else {
            guard case .value(.bounded(let type))? = input?.type,
                UnitName(name.filled(with: [.init(input?.name ?? "", .string(type.sample))])) == nil
            else { return nil }
            return (
                .badPlaceholder, "no value of the type `\(type.name)` fits in the name of a unit",
                "a name has at most \(UnitName.byteLimit) bytes: give the input a shorter type"
            )
        }
        if filled.hasSuffix("@.service") {
            return (
                .badCall, "`\(filled)` is a template, which cannot be started itself",
                "write the instance, as in `\(filled.dropLast(".service".count))main.service`, or an input in its place"
            )
        }
        return (
            .badCall, "`\(name.description)` is not the name of a service",
            "a unit is named as in `backup.service` or `play@$(episode).service`: of letters, digits and `:-_.\\`, in at "
                + "most \(UnitName.byteLimit) bytes"
        )
    }
}
