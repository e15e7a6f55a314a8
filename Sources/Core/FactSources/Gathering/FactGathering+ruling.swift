// Applies an administrator's policy. It is asked about each fact of its kind before the fact's source, and what it
// rules lies over the source's fact and over an operator's setting, in the store too:
//
//     the policy says no               the policy's fact; the source is not asked
//     the policy says nothing          no fact of the policy; the source is asked
//     the policy cannot be read        the policy's fact: unknown, since it may forbid it
//     the policy has not answered      the same

internal import Contract
internal import Features

extension FactGathering {
    /// Whether a policy is asked before a question's source.
    private func isRuled(_ question: FactQuestion) -> Bool { ruling?.policy.kind == question.key.kind }

    /// Puts a table's policy in force; questions that the old one has answered are put again.
    func adoptRuling(of catalogue: FeatureCatalogue) {
        let named = sources.ruling?(catalogue)
        guard ruling?.path != named?.path else { return }
        let old = ruling?.policy
        old?.close()
        ruling = named.map { ($0.path, $0.make()) }
        ruling?.policy.onChange = { [weak self] in self?.policyChanged() }
        unruled = []
        for question in Array(inquiries.questions) where isRuled(question) || old?.kind == question.key.kind {
            inquiries.end(question)
        }
    }

    /// Subjects that a client may be watching are asked for at once, as long as they are few; the others as calls come.
    private func policyChanged() {
        let questions = inquiries.questions.filter(isRuled)
        unruled = []
        if questions.count > Limits.announcedQuestions {
            inquiries.changeSubjects(where: isRuled)
        } else {
            for question in questions { inquiries.change(question, nowMs: nowMs) }
        }
        work()
    }

    /// Asks the policy, and then the source where no rule is about the question.
    func ask(_ question: FactQuestion, _ ticket: UInt64) {
        guard isRuled(question), let ruling else { return askSource(question, ticket) }
        ruling.policy.rule(on: question) { [weak self] reply in
            guard let self, self.ruling?.policy === ruling.policy else { return }
            guard let reply else {
                unruled.insert(question)
                return askSource(question, ticket)
            }
            unruled.remove(question)
            take(.ruled(by: ruling.policy.name, reply), question, ticket)
        }
    }

    /// Puts what the policy says into the store; answers whether there is a policy that may have said something.
    func putPolicy(_ latest: LatestAnswer?, on question: FactQuestion) -> Bool {
        guard !question.key.isOfHost, let subject = question.subject else { return false }
        guard isRuled(question), let ruling, let latest, !unruled.contains(question) else {
            if latest == nil { unruled.remove(question) }
            store.set(policy: nil, on: question.key, of: subject)
            return isRuled(question)
        }
        var ruled = latest
        ruled.ruledBy = ruling.policy.name
        store.set(policy: ruled.fact(for: question.key, from: nil), on: question.key, of: subject)
        return true
    }
}
