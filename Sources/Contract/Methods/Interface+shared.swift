extension Interface {
    /// The types that both `io.deeplinkd.Dispatch` and `io.deeplinkd.Features` declare.
    static let constraintTypes = """
        # How the evaluation of one constraint ended.
        type ConstraintStatus (
            # It is met.
            satisfied,
            # It is definitely not met; the request is blocked.
            unsatisfied,
            # Nobody could say in time; ask again later.
            undetermined,
            # It is about another platform and counts for nothing here.
            inactive
        )

        # Who can carry out a remedy.
        type Actor (
            # The program that sent the request.
            client,
            # The person in front of it.
            user,
            # Somebody else whom the user can only wait for, such as a parent who approves a purchase.
            thirdPerson,
            # Who runs this machine.
            administrator,
            # Who wrote the client or the action.
            developer,
            # Nobody: the condition is a fact of this machine.
            nobody
        )

        # One step that could lift a constraint.
        type Remedy (
            # What is to be done: purchase, restorePurchases, updatePayment, resumeSubscription, requestPermissions,
            # openSettings, contactAdministrator, contactVendor, enableToggle, enableRuntime, hideEntryPoint,
            # upgradePlatform or wait. More may come; show the message for those you do not know.
            kind: string,
            # Who can do it.
            actor: Actor,
            # What it is to be done with, such as the products to buy or the permissions to ask for.
            arguments: ?object,
            # The id of the constraint that must be met first. Do not offer a remedy that has this field.
            withheldBecause: ?string
        )

        # What an answer about a constraint rests on.
        type Evidence (
            # Where it came from: table for a declared default, kernel, host, ledger, memory, override or another source's
            # name, as file:/run/app/switch. Anyone but operators is told the source's kind: file or varlink.
            source: string,
            # When it was true, in milliseconds since 1970 UTC; absent where the answer has no age of its own. Of a platform
            # and of a switch that a file or a service keeps, only operators are told.
            asOfMs: ?int,
            # live, cached, or stale where the source does not answer at the moment; absent as above.
            freshness: ?string,
            # true where somebody put the fact in the place of what its source says.
            override: ?bool,
            # Why the source has no answer, or none newer than this, in words for people; absent where it has. Anyone but
            # operators is told no more than that it did not answer.
            fault: ?string
        )

        # What the evaluation of one constraint came to.
        type ConstraintReport (
            # Kind and subject, unique among the constraints of one feature: permission:location.whenInUse.
            id: string,
            # platform, runtime, caller, permission, toggle or purchase.
            kind: string,
            # What the constraint is about: a platform, a feature, a caller rule, a permission, a product.
            subject: string,
            # The path of the feature above that declared it; absent where the feature itself did.
            inheritedFrom: ?string,
            # How the evaluation ended.
            status: ConstraintStatus,
            # One word to switch on: denied, off, expired, undeterminable and others.
            reason: string,
            # The code that this constraint alone would give the request; only with status unsatisfied.
            code: ?string,
            # What the answer rests on.
            evidence: Evidence,
            # What would lift it, best first; none where nothing would.
            remedies: ?[]Remedy
        )
        """
}
