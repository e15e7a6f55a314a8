package import Contract
package import Features
package import Routing
package import SystemBus

/// A job for a unit of the service manager.
package struct UnitTemplate: Equatable, Sendable {
    /// *Shape*: of at most one input, in the instance: `play@$(episode).service`.
    package let name: TextTemplate
    package let verb: UnitVerb

    /// The unit; nil where the value leaves no instance, or makes the name too long.
    ///
    /// A value is escaped, so it can choose nothing but an instance of the template.
    package func unit(for inputs: [Value.Member]) -> UnitName? {
        UnitName(name.filled(with: inputs, written: UnitName.escaped))
    }

    /// The name without its input: `play@.service`, or a whole one.
    fileprivate var file: String { name.inputs.isEmpty ? name.filled(with: []) : name.leadingText.template }
}

extension String {
    /// The template's own name, of a text that has an `@`.
    fileprivate var template: String { prefix { $0 != "@" } + "@.service" }
}

extension UnitTemplate: ReachTemplate {
    /// A value can be too long.
    package var takesAnyValue: Bool { name.inputs.isEmpty }

    /// Why the value is no instance; nil where it is one, or is not among the inputs.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        guard let input = name.inputs.first, inputs.contains(where: { $0.name == input }), unit(for: inputs) == nil
        else { return nil }
        return InputRefusal(
            input: input,
            reason: "is empty, or too long for the name of a unit, which has at most \(UnitName.byteLimit) bytes",
            help: "give `\(input)` a shorter value, or a type with a bound, as `text(1..15)`")
    }

    /// The line with the values in it.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        let unit = name.filled(with: inputs, written: UnitName.escaped)
        return ActionPreview(call: [Performer.Kind.unit.word, unit, verb.rawValue])
    }

    /// The unit has to have a file.
    package func finding(for action: Action, on host: any HostView) -> HostFinding? {
        HostFinding("unit", file, host.unit(file))
    }
}

extension Performer.Kind {
    /// Has the service manager start, restart or reload a unit.
    package static let unit = Self("unit")
}

extension Performer {
    /// Has the service manager start, restart or reload a unit.
    package static func unit(_ template: UnitTemplate) -> Self { .other(template) }
}
