// The administrator's policy is asked about each permission before its source, and what it rules lies over the source's fact
// and over an operator's setting, in the store too:
//
//     the policy says deny             the policy's fact: denied; the source is not asked
//     the policy says nothing          no fact of the policy; the source is asked
//     the policy cannot be read        the policy's fact: unknown, since it may forbid the permission
//     the policy has not answered      the same

internal import Contract
internal import Features

extension FactGathering {
    /// Puts a table's policy in force; questions that the old one has answered are put again.
    func adopt(policy path: String?) {
        guard ruling?.path != path else { return }
        ruling?.policy.close()
        ruling = path.map { path in (path, sources.policy?(path) ?? MissingPolicy(path: path)) }
        ruling?.policy.onChange = { [weak self] in self?.policyChanged() }
        unruled = []
        for question in Array(inquiries.questions) where question.key.kind == .permission { inquiries.end(question) }
    }

    /// Subjects that a client may be watching are asked for at once, as long as they are few; the others as calls come.
    private func policyChanged() {
        let questions = inquiries.questions.filter { $0.key.kind == .permission }
        unruled = []
        if questions.count > Limits.announcedQuestions {
            inquiries.changeSubjects { $0.key.kind == .permission }
        } else {
            for question in questions { inquiries.change(question, nowMs: nowMs) }
        }
        work()
    }

    /// What a verdict replies in the source's place; nil where the source is to be asked.
    func reply(of verdict: PermissionVerdict, to question: FactQuestion) -> SourceReply? {
        let name = ruling?.policy.name ?? ""
        unruled.remove(question)
        switch verdict {
        case .ruled(let status, let sentence):
            return .ruled(by: name, .facts([question.key: .permission(status)], note: sentence))
        case .undetermined(let reason): return .ruled(by: name, .undetermined(reason: reason))
        case .open:
            unruled.insert(question)
            return nil
        }
    }

    /// Puts what the policy says into the store; answers whether there is a policy that may have said something.
    func putPolicy(_ latest: LatestAnswer?, on question: FactQuestion) -> Bool {
        guard question.key.kind == .permission, let subject = question.subject else { return false }
        guard let ruling, let latest, !unruled.contains(question) else {
            if latest == nil { unruled.remove(question) }
            store.set(policy: nil, on: question.key, of: subject)
            return ruling != nil
        }
        var ruled = latest
        ruled.ruledBy = ruling.policy.name
        store.set(policy: ruled.fact(for: question.key, from: nil), on: question.key, of: subject)
        return true
    }
}
