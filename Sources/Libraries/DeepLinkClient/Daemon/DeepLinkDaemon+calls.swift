internal import Contract

// Any method of the daemon, also one that this library has no call for.

extension DeepLinkDaemon {
    /// Calls a method by its name, and gives the parameters of its reply.
    ///
    /// ```swift
    /// let info = try await daemon.call("org.varlink.service.GetInfo")
    /// print(info["version"]?.text ?? "")
    /// ```
    ///
    /// The description of each interface lists its methods, their parameters and their errors.
    ///
    /// - Throws: ``DeepLinkError``: an error of the method is ``DeepLinkError/refused(name:parameters:)``, unless this library
    ///   has a case for it.
    public func call(
        _ method: String, parameters: [String: Value] = [:]
    ) async throws(DeepLinkError) -> Value {
        try await driver.ask(.call(method, parameters))
    }

    /// Calls a method by its name, and calls back.
    @discardableResult
    public func call(
        _ method: String, parameters: [String: Value] = [:], completion: @escaping Completion<Value>
    ) -> DeepLinkCall {
        driver.ask(.call(method, parameters), completion)
    }

    /// Calls a method by its name, and gives the parameters of its reply as a value of a type.
    ///
    /// ```swift
    /// struct Cleared: Decodable, Sendable { let answers: Int; let bytes: Int }
    /// let cleared = try await daemon.call("io.deeplinkd.Monitor.ClearCache", as: Cleared.self)
    /// ```
    ///
    /// - Throws: ``DeepLinkError``; `DecodingError` if the reply is not of that type.
    public func call<Answer: Decodable & Sendable>(
        _ method: String, parameters: [String: Value] = [:], as type: Answer.Type
    ) async throws -> Answer {
        try await call(method, parameters: parameters).decoded(as: type)
    }

    /// Calls a method by its name, and calls back with the parameters of its reply as a value of a type.
    @discardableResult
    public func call<Answer: Decodable & Sendable>(
        _ method: String, parameters: [String: Value] = [:], as type: Answer.Type,
        completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) -> DeepLinkCall {
        call(method, parameters: parameters) { reply in completion(Result { try reply.get().decoded(as: type) }) }
    }

    /// Calls a method that replies many times, and gives the parameters of each reply.
    ///
    /// ```swift
    /// for try await part in daemon.replies(to: "io.deeplinkd.Monitor.Backup") {
    ///     print(part["bytes"]?.text?.count ?? 0, "of", part["size"]?.int ?? 0)
    /// }
    /// ```
    ///
    /// The sequence ends with the last reply. A lost connection ends it with ``DeepLinkError/connectionLost(path:)``, because
    /// only the caller knows how to go on.
    public func replies(to method: String, parameters: [String: Value] = [:]) -> Notices<Value> {
        let request = Request(method: method, parameters: parameters)
        return Notices(StreamHandle(driver, .init(once: request)), replies: { $0 })
    }

    /// Calls a method that replies many times, and calls back with the parameters of each reply.
    ///
    /// Behind the last reply there is no call. Keep what is returned: its end ends the call.
    public func replies(
        to method: String, parameters: [String: Value] = [:], handler: @escaping Completion<Value>
    ) -> Notices<Value> {
        replies(to: method, parameters: parameters).forEach(handler)
    }
}

extension Question<Value> {
    fileprivate static func call(_ method: String, _ parameters: [String: Value]) -> Self {
        Self(Request(method: method, parameters: parameters)) { $0 }
    }
}
