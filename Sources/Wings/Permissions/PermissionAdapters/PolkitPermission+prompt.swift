// polkit's own dialogue: the question of whether a program may do something, with leave to let the user authenticate. An
// agent in the user's session shows it. Without an agent polkit answers at once with a challenge, which is not a refusal:
// the user was not asked.
//
// An action may keep an authentication for some minutes (`auth_self_keep`), or ask for one each time (`auth_self`). After one
// of the latter polkit, asked again, would want another. So its yes to the dialogue counts as its next answers do: for a
// second, or until polkit says that something has changed.

internal import Contract
internal import FactSources
internal import Features
internal import HostSystem
internal import SystemBus

extension PolkitPermission: SourcePrompter {
    func request(
        of process: CallerProcess, explaining usage: String?, reply: @escaping (PromptResult) -> Void
    ) -> UInt64? {
        guard process.processID > 0 else {
            reply(.failed("polkit cannot judge the program: it runs in a process namespace of its own."))
            return nil
        }
        lastPrompt += 1
        let number = lastPrompt
        // polkit keeps these names apart by the connection that they come from, which all actions share.
        let prompt = Prompt(name: "\(action)#\(number)", reply: reply)
        prompts[number] = prompt
        show(number, prompt, of: process, explaining: usage)
        return prompts[number] == nil ? nil : number
    }

    /// Has polkit show a dialogue, with a text of the table if polkit takes one.
    ///
    /// polkit takes texts from root alone, and from those that an action names as its owners. It refuses others before it
    /// asks the person, so they ask again without.
    private func show(_ number: UInt64, _ prompt: Prompt, of process: CallerProcess, explaining usage: String?) {
        // A flow ends its question before that.
        let deadline = Limits.humanPace + Limits.flowWork
        authority.check(action, of: process, cancellation: prompt.name, explaining: usage, deadline: deadline) {
            [weak self] result in
            guard let self, prompts[number] != nil else { return }
            if usage != nil, case .failure(.refused(_, let text, _)) = result, text.hasPrefix("Only trusted callers") {
                return show(number, prompt, of: process, explaining: nil)
            }
            prompts[number] = nil
            if case .failure(.late) = result { authority.cancel(prompt.name) }
            prompt.reply(take(result, of: process))
        }
    }

    func cancel(_ number: UInt64) {
        if let prompt = prompts.removeValue(forKey: number) { authority.cancel(prompt.name) }
    }

    /// Closes all dialogues, where a new table does not ask polkit any more: what it asks instead says how it goes on.
    func closePrompts() {
        let open = prompts.sorted { $0.key < $1.key }
        prompts = [:]
        for (_, prompt) in open {
            authority.cancel(prompt.name)
            prompt.reply(.asked)
        }
    }

    private func take(_ result: Result<PolkitAuthority.Verdict, BusError>, of process: CallerProcess) -> PromptResult {
        guard !process.hasEnded() else { return .failed("The program that polkit was asked about has ended.") }
        switch result {
        case .success(let verdict) where verdict.isAuthorised:
            keepGrant(to: process.userID)
            return .asked
        case .success(let verdict): return verdict.isChallenge ? .noAgent : .denied
        case .failure(let error):
            if case .status(_, let note?) = Self.answer(to: error, isKnown: authority.isKnown) { return .failed(note) }
            return .failed(error.sentence(about: "polkit"))
        }
    }
}
