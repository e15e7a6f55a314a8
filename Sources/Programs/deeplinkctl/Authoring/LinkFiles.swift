internal import AppLinks
import ArgumentParser
internal import Conf
internal import Contract
import HostSystem

/// Files of other programs: reading them, and reporting what differs.
enum LinkFiles {
    /// Reads a file and makes something of it; if it cannot be read, the reason goes to standard error and the command ends
    /// with status 3.
    static func reading<Made>(
        _ path: String, _ make: ([UInt8]) throws(AppLinkError) -> Made
    ) throws -> Made {
        let bytes: [UInt8]
        do {
            bytes = try path == "-" ? FileReader.readStandardInput(byteLimit: Limits.tableBytes) : Input.file(path)
        } catch {
            Output.error("Error: " + Escaping.printable("\(error)") + "\n")
            throw ExitCode(3)
        }
        return try reporting(path == "-" ? "standard input" : path) { () throws(AppLinkError) in try make(bytes) }
    }

    /// Makes something; a failure ends the command with status 3.
    ///
    /// - Parameter file: the file that a position is in.
    static func reporting<Made>(_ file: String?, _ make: () throws(AppLinkError) -> Made) throws -> Made {
        do throws(AppLinkError) {
            return try make()
        } catch {
            let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
            let start = file.map { error.isOfFile ? $0 + place + ": " : "" } ?? ""
            let text = start + error.sentence + (error.help.map { "; " + $0 } ?? "")
            Output.error("Error: " + Escaping.printable(text) + "\n")
            throw ExitCode(3)
        }
    }

    /// Prints an object for each difference, in the format of programs.
    static func show(_ losses: [LinkLoss], _ output: FormatOption) {
        let objects = losses.map {
            ["effect": $0.effect.rawValue, "subject": $0.subject, "message": $0.sentence] as JSONObject
        }
        output.show(each: objects) {}
    }

    /// Prints the report for people on standard error, so that what was made can be redirected.
    static func summarise(_ result: String, _ losses: [LinkLoss]) {
        let counts = [LinkLoss.Effect.narrower, .wider, .dropped].compactMap { effect in
            let count = losses.count { $0.effect == effect }
            return count == 0 ? nil : "\(count) \(effect.rawValue)"
        }
        let sum = counts.isEmpty ? "no differences" : counts.joined(separator: ", ")
        Output.error(Escaping.printable("\(result); \(sum)") + "\n")
        for loss in losses {
            let line = "  \(loss.effect.rawValue.padded(to: 8))  \(loss.subject): \(loss.sentence)"
            Output.error(Line.fit(Escaping.printable(line), hang: 12, on: .errors) + "\n")
        }
    }
}
