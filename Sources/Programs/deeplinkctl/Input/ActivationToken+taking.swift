internal import Contract
internal import HostSystem

extension ActivationToken {
    /// Takes the token out of this process's environment: it is for the app that gets the link, and not for a program that
    /// this process starts.
    static func take() -> String? {
        let token = first(in: HostFacts.environment)
        ProcessSetup.removeVariables(variables)
        return token
    }
}
