// polkit's own dialogue: the question of whether a program may do something, with leave to let the user authenticate. An
// agent in the user's session shows it. Without an agent polkit answers at once with a challenge, which is not a refusal:
// the user was not asked.

internal import FactSources
internal import SystemBus

extension PolkitPermission: PermissionPrompter {
    func request(
        of process: CallerProcess, deadline: Duration, reply: @escaping (PromptAnswer) -> Void
    ) -> UInt64? {
        lastPrompt += 1
        let number = lastPrompt
        // polkit keeps these names apart by the connection that they come from.
        prompts[number] = "prompt-\(number)"
        authority.check(action, of: process, cancellation: prompts[number], deadline: deadline) { [weak self] result in
            guard let self, let name = prompts.removeValue(forKey: number) else { return }
            if case .failure(.late) = result { authority.cancel(name) }
            let hasEnded = process.hasEnded()
            reply(hasEnded ? .failed(reason: "the program that polkit was asked about has ended") : answer(to: result))
        }
        return prompts[number] == nil ? nil : number
    }

    func cancel(_ number: UInt64) {
        if let name = prompts.removeValue(forKey: number) { authority.cancel(name) }
    }

    private func answer(to result: Result<PolkitAuthority.Verdict, BusError>) -> PromptAnswer {
        switch result {
        case .success(let verdict) where verdict.isAuthorised: .decided
        case .success(let verdict) where verdict.isDismissed: .dismissed
        case .success(let verdict): verdict.isChallenge ? .noAgent : .decided
        case .failure(let error): .failed(reason: "polkit: \(error)")
        }
    }
}
