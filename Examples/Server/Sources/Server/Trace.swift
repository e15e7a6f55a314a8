import DeepLinkFeatures
import DeepLinkTracing
import InMemoryTracing

/// Opens a link, and prints the spans that it makes; a real program has a tracer that sends them.
func trace(_ url: String, _ dispatcher: Dispatcher) throws {
    let tracer = InMemoryTracer()
    let traced = dispatcher.traceActions(with: tracer)
    _ = try dispatcher.open(url)
    traced.cancel()
    for span in tracer.finishedSpans {
        var code = "-"
        if case .string(let text)? = span.attributes["deeplink.code"]?.toSpanAttribute() { code = text }
        print(span.operationName, code, span.status?.code == .error ? "error" : "ok")
    }
}
