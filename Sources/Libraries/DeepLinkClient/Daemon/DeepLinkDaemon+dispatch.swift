public import Contract

// MARK: Performing

extension DeepLinkDaemon {
    /// Opens a URL: matches it, verifies the feature that owns its action, and performs the action.
    ///
    /// - Throws: ``DeepLinkError``; an outcome of any class is no error. A cancelled task stops the action.
    public func open(
        _ url: String, options: CallOptions = CallOptions()
    ) async throws(DeepLinkError) -> Outcome {
        try await driver.ask(options.open(Target(url: url)))
    }

    /// Opens a URL, and calls back.
    @discardableResult
    public func open(
        _ url: String, options: CallOptions = CallOptions(), completion: @escaping Completion<Outcome>
    ) -> DeepLinkCall {
        driver.ask(options.open(Target(url: url)), completion)
    }

    /// Performs an action by its name, with the inputs that a link could bring it.
    ///
    /// ```swift
    /// try await daemon.perform("Playback.play", inputs: ["episode": 7])
    /// ```
    ///
    /// - Parameters:
    ///   - action: feature, dot, action; the feature by its path, or by its last name where that is unique.
    ///   - inputs: by their names.
    ///   - options: whose facts count, and how long it may take.
    /// - Throws: as ``open(_:options:)``.
    public func perform(
        _ action: String, inputs: [String: Value] = [:], options: CallOptions = CallOptions()
    ) async throws(DeepLinkError) -> Outcome {
        try await driver.ask(options.open(Target(action: action, inputs: inputs)))
    }

    /// Performs an action by its name, and calls back.
    @discardableResult
    public func perform(
        _ action: String, inputs: [String: Value] = [:], options: CallOptions = CallOptions(),
        completion: @escaping Completion<Outcome>
    ) -> DeepLinkCall {
        driver.ask(options.open(Target(action: action, inputs: inputs)), completion)
    }
}

// MARK: Explaining

extension DeepLinkDaemon {
    /// Gives the outcome that ``open(_:options:)`` would have at this moment, and performs nothing.
    ///
    /// - Parameters:
    ///   - url: the link.
    ///   - subject: whose facts count; nil for the caller's own.
    public func explain(_ url: String, subject: String? = nil) async throws(DeepLinkError) -> LinkExplanation {
        try await driver.ask(LinkExplanation.question(Target(url: url), subject))
    }

    /// Explains a URL, and calls back.
    @discardableResult
    public func explain(
        _ url: String, subject: String? = nil, completion: @escaping Completion<LinkExplanation>
    ) -> DeepLinkCall {
        driver.ask(LinkExplanation.question(Target(url: url), subject), completion)
    }

    /// Gives the outcome that ``perform(_:inputs:options:)`` would have at this moment, and performs nothing.
    public func explain(
        action: String, inputs: [String: Value] = [:], subject: String? = nil
    ) async throws(DeepLinkError) -> LinkExplanation {
        try await driver.ask(LinkExplanation.question(Target(action: action, inputs: inputs), subject))
    }

    /// Explains an action by its name, and calls back.
    @discardableResult
    public func explain(
        action: String, inputs: [String: Value] = [:], subject: String? = nil,
        completion: @escaping Completion<LinkExplanation>
    ) -> DeepLinkCall {
        driver.ask(LinkExplanation.question(Target(action: action, inputs: inputs), subject), completion)
    }
}

// MARK: Verifying

extension DeepLinkDaemon {
    /// Matches and verifies like ``open(_:options:)``, and performs nothing yet.
    ///
    /// ```swift
    /// let verification = try await daemon.verify("podcast://clips/new")
    /// guard let link = verification.link else { return print(verification.outcome) }
    /// let outcome = try await link.perform()
    /// ```
    public func verify(_ url: String, subject: String? = nil) async throws(DeepLinkError) -> LinkVerification {
        let call = DeepLinkCall(driver)
        return try await driver.ask(LinkVerification.question(Target(url: url), subject, driver, call), as: call)
    }

    /// Verifies a URL, and calls back.
    @discardableResult
    public func verify(
        _ url: String, subject: String? = nil, completion: @escaping Completion<LinkVerification>
    ) -> DeepLinkCall {
        let call = DeepLinkCall(driver)
        return driver.ask(LinkVerification.question(Target(url: url), subject, driver, call), as: call, completion)
    }

    /// Verifies an action by its name, and performs nothing yet.
    public func verify(
        action: String, inputs: [String: Value] = [:], subject: String? = nil
    ) async throws(DeepLinkError) -> LinkVerification {
        let (call, target) = (DeepLinkCall(driver), Target(action: action, inputs: inputs))
        return try await driver.ask(LinkVerification.question(target, subject, driver, call), as: call)
    }

    /// Verifies an action by its name, and calls back.
    @discardableResult
    public func verify(
        action: String, inputs: [String: Value] = [:], subject: String? = nil,
        completion: @escaping Completion<LinkVerification>
    ) -> DeepLinkCall {
        let (call, target) = (DeepLinkCall(driver), Target(action: action, inputs: inputs))
        return driver.ask(LinkVerification.question(target, subject, driver, call), as: call, completion)
    }
}

extension Target {
    /// An action by its name, with inputs in the order of their names.
    init(action: String, inputs: [String: Value]) {
        self.init(action: action, inputs: inputs.sorted { $0.key < $1.key }.map { Value.Member($0.key, $0.value) })
    }
}
