/// Every number that a client, a table or a program can push against, with its unit, reason and source; those of any
/// Varlink message are `MessageLimits`.
package enum Limits {
    // MARK: The wire

    /// The longest message that a client reads, in bytes without its NUL; an outcome is kept only where it fits into one.
    package static let messageBytes = 1 << 20
    /// *Units*: bytes of one call without its NUL.
    ///
    /// A call is decoded in one go, so this bounds how long others wait for it. The longest URL that a table may allow takes six bytes for each of its own where all are escaped (`\u0041`). The rest
    /// is for the other parameters of such a call.
    package static let callBytes = 6 * mostURLBytes + (16 << 10)
    /// *Units*: bytes of one answer; what would be longer is cut into pages or shortened.
    package static let answerBytes = messageBytes
    /// *Units*: bytes of answers that one connection's client has not taken yet.
    ///
    /// A call is served only while the longest answer still fits in; so a client that does not read its answers cannot
    /// make the daemon hold more.
    package static let unsentBytesPerConnection = 4 << 20
    /// *Units*: the same of all connections of one user: thirty-two of the longest answers.
    package static let unsentBytesPerUser = 32 << 20
    /// *Units*: the same of all connections together: four users' worth, a quarter of the unit's `MemoryMax`.
    package static let unsentBytes = 128 << 20
    /// *Units*: the same of a connection or user that counts as one that reads; the last quarter of what a user, or all users,
    /// may hold is left to those, so that the ones that do not read cannot keep them waiting.
    package static let unsentBytesOfReaders = 64 << 10
    /// *Units*: bytes of calls that one connection may have sent ahead; past it nothing is read until they are served.
    package static let readAheadBytes = 64 << 10
    /// *Units*: calls that one connection is served before others have their turn.
    package static let callsPerTurn = 16
    /// How long one connection is served before others have their turn; a single call may take longer.
    package static let turnTime: Duration = .microseconds(500)
    /// How long connections are served before the loop reads again what has arrived.
    package static let sliceTime: Duration = .milliseconds(1)
    /// *Units*: calls of one user under way at once: sixteen times what `exec` lets one user start.
    package static let callsInFlightPerUser = 256
    /// *Units*: features in one answer of `List` or `Watch`: a third of a millisecond's work.
    package static let featuresPerPage = 256
    /// *Units*: routes in one answer of `Table`: as long as that, since each has its pattern written anew.
    package static let routesPerPage = 64
    /// *Units*: bytes, roughly, of the features in one answer of `List` or `Watch`, and of the routes or texts in one of
    /// `Table`; one that is longer goes alone.
    package static let pageBytes = 256 << 10
    /// *Units*: bytes of the names of actions and routes that are told of one feature; the others are counted.
    package static let namesBytesPerFeature = 256 << 10
    /// How often a watch is told of changes: a person sees no more, and what lies between is told together.
    package static let watchInterval: Duration = .milliseconds(100)
    /// *Units*: connections that only operators may take, so that they get in when all others are taken.
    package static let connectionsForOperators = 16
    /// *Units*: bytes of the file of subordinate uids that are read: a line for each of 50,000 users.
    package static let subordinateFileBytes = 2 << 20
    /// After how long a user of that file that was unknown is looked up again, at the next connection: a directory service is
    /// reached within minutes of the machine's start, and asking it may take a while.
    package static let subordinateRetry: Duration = .seconds(60)
    /// *Units*: processes that are looked at, from the one that connected upwards, to find out whether an action started it.
    ///
    /// Desktops and shells nest about ten deep. The origin of a process that nests deeper is unknown.
    package static let processGenerations = 64
    /// A connection with no call under way is closed after this long without a byte.
    package static let idleTime: Duration = .seconds(600)

    // MARK: URLs

    /// *Units*: scopes of a route that are tried for a link that is to be built, where the call names none.
    ///
    /// A link that is denied or taken in one is mostly so in all of them, and a table may declare thousands.
    package static let linkScopes = 16

    /// *Units*: bytes of a web host, without a final dot; the DNS has no longer name.
    ///
    /// *Source*: RFC 1035, section 2.3.4; 255 bytes on the wire are 253 of text.
    package static let hostBytes = 253
    /// *Units*: bytes of one label of a web host, in its `xn--` form.
    ///
    /// *Source*: RFC 1035, section 2.3.4.
    package static let labelBytes = 63

    // MARK: Route tables

    /// *Units*: bytes of all files of one table together.
    package static let tableBytes = 256 << 20
    /// *Units*: files of one table, its drop-ins and includes among them.
    package static let tableFiles = 4096
    /// *Units*: packages that fill a table's limits on bytes, files, statements, words and patterns; each has that part of
    /// them.
    package static let fullPackages = 8
    /// *Units*: statements of all files of one table together.
    ///
    /// A million routes with a block of seven lines each fit in. A statement costs more memory than the two bytes that can write it, so a limit on
    /// bytes alone bounds nothing.
    package static let tableStatements = 8 << 20
    /// *Units*: words of all files of one table together, for the same reason.
    package static let tableWords = 32 << 20
    /// *Units*: names of one folder that is searched for tables.
    package static let folderNames = 1 << 16
    /// *Units*: bytes of one word.
    package static let wordBytes = 64 << 10
    /// *Units*: words of one line.
    package static let lineWords = 1 << 20
    /// *Units*: open braces.
    package static let nesting = 32
    /// *Units*: diagnostics of one run; past it they are only counted.
    package static let diagnostics = 1000
    /// *Units*: bytes that the search for overlapping routes compares; past it a table is refused, never taken unproven.
    ///
    /// Fifty million pairs of routes whose texts part early, about two seconds: ten thousand routes that all meet. A pair
    /// counts as 160 bytes at least, which take as long to compare as it takes to find a pair.
    package static let precedenceBytes = 10_000_000_000
    /// *Units*: overlaps reported for one route.
    package static let overlapsPerRoute = 20
    /// *Units*: include directives inside each other.
    package static let includeDepth = 8
    /// *Units*: inputs of one action: more than the captures and query keys that can feed them.
    package static let inputs = 160
    /// *Units*: query keys that one route declares; a link has no more items.
    package static let routeKeys = 128

    // MARK: Bindings and actions

    /// *Units*: routes of one action, the first in the table, that the inputs of an action by its name are compared with.
    package static let routesOfNamedAction = 64

    /// *Units*: verified bindings that one connection may hold at once.
    package static let bindingsPerConnection = 32
    /// *Units*: bytes, roughly, of the verified bindings of one user: more than all its connections may hold where URLs are
    /// short, and 300 of the longest URLs that are allowed where a table says nothing.
    package static let bindingBytesPerUser = 8 << 20
    /// How long a verified binding can be performed.
    package static let bindingLifetime: Duration = .seconds(30)
    /// How long the sources of facts have to answer before theirs count as undetermined.
    package static let sourceDeadline: Duration = .seconds(2)
    /// How old the platforms that were found last may be and still count if the machine cannot be looked at: they are looked
    /// for every minute, and it is seldom another machine a minute later.
    package static let platformGrace: Duration = .seconds(120)
    /// The longest grace that a table can give a service that keeps a fact: longer than a restart or an upgrade takes.
    package static let longestSourceGrace: Duration = .seconds(3600)
    /// After how long a call asks a source that failed again.
    ///
    /// Without a call it is asked after this time too, and then after twice as long for every further failure.
    package static let sourceRetry: Duration = .seconds(1)
    /// The longest time between two tries, without a call, of a source that keeps failing.
    package static let sourceLongestRetry: Duration = .seconds(60)
    /// How long a fact in a file or a Varlink service is used before a call asks for it again: an operator who changes a
    /// switch can wait a second.
    package static let sourceLifetime: Duration = .seconds(1)
    /// *Units*: bytes of a file that holds one fact: one word, with room for blanks around it.
    package static let factFileBytes = 64
    /// *Units*: bytes of a service's answer about one fact.
    package static let sourceReplyBytes = 16 << 10
    /// *Units*: bytes of a sentence that a source adds to an answer for the user.
    package static let noteBytes = 1 << 10
    /// *Units*: questions that are put again at once when their source announces a change; of more, each waits for a call.
    package static let announcedQuestions = 64
    /// *Units*: bytes of an administrator's policy on permissions.
    package static let policyFileBytes = 64 << 10
    /// *Units*: questions about single subjects that are remembered at once.
    ///
    /// Above the limit the daemon forgets those that no call waits for, and asks them again when they are needed.
    package static let subjectQuestions = 1 << 16
    /// How long an action may take where its table does not say.
    package static let actionTimeout: Duration = .seconds(10)
    /// The longest that a table may let an action take.
    package static let longestActionTime: Duration = .seconds(86_400)
    /// *Units*: bytes kept of each output stream of a program where the table does not say.
    package static let actionOutputBytes = 64 << 10
    /// *Units*: bytes of the same that a table may have kept at most; what is kept goes into one answer, shortened.
    package static let mostActionOutputBytes = 16 << 20
    /// *Units*: links that a table may let be performed at once by one action.
    package static let mostAtOnce = 256
    /// *Units*: links that a table may let wait for their turn at one action.
    package static let mostQueued = 1024
    /// The longest that a table may let a link wait for its turn.
    package static let longestTurn: Duration = .seconds(3600)
    /// *Units*: bytes of the sentence of an exit status by which a program refuses a link.
    package static let refusalSentenceBytes = 1024
    /// How long a program has between SIGTERM and SIGKILL once its time is over.
    package static let killGrace: Duration = .seconds(1)
    /// How long a program has to end after SIGKILL before its caller is answered without it: the kernel takes a
    /// millisecond, but never ends one that became another user or waits for a disk.
    package static let killTime: Duration = .milliseconds(100)
    /// How long a process of a group that was killed may still be seen before it counts as left behind.
    package static let leftoverTime: Duration = .seconds(1)
    /// *Units*: programs running at once, all callers together; what programs left behind counts as one.
    package static let runningPrograms = 64
    /// *Units*: of these places, how many are taken by processes of which no user is known: half of them, so that one user's
    /// cannot shut out all others.
    package static let unattributedLeftovers = runningPrograms / 2
    /// *Units*: programs running at once for one user, so that no user takes the places of the others.
    package static let runningProgramsPerUser = 16
    /// *Units*: programs of one user that outlived their call and still run; a desktop has no more windows than that.
    package static let detachedProgramsPerUser = 64
    /// *Units*: calls of other services, and jobs of the service manager, under way at once for all callers together.
    package static let outwardCalls = 256
    /// *Units*: the same for one user, so that no user takes the places of the others.
    package static let outwardCallsPerUser = 64
    /// *Units*: how often a table can have a request sent again; each takes longer to wait for than the one before.
    package static let mostRetries = 10
    /// *Units*: bytes of the answer of a service that an action calls.
    package static let outwardAnswerBytes = 64 << 10
    /// *Units*: bytes of the words of a service's error that an outcome has.
    package static let outwardReasonBytes = 1 << 10
    /// *Units*: bytes of the parameters of a service's error that an outcome has.
    package static let outwardDetailBytes = 4 << 10
    /// How long a check of a table waits for services to describe themselves, for all of them together.
    package static let descriptionTime: Duration = .seconds(2)
    /// *Units*: connections to one Varlink service that are kept for the next call.
    package static let keptConnections = 16
    /// *Units*: the same, to all services together.
    package static let allKeptConnections = 128

    // MARK: Descriptors

    /// *Units*: descriptors that one running program costs: the reading ends of two pipes, and its pidfd.
    package static let descriptorsPerProgram = 3
    /// *Units*: descriptors that the daemon needs besides those of connections and programs: the loop's, the listening
    /// sockets, the ledger's files, tables that are being read, services that are being asked for switches.
    package static let otherDescriptors = 128
    /// *Units*: descriptors that can be open at once with a table that allows as many connections as it may; the units'
    /// `LimitNOFILE=` has room for them.
    package static let descriptors =
        mostConnections + runningPrograms * descriptorsPerProgram + outwardCalls + allKeptConnections + otherDescriptors

    // MARK: Overrides

    /// How long an override lasts if the request does not give a time.
    package static let overrideTime: Duration = .seconds(3600)
    /// The longest that an override lasts: one that was forgotten is gone the next day.
    package static let overrideTimeLimit: Duration = .seconds(86_400)
    /// *Units*: facts overridden at once; more than a person tries out by hand.
    package static let overrides = 256

    // MARK: The ledger

    /// How long an idempotency key is remembered while the daemon runs: longer than any client goes on trying again.
    package static let idempotencyLifetime: Duration = .seconds(86_400)

    /// How far the clock that ends purchases may run ahead of the wall clock because the ledger knows of a later time: more
    /// than any mistake about time zones, and not so much that a clock that was wrong once ends what people paid for.
    package static let clockSkew: Duration = .seconds(172_800)
    /// By how much the wall clock must be set ahead for the time to be written down at once: as much as may pass between two
    /// writings anyway.
    package static let clockLeap: Duration = .seconds(3600)
    /// How often the time is written to it, and expired rows are removed.
    package static let ledgerUpkeep: Duration = .seconds(3600)
    /// *Units*: bytes of one text it keeps: a feature's path, a product, an account, a source.
    package static let ledgerTextBytes = 1024
    /// *Units*: superseded changes kept for one fact, so that turning a switch on and off does not fill the disk.
    package static let ledgerHistory = 32
    /// *Units*: idempotency keys of one calling user for one subject that have not expired.
    package static let idempotencyKeysPerSubject = 1000
    /// *Units*: bytes of the keys and outcomes kept for one calling user, for all its subjects; past it no new key is taken.
    ///
    /// A gateway's day of 65,536 outcomes of a kilobyte. What is under way then is still kept, a message each.
    package static let idempotencyBytesPerCaller = 64 << 20
    /// *Units*: subjects besides itself that one user may give facts of their own; each takes about a kilobyte of memory, and
    /// a line on the disk for good.
    package static let subjectsPerDelegate = 1 << 16
    /// *Units*: bytes of disk for the facts that one user has had written, its own and others', history included; the
    /// machine's are not limited.
    ///
    /// Room for 65,536 accounts with names of 30 bytes and one or two changes each. Past it the history of a fact gives way
    /// to its next change, and no new fact is taken. `LedgerSchema` counts lines at the most that they can take.
    package static let factBytesPerCaller = 64 << 20

    /// The longest trial that a table can offer.
    package static let longestTrial: Duration = .seconds(366 * 86_400)
    /// How long a start waits for the licences of the ledger to be verified: some ten thousand.
    ///
    /// Then calls are served, and products that are missing are unknown until the rest is verified.
    package static let licenceStartTime: Duration = .seconds(2)
    /// How often it is looked whether the clock is synchronised, where a table requires it.
    package static let clockStateInterval: Duration = .seconds(10)
    /// *Units*: licences of one call of `Ingest`.
    package static let licencesPerCall = 64
    /// *Units*: bytes of the licences of one call of `Ingest` together.
    package static let licenceBytesPerCall = 256 << 10
    /// *Units*: licences and trials that one subject may have; none of them is ever removed.
    package static let licencesPerSubject = 1000
    /// *Units*: bytes on the disk of the licences and trials of one subject.
    package static let licenceBytesPerSubject = 8 << 20
    /// *Units*: licences that are read from the ledger and verified in one go, after a start or a change of keys: some
    /// ten milliseconds of a thread of the pool, before others have their turn.
    package static let licencesPerReading = 64

    /// *Units*: copies of the ledger that are sent at once; each takes as much of the disk as the ledger.
    package static let ledgerCopies = 4
    /// *Units*: bytes of a copy that one answer holds: a quarter of a message in base64.
    package static let ledgerCopyChunk = 192 << 10

    // MARK: The log

    /// *Units*: bytes of lines that wait for standard error's reader; past it lines are lost, and counted.
    ///
    /// Some 1,800 outcomes, on top of the 64 KiB that a pipe holds: enough for a reader that pauses under load.
    package static let logBytes = 256 << 10
    /// How long the daemon waits at its end for a reader of the lines that are left: too short to delay a restart, and
    /// longer than a reader takes that is only busy.
    package static let logEndTime: Duration = .milliseconds(100)
}
