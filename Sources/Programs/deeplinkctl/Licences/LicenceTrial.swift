import ArgumentParser
internal import Conf
internal import Contract
internal import DeepLinkClient
import PurchaseWire

/// `licence trial`: starts the trial of a product.
struct LicenceTrial: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trial", abstract: "Start the trial of a product, which you can do once.",
        discussion: "Example: deeplinkctl licence trial premium.monthly")

    @OptionGroup var call: SubjectCallOptions
    @Argument(help: "The product's id.")
    var product: String

    func run() throws {
        let client = try call.client()
        let trial = try client.reply(to: StartTrial { ($0.product, $0.subject) = (product, call.subject) })
        guard let endsMs = trial.endsMs else { throw ToolFailure.wrongReply }
        let left = trial.left.map { ", in " + TimeText.text(ofMilliseconds: $0.wholeMilliseconds) } ?? ""
        call.output.show(trial, line: "\(product): the trial ends at \(UTCTime.text(ofMs: endsMs))\(left)")
    }
}

/// `licence restore`: verifies all kept licences of a subject once more.
struct LicenceRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Verify all your licences that the daemon keeps once more.",
        discussion: "Example: deeplinkctl licence restore")

    @OptionGroup var call: SubjectCallOptions

    func run() throws {
        let client = try call.client()
        let parameters = try client.parameters(
            of: RestoreLicences { ($0.subject, $0.languages) = (call.subject, LanguageList.ofSession.texts) })
        let report = try RestoreReport(reply: parameters)
        call.output.show(parameters) {
            let codes = report.codes.isEmpty ? "" : " (\(report.codes.joined(separator: ", ")))"
            Output.line(
                "\(report.kept) licences kept: \(report.verified) verified, \(report.older) of them replaced by newer ones, "
                    + "\(report.rejected) rejected\(codes)")
            PurchaseText.show(report.purchases, call.output)
        }
    }
}
