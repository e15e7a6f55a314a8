// Spans of what a dispatcher performs. The package swift-distributed-tracing is a dependency only for programs that switch the
// trait on; for all others it is not even fetched, and this target is empty.

#if Tracing
    public import DeepLinkFeatures
    public import Tracing

    extension Dispatcher {
        /// Makes a span of each performance of an action, and of each request that is refused, with the tracer of the program.
        ///
        /// ```swift
        /// let traced = dispatcher.traceActions()   // keep it: its end is the end of the spans
        /// ```
        ///
        /// A span is named `Podcasts/Playback.play`, is inside the span of the task that performs the action, and has the
        /// attributes `deeplink.feature`, `deeplink.action`, `deeplink.code`, for links `deeplink.route`, and
        /// `deeplink.input.NAME` for each input that may be shown. It is an error where the action is refused or fails.
        ///
        /// The dependency of the program on this package has the trait: `traits: ["Tracing"]`.
        public func traceActions() -> ActionObservation { traceActions(with: InstrumentationSystem.tracer) }

        /// Makes spans with a tracer of its own.
        public func traceActions<SomeTracer: Tracer>(with tracer: SomeTracer) -> ActionObservation {
            let spans = OpenSpans(tracer)
            return observeActions { spans.take($0) }
        }
    }

    /// The spans of performances that have begun and not ended.
    ///
    /// *Owner/thread*: the dispatcher's.
    private final class OpenSpans<SomeTracer: Tracer> {
        private let tracer: SomeTracer
        private var spans: [UInt64: SomeTracer.Span] = [:]

        init(_ tracer: SomeTracer) { self.tracer = tracer }

        /// Begins a span, or ends one.
        func take(_ event: ActionEvent) {
            switch event.stage {
            case .granted: break
            case .refused(let code): end(begun(event), code)
            case .began: spans[event.number] = begun(event)
            case .ended(let code, _):
                if let span = spans.removeValue(forKey: event.number) { end(span, code) }
            }
        }

        private func begun(_ event: ActionEvent) -> SomeTracer.Span {
            let span = tracer.startSpan("\(event.feature).\(event.action)")
            span.attributes["deeplink.feature"] = event.feature
            span.attributes["deeplink.action"] = event.action
            if let route = event.route { span.attributes["deeplink.route"] = route }
            for (name, value) in event.inputs { span.attributes["deeplink.input.\(name)"] = value }
            return span
        }

        private func end(_ span: SomeTracer.Span, _ code: String) {
            span.attributes["deeplink.code"] = code
            if !code.hasPrefix("ok.") { span.setStatus(SpanStatus(code: .error, message: code)) }
            span.end()
        }
    }
#endif
