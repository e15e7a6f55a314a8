// polkit decides if the user of the system instance may start a unit. Without a rule it may start none. The rule of a table is
// a file for /etc/polkit-1/rules.d, in JavaScript, and names exactly what the table names:
//
//     unit backup.service start             unit == "backup.service" && verb == "start"
//     unit play@$(episode).service start    unit begins with "play@", ends with ".service", and has between them only
//                                           what escaping leaves of a value
//
// systemd gives polkit the name and the verb of the job, and asks it before anything is done. A transient unit has no name
// there before systemd 257, so a rule that allowed one would allow all: no table of the system instance starts one.
//
// Sources: polkit(8), "Authorization rules"; systemd's src/core/dbus-unit.c, `manage-units` with `unit` and `verb`.

import Features
package import Routing
import SystemBus

/// The rule of polkit for the units of a table.
package enum PolkitRule {
    /// Where polkit finds it.
    package static let path = "/etc/polkit-1/rules.d/60-deeplinkd.rules"
    /// The user of the system instance, from `systemd/sysusers.d`.
    private static let user = "deeplinkd"

    /// The text of the rule; nil for a table that names no unit.
    package static func text(for ruleset: Ruleset) -> String? {
        let templates = ruleset.catalogue.actions.compactMap { $0.performer.template as? UnitTemplate }
        let conditions = Set(templates.map(condition)).sorted()
        guard !conditions.isEmpty else { return nil }
        return """
            // Lets the user \(user) do with units what the table of deeplinkd names, and nothing else.
            // Printed by `deeplinkctl check --system --print polkit`. Print it anew when the table names other units.
            polkit.addRule(function(action, subject) {
                if (action.id != "org.freedesktop.systemd1.manage-units" || subject.user != "\(user)") {
                    return polkit.Result.NOT_HANDLED;
                }
                var unit = String(action.lookup("unit")), verb = String(action.lookup("verb"));
                // Of an instance only what `systemd-escape` prints.
                function isInstance(start, end) {
                    return unit.length > start.length + end.length && unit.indexOf(start) == 0
                        && unit.slice(-end.length) == end
                        && /^[A-Za-z0-9:_.\\\\-]+$/.test(unit.slice(start.length, -end.length));
                }
                if (
                    \(conditions.joined(separator: "\n        || "))
                ) {
                    return polkit.Result.YES;
                }
                return polkit.Result.NOT_HANDLED;
            });

            """
    }

    private static func condition(for template: UnitTemplate) -> String {
        let verb = "verb == " + quoted(template.verb.rawValue)
        let pieces = template.name.pieces
        guard let place = pieces.firstIndex(where: { if case .input = $0 { true } else { false } }) else {
            return "unit == \(quoted(template.name.filled(with: []))) && \(verb)"
        }
        let ends = [pieces[..<place], pieces[(place + 1)...]].map { quoted($0.map(literal).joined()) }
        return "isInstance(\(ends[0]), \(ends[1])) && \(verb)"
    }

    private static func literal(_ piece: TextTemplate.Piece) -> String {
        if case .text(let text) = piece { text } else { "" }
    }

    /// A text as JavaScript writes it.
    private static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\" + String(scalar)
            case " "..."~": String(scalar)
            default: scalar.utf16.map { "\\u" + String(UInt32($0) | 0x10000, radix: 16).dropFirst() }.joined()
            }
        }
        return "\"" + characters.joined() + "\""
    }
}
