/// The interface descriptions without comments and empty lines, written down: what clients were compiled against stays.
import ChannelWire
import PermissionWire
import PurchaseWire

enum DeclaredInterfaces {
    static let texts = Dictionary(
        uniqueKeysWithValues: [
            dispatch, features, permissions, purchases, channels, monitor, systemMetrics, service,
        ].map { text in
            (String(text.prefix { $0 != "\n" }.dropFirst("interface ".count)), text)
        })

    private static let dispatch = """
        interface io.deeplinkd.Dispatch
        type OutcomeClass (
            ok,
            rejected,
            blocked,
            pending,
            failed,
            unknown
        )
        type ConstraintStatus (
            satisfied,
            unsatisfied,
            undetermined,
            inactive
        )
        type Actor (
            client,
            user,
            thirdPerson,
            administrator,
            developer,
            nobody
        )
        type Remedy (
            kind: string,
            actor: Actor,
            message: string,
            arguments: ?object,
            withheldBecause: ?string
        )
        type IgnoredKey (
            key: string,
            reason: string
        )
        type Evidence (
            source: string,
            asOfMs: ?int,
            freshness: ?string,
            override: ?bool,
            fault: ?string,
            note: ?string
        )
        type ConstraintReport (
            id: string,
            kind: string,
            subject: string,
            inheritedFrom: ?string,
            status: ConstraintStatus,
            reason: string,
            code: ?string,
            evidence: Evidence,
            remedies: ?[]Remedy
        )
        type Rejection (
            rule: ?string,
            component: ?string,
            offset: ?int,
            limit: ?int,
            amount: ?int,
            retryAfterMs: ?int,
            route: ?string,
            key: ?string,
            expected: ?string,
            nearest: ?string,
            failure: ?string
        )
        type Exit (
            code: ?int,
            signal: ?int
        )
        type Stream (
            text: string,
            bytes: int,
            truncated: bool
        )
        type Decoding (
            path: string,
            expected: string,
            found: string
        )
        type Execution (
            kind: string,
            durationMs: int,
            exit: ?Exit,
            stdout: ?Stream,
            stderr: ?Stream,
            error: ?string,
            channel: ?string,
            subscribers: ?int,
            reason: ?string,
            service: ?string,
            method: ?string,
            status: ?int,
            attempts: ?int,
            retryAfterMs: ?int,
            app: ?string,
            unit: ?string,
            job: ?string,
            unitResult: ?string,
            errorName: ?string,
            details: ?string,
            decoding: ?Decoding,
            effect: ?string
        )
        type Cached (
            ageMs: int,
            stale: bool
        )
        type Instead (
            outcomeId: ?string,
            feature: string,
            action: string,
            code: string,
            message: string
        )
        type Timings (
            parseNs: int,
            matchNs: int,
            verifyNs: int
        )
        type Outcome (
            outcomeId: ?string,
            class: OutcomeClass,
            code: string,
            message: string,
            url: ?string,
            route: ?string,
            feature: ?string,
            title: ?string,
            action: ?string,
            parameters: ?object,
            ignored: ?[]IgnoredKey,
            primary: ?string,
            constraints: ?[]ConstraintReport,
            remedies: ?[]Remedy,
            rejection: ?Rejection,
            execution: ?Execution,
            result: ?object,
            text: ?string,
            cached: ?Cached,
            instead: ?Instead,
            interceptors: ?[]string,
            via: ?[]string,
            replayed: ?bool,
            tableRevision: ?string,
            stateRevision: ?string,
            timings: ?Timings
        )
        type ExplainedChannel (
            name: string,
            kind: string,
            durable: bool,
            hearers: []string,
            starts: ?[]string
        )
        type Candidate (
            route: string,
            pattern: ?string,
            feature: string,
            action: string,
            failure: ?string,
            segment: ?int,
            key: ?string,
            because: ?string
        )
        method Open(
            url: ?string,
            timings: ?bool,
            subject: ?string,
            idempotencyKey: ?string,
            deadlineMs: ?int,
            action: ?string,
            inputs: ?object,
            activationToken: ?string,
            waitMs: ?int,
            traceparent: ?string,
            hops: ?int,
            with: ?string,
            languages: ?[]string
        ) -> (
            outcome: Outcome
        )
        method Verify(
            url: ?string,
            subject: ?string,
            action: ?string,
            inputs: ?object,
            languages: ?[]string
        ) -> (
            outcome: Outcome,
            binding: ?string,
            expiresAfterMs: ?int
        )
        method Perform(
            binding: string,
            languages: ?[]string
        ) -> (
            outcome: Outcome
        )
        method Explain(
            url: ?string,
            candidates: ?bool,
            subject: ?string,
            action: ?string,
            inputs: ?object,
            facts: ?[]string,
            languages: ?[]string
        ) -> (
            outcome: Outcome,
            arguments: ?[]string,
            channel: ?ExplainedChannel,
            call: ?[]string,
            spends: ?[]string,
            candidates: ?[]Candidate
        )
        method Link(
            route: string,
            parameters: ?object,
            scope: ?string
        ) -> (
            url: string
        )
        error NotBuilt (
            code: string,
            message: string,
            help: string,
            parameter: ?string,
            url: ?string
        )
        """

    private static let features = """
        interface io.deeplinkd.Features
        type Availability (
            available,
            blocked,
            pending
        )
        type ConstraintStatus (
            satisfied,
            unsatisfied,
            undetermined,
            inactive
        )
        type Actor (
            client,
            user,
            thirdPerson,
            administrator,
            developer,
            nobody
        )
        type Remedy (
            kind: string,
            actor: Actor,
            message: string,
            arguments: ?object,
            withheldBecause: ?string
        )
        type ToggleState (
            on,
            off,
            unset,
            unknown
        )
        type Evidence (
            source: string,
            asOfMs: ?int,
            freshness: ?string,
            override: ?bool,
            fault: ?string,
            note: ?string
        )
        type ConstraintReport (
            id: string,
            kind: string,
            subject: string,
            inheritedFrom: ?string,
            status: ConstraintStatus,
            reason: string,
            code: ?string,
            evidence: Evidence,
            remedies: ?[]Remedy
        )
        type Feature (
            path: string,
            name: string,
            parent: ?string,
            title: ?string,
            description: ?string,
            hidden: ?bool,
            status: Availability,
            code: ?string,
            primary: ?string,
            toggle: ?ToggleState,
            constraints: ?[]ConstraintReport,
            actions: []string,
            routes: []string,
            unlisted: ?int
        )
        method List(
            subject: ?string,
            after: ?string,
            languages: ?[]string
        ) -> (
            features: []Feature,
            next: ?string
        )
        method Describe(
            feature: string,
            subject: ?string,
            languages: ?[]string
        ) -> (
            feature: Feature
        )
        method Watch(
            subject: ?string,
            languages: ?[]string
        ) -> (
            features: []Feature,
            removed: []string
        )
        method SetToggle(
            feature: string,
            on: ?bool,
            subject: ?string
        ) -> (
            durable: bool
        )
        method SetRuntime(
            feature: string,
            on: ?bool
        ) -> (
            durable: bool
        )
        error NotKept (
            code: string,
            reason: string
        )
        """

    private static let purchases = """
        interface io.deeplinkd.Purchases
        type IngestResult (
            accepted,
            duplicate,
            older,
            rejected
        )
        type ProductChange (
            product: string,
            before: string,
            after: string
        )
        type IngestedLicence (
            result: IngestResult,
            code: ?string,
            reason: ?string,
            issuer: ?string,
            id: ?string,
            products: ?[]ProductChange
        )
        type Product (
            id: string,
            title: string,
            kind: string,
            price: ?string,
            trialMs: ?int,
            buy: ?string,
            issuers: ?[]string
        )
        type Evidence (
            source: string,
            asOfMs: ?int,
            freshness: ?string,
            override: ?bool,
            fault: ?string,
            note: ?string
        )
        type Licence (
            issuer: string,
            keyId: string,
            id: string,
            issuedMs: int,
            receivedMs: int
        )
        type Trial (
            lengthMs: ?int,
            startedMs: ?int,
            endsMs: ?int,
            leftMs: ?int
        )
        type Purchase (
            product: string,
            title: string,
            state: string,
            entitles: ?bool,
            endsMs: ?int,
            graceEndsMs: ?int,
            units: ?int,
            reserved: ?int,
            nextBoundaryMs: ?int,
            evidence: ?Evidence,
            licence: ?Licence,
            trial: ?Trial
        )
        type ReservedUnits (
            product: string,
            units: int
        )
        type Reservation (
            outcomeId: string,
            startedMs: int,
            uid: int,
            subject: string,
            feature: string,
            action: string,
            units: []ReservedUnits
        )
        method SetPurchase(
            product: string,
            state: ?string,
            endsMs: ?int,
            units: ?int,
            subject: ?string
        ) -> (
            durable: bool
        )
        method Ingest(
            items: []string,
            subject: ?string
        ) -> (
            items: []IngestedLicence,
            stateRevision: string
        )
        method Products(
            languages: ?[]string
        ) -> (
            products: []Product
        )
        method Status(
            product: ?string,
            subject: ?string,
            languages: ?[]string
        ) -> (
            purchases: []Purchase,
            removed: ?[]string
        )
        method Restore(
            subject: ?string,
            languages: ?[]string
        ) -> (
            kept: int,
            verified: int,
            older: int,
            rejected: int,
            codes: ?[]string,
            purchases: []Purchase
        )
        method Watch(
            subject: ?string,
            languages: ?[]string
        ) -> (
            purchases: []Purchase,
            removed: ?[]string
        )
        method StartTrial(
            product: string,
            subject: ?string
        ) -> (
            lengthMs: ?int,
            startedMs: ?int,
            endsMs: ?int,
            leftMs: ?int
        )
        method Reservations() -> (
            reservations: []Reservation
        )
        method Decide(
            outcomeId: string,
            spent: bool
        ) -> (
            decided: bool
        )
        error NotKept (
            code: string,
            reason: string
        )
        """

    private static let channels = """
        interface io.deeplinkd.Channels
        type AcknowledgementResult (
            performed,
            failed
        )
        type Link (
            delivery: ?string,
            acknowledgeWithinMs: ?int,
            redelivered: bool,
            uid: int,
            route: ?string,
            feature: string,
            action: string,
            inputs: object,
            url: ?string,
            activationToken: ?string,
            traceparent: ?string
        )
        type Channel (
            name: string,
            kind: string,
            durable: bool,
            hearsAll: bool,
            hearers: []string,
            subscribers: int,
            waiting: int,
            kept: int
        )
        method Subscribe(
            channel: string,
            after: ?int
        ) -> (
            sequence: int,
            link: ?Link,
            missed: ?int
        )
        method Acknowledge(
            delivery: string,
            result: AcknowledgementResult,
            reason: ?string
        ) -> ()
        method List() -> (
            channels: []Channel
        )
        method Clear(
            channel: string,
            subject: ?string
        ) -> (
            cleared: int
        )
        error NoChannel (
            nearest: ?string
        )
        error TooManySubscriptions (
            limit: int
        )
        error SubscriptionEnded (
            code: string
        )
        error UnknownDelivery ()
        """

    private static let permissions = """
        interface io.deeplinkd.Permissions
        type FlowEvent (
            began,
            asking,
            answered,
            completed
        )
        type PermissionAnswer (
            asked,
            granted,
            denied,
            skip,
            cancel
        )
        type Pace (
            machine,
            human
        )
        type OutcomeClass (
            ok,
            rejected,
            blocked,
            pending,
            failed,
            unknown
        )
        type Actor (
            client,
            user,
            thirdPerson,
            administrator,
            developer,
            nobody
        )
        type Remedy (
            kind: string,
            actor: Actor,
            message: string,
            arguments: ?object,
            withheldBecause: ?string
        )
        type Question (
            permission: string,
            by: string,
            title: string,
            usage: ?string,
            feature: ?string,
            action: ?string,
            inputs: ?object
        )
        type Completion (
            end: string,
            granted: []string,
            skipped: []string,
            outstanding: []string,
            code: ?string,
            message: string,
            retryAfterMs: ?int
        )
        type IgnoredKey (
            key: string,
            reason: string
        )
        type ConstraintStatus (
            satisfied,
            unsatisfied,
            undetermined,
            inactive
        )
        type Evidence (
            source: string,
            asOfMs: ?int,
            freshness: ?string,
            override: ?bool,
            fault: ?string,
            note: ?string
        )
        type ConstraintReport (
            id: string,
            kind: string,
            subject: string,
            inheritedFrom: ?string,
            status: ConstraintStatus,
            reason: string,
            code: ?string,
            evidence: Evidence,
            remedies: ?[]Remedy
        )
        type Rejection (
            rule: ?string,
            component: ?string,
            offset: ?int,
            limit: ?int,
            amount: ?int,
            retryAfterMs: ?int,
            route: ?string,
            key: ?string,
            expected: ?string,
            nearest: ?string,
            failure: ?string
        )
        type Exit (
            code: ?int,
            signal: ?int
        )
        type Stream (
            text: string,
            bytes: int,
            truncated: bool
        )
        type Decoding (
            path: string,
            expected: string,
            found: string
        )
        type Execution (
            kind: string,
            durationMs: int,
            exit: ?Exit,
            stdout: ?Stream,
            stderr: ?Stream,
            error: ?string,
            channel: ?string,
            subscribers: ?int,
            reason: ?string,
            service: ?string,
            method: ?string,
            status: ?int,
            attempts: ?int,
            retryAfterMs: ?int,
            app: ?string,
            unit: ?string,
            job: ?string,
            unitResult: ?string,
            errorName: ?string,
            details: ?string,
            decoding: ?Decoding,
            effect: ?string
        )
        type Cached (
            ageMs: int,
            stale: bool
        )
        type Instead (
            outcomeId: ?string,
            feature: string,
            action: string,
            code: string,
            message: string
        )
        type Timings (
            parseNs: int,
            matchNs: int,
            verifyNs: int
        )
        type Outcome (
            outcomeId: ?string,
            class: OutcomeClass,
            code: string,
            message: string,
            url: ?string,
            route: ?string,
            feature: ?string,
            title: ?string,
            action: ?string,
            parameters: ?object,
            ignored: ?[]IgnoredKey,
            primary: ?string,
            constraints: ?[]ConstraintReport,
            remedies: ?[]Remedy,
            rejection: ?Rejection,
            execution: ?Execution,
            result: ?object,
            text: ?string,
            cached: ?Cached,
            instead: ?Instead,
            interceptors: ?[]string,
            via: ?[]string,
            replayed: ?bool,
            tableRevision: ?string,
            stateRevision: ?string,
            timings: ?Timings
        )
        type Consent (
            permission: string,
            granted: bool,
            asOfMs: int
        )
        method SetPermission(
            permission: string,
            status: ?string,
            subject: ?string
        ) -> (
            durable: bool
        )
        method Authorise(
            feature: ?string,
            url: ?string,
            action: ?string,
            inputs: ?object,
            pace: ?Pace,
            initiated: ?bool,
            languages: ?[]string
        ) -> (
            event: FlowEvent,
            flow: string,
            feature: ?string,
            questions: ?[]Question,
            question: ?Question,
            answerWithinMs: ?int,
            result: ?string,
            completion: ?Completion,
            outcome: ?Outcome
        )
        method Answer(
            flow: string,
            permission: ?string,
            answer: PermissionAnswer
        ) -> ()
        method List() -> (
            consents: []Consent
        )
        method Withdraw(
            permission: string
        ) -> (
            durable: bool
        )
        error UnknownFlow ()
        error NotAsked ()
        error NotKept (
            code: string,
            reason: string
        )
        """

    private static let monitor = """
        interface io.deeplinkd.Monitor
        type Place (
            file: string,
            line: int,
            column: int,
            note: string
        )
        type Diagnostic (
            code: string,
            severity: string,
            file: string,
            line: int,
            column: int,
            message: string,
            help: ?string,
            witness: ?string,
            related: ?[]Place
        )
        type TableFile (
            name: string,
            revision: string
        )
        type Ledger (
            state: string,
            code: ?string,
            reason: ?string,
            unreadable: ?int,
            aheadMs: ?int,
            intake: ?string
        )
        type OverriddenFact (
            fact: string,
            endsAfterMs: int
        )
        type Source (
            fact: string,
            source: string,
            state: string,
            asOfMs: ?int,
            fault: ?string
        )
        type PackageState (
            name: string,
            file: string,
            state: string,
            errors: int,
            firstError: ?Diagnostic,
            instances: ?string
        )
        type TableState (
            state: string,
            asOfMs: ?int,
            errors: ?int,
            firstError: ?Diagnostic,
            packages: ?[]PackageState,
            warnings: ?int,
            firstWarnings: ?[]Diagnostic,
            withheldBy: ?string
        )
        type Cache (
            answers: int,
            bytes: int
        )
        type InterruptedLink (
            outcomeId: string,
            startedMs: int,
            route: ?string,
            feature: string,
            action: string,
            uid: int,
            subject: ?string
        )
        type Route (
            name: string,
            patterns: []string,
            scopes: []string,
            feature: string,
            action: string,
            unlisted: ?int
        )
        type TableText (
            name: string,
            number: int,
            owner: int,
            package: ?string,
            leftOut: ?bool,
            otherInstance: ?bool,
            text: string
        )
        type HostFinding (
            what: string,
            subject: string,
            verdict: string,
            because: string
        )
        type LedgerTable (
            name: string,
            rows: int
        )
        type LedgerContents (
            file: string,
            ledger: ?string,
            schema: int,
            bytes: int,
            copy: ?bool,
            changedMs: ?int,
            sums: ?bool,
            tables: []LedgerTable,
            verified: ?bool,
            faults: ?[]string
        )
        type AuditRow (
            number: int,
            timeMs: int,
            uid: int,
            pid: ?int,
            unit: ?string,
            program: ?string,
            method: string,
            subject: ?string,
            kind: string,
            name: string,
            old: ?string,
            new: ?string,
            chain: string
        )
        type ShadowedDestination (
            code: ?string,
            route: ?string,
            action: ?string,
            conditions: ?[]string
        )
        type ShadowDifference (
            changed: []string,
            inputs: ?[]string,
            links: int,
            now: ShadowedDestination,
            then: ShadowedDestination,
            example: ?string,
            firstMs: int,
            lastMs: int
        )
        type TimelineEntry (
            number: int,
            kind: string,
            atMs: int,
            missing: ?int,
            link: ?int,
            uid: ?int,
            subject: ?string,
            code: ?string,
            outcomeId: ?string,
            route: ?string,
            feature: ?string,
            action: ?string,
            inputs: ?[]string,
            values: ?object,
            totalUs: ?int,
            sourcesUs: ?int,
            waitedUs: ?int,
            queuedUs: ?int,
            performedUs: ?int
        )
        method Status() -> (
            version: string,
            tableRevision: string,
            stateRevision: string,
            routes: int,
            features: int,
            connections: int,
            calls: int,
            uptimeMs: int,
            overridden: bool,
            files: []TableFile,
            profile: ?string,
            ledger: ?Ledger,
            overrides: ?[]OverriddenFact,
            sources: ?[]Source,
            leftovers: ?int,
            dropped: ?int,
            audience: ?string,
            table: ?TableState,
            cache: ?Cache,
            interrupted: ?[]InterruptedLink,
            undecided: ?int,
            timelineFault: ?string,
            lostLines: ?int
        )
        method Table(
            after: ?string,
            files: ?bool
        ) -> (
            tableRevision: string,
            routes: []Route,
            files: []TableText,
            next: ?string
        )
        method Check() -> (
            tableRevision: ?string,
            routes: int,
            features: int,
            channels: int,
            issuers: int,
            files: []TableFile,
            withheldBy: ?string,
            errors: int,
            warnings: int,
            diagnostics: []Diagnostic,
            trusted: ?[]string,
            packages: ?[]PackageState,
            findings: []HostFinding
        )
        method Reload() -> (
            tableRevision: string,
            routes: int,
            files: []TableFile,
            warnings: []Diagnostic,
            packages: ?[]PackageState,
            errors: ?[]Diagnostic
        )
        method Override(
            fact: string,
            status: ?string,
            ttlMs: ?int
        ) -> (
            endsAfterMs: ?int
        )
        method ClearCache() -> (
            answers: int,
            bytes: int
        )
        method Acknowledge(
            outcomeId: ?string
        ) -> (
            links: int
        )
        method Backup() -> (
            bytes: string,
            size: int
        )
        method Inspect(
            verify: ?bool
        ) -> (
            ledger: LedgerContents
        )
        method Audit(
            after: ?int,
            sinceMs: ?int,
            uid: ?int
        ) -> (
            rows: []AuditRow,
            first: int,
            last: int,
            next: ?int
        )
        method Shadow() -> (
            file: ?string,
            tableRevision: ?string,
            sinceMs: ?int,
            links: int,
            differing: int,
            kinds: int,
            others: int,
            differences: []ShadowDifference
        )
        method Metrics(
            format: ?string
        ) -> (
            text: string
        )
        method Timeline(
            after: ?int,
            last: ?int,
            sinceMs: ?int,
            untilMs: ?int,
            uid: ?int,
            feature: ?string,
            code: ?string,
            outcomeId: ?string,
            follow: ?bool
        ) -> (
            entries: []TimelineEntry
        )
        method Focus(
            features: ?[]string
        ) -> (
            features: []string
        )
        error BadFact (
            diagnostics: []Diagnostic
        )
        error NotDevelopment ()
        error NoMetrics ()
        error NoTimeline ()
        error NoAudit (
            reason: string
        )
        error NotKept (
            code: string,
            reason: string
        )
        error BadTable (
            diagnostics: []Diagnostic
        )
        """

    private static let systemMetrics = """
        interface io.systemd.Metrics
        type MetricFamilyType (
            counter,
            gauge,
            string
        )
        method List() -> (
            name: string,
            value: object,
            object: ?string,
            fields: ?object
        )
        method Describe() -> (
            name: string,
            description: string,
            type: MetricFamilyType
        )
        error NoSuchMetric ()
        """

    private static let service = """
        interface org.varlink.service
        method GetInfo() -> (
            vendor: string,
            product: string,
            version: string,
            url: string,
            interfaces: []string
        )
        method GetInterfaceDescription(
            interface: string
        ) -> (
            description: string
        )
        error InterfaceNotFound (
            interface: string
        )
        error MethodNotFound (
            method: string
        )
        error MethodNotImplemented (
            method: string
        )
        error InvalidParameter (
            parameter: string
        )
        error PermissionDenied ()
        error ExpectedMore ()
        error ExpectedUpgrade ()
        """
}
