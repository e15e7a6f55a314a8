import ArgumentParser
internal import Conf
internal import Contract

/// `licence trial`: starts the trial of a product.
struct LicenceTrial: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trial", abstract: "Start the trial of a product, which you can do once.",
        discussion: "Example: deeplinkctl licence trial premium.monthly")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption
    @Argument(help: "The product's id.")
    var product: String

    func run() throws {
        let client = try DaemonClient(socket, subject)
        let request = Request.startTrial(product: product, subject: subject.subject)
        guard let trial = try client.reply(to: request).report(as: TrialReport.self), let endsMs = trial.endsMs else {
            throw ToolFailure.wrongReply
        }
        let left = trial.left.map { ", in " + TimeText.text(ofMilliseconds: $0.wholeMilliseconds) } ?? ""
        output.show(trial, line: "\(product): the trial ends at \(UTCTime.text(ofMs: endsMs))\(left)")
    }
}

/// `licence restore`: verifies all kept licences of a subject once more.
struct LicenceRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Verify all your licences that the daemon keeps once more.",
        discussion: "Example: deeplinkctl licence restore")

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption

    func run() throws {
        let client = try DaemonClient(socket, subject)
        let request = Request.restore(subject: subject.subject)
        let parameters = try client.parameters(of: request)
        guard let report = try Reply(parameters, of: request.method).report(as: RestoreReport.self) else {
            throw ToolFailure.wrongReply
        }
        switch output.format {
        case .json: Output.json(parameters)
        case .text:
            let codes = report.codes.isEmpty ? "" : " (\(report.codes.joined(separator: ", ")))"
            Output.line(
                "\(report.kept) licences kept: \(report.verified) verified, \(report.older) of them replaced by newer ones, "
                    + "\(report.rejected) rejected\(codes)")
            PurchaseText.show(report.purchases, output)
        }
    }
}
