// MARK: io.deeplinkd.Purchases

extension Method {
    package static let ingest = Method(
        "Ingest", of: .purchases, request: .ingest(items: []), reply: .report(IngestReport()),
        """
        Takes signed licences, each as a compact JWS of an issuer that the table declares, and answers what became of each
        once the accepted ones are on the disk. At most 64 licences and 256 KiB in one call. It takes a ledger: without one
        the call is NotKept.
        """)
    package static let products = Method(
        "Products", of: .purchases, request: .products, reply: .report(ProductsReport()),
        "Lists the products of the table in force. Those of hidden features alone are listed for operators.")
    package static let purchases = Method(
        "Status", of: .purchases, request: .purchases(), reply: .report(PurchasesReport()),
        "Tells what you have of each product, until when, and how that is known.")
    package static let restore = Method(
        "Restore", of: .purchases, request: .restore(), reply: .report(RestoreReport()),
        "Verifies all licences of yours that are kept once more, with the keys of the table in force.")
    package static let watchPurchases = Method(
        "Watch", of: .purchases, isStreaming: true, request: .watchPurchases(), reply: .report(PurchasesReport()),
        """
        Tells what you have of each product now, and again what has changed, at most ten times a second. Call it with more.
        Changes that come faster, or that you do not read in time, are put into one answer.
        """)
    package static let startTrial = Method(
        "StartTrial", of: .purchases, request: .startTrial(product: ""), reply: .report(TrialReport()),
        """
        Starts the trial that the table offers for a product. Each subject has one trial of a product for ever: a second call
        is NotKept with trial.used, also with a changed table. While the product is granted already, the call is NotKept
        with trial.needless, and the trial can still be started later. Of a product without a trial it is NotKept with
        trial.notOffered. Users start their own, delegates those of accounts, and operators all. The answer comes when the
        start is on the disk.
        """)
}
