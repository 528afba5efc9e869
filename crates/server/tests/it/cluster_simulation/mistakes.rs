//! Mistakes that can be planted in a world: each must turn the simulation red.

/// The part of a cluster in which a mistake is planted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// A statement of the store that appends or reads a log.
    Log,
    /// A statement of the store that divides the shards.
    Lease,
    /// What a node does with its store.
    Node,
    /// What a node does with requests that it passes on or answers.
    Request,
    /// What nodes tell each other by the broker, and what spectators get.
    Spectators,
}

macro_rules! mistakes {
    ($($(#[doc = $words:literal])+ $name:ident: $kind:ident,)+) => {
        /// A mistake.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Mistake { $($(#[doc = $words])+ $name,)+ }

        impl Mistake {
            /// All of them.
            pub(crate) const ALL: &[Mistake] = &[$(Mistake::$name,)+];

            /// The part of the cluster in which it is planted.
            pub(crate) fn kind(self) -> Kind {
                match self { $(Mistake::$name => Kind::$kind,)+ }
            }
        }
    };
}

mistakes! {
    /// An append checks neither owner nor epoch.
    AppendUnfenced: Log,
    /// An append checks the owner and not the epoch.
    AppendWithoutEpoch: Log,
    /// An append checks the fence when it comes, and writes some time later.
    FencedEarly: Log,
    /// An append writes first and checks the fence then.
    FencedLate: Log,
    /// An append writes over a number that is taken.
    NumberNotUnique: Log,
    /// An append at a number that is taken is put behind the log.
    NumberIgnored: Log,
    /// An append stores a part of a batch and says that it failed.
    HalfBatch: Log,
    /// An append is acknowledged before it is on the disk, so a restart loses it.
    LazyCommit: Log,
    /// An append that failed is acknowledged.
    FailureAcknowledged: Log,
    /// A log is read from a copy that lags behind.
    LaggingCopy: Log,
    /// A log is read up to some number of entries.
    ReadCutOff: Log,
    /// A log is read without the ids of its commands.
    ReadWithoutIds: Log,

    /// A claim takes shards whose lease has not ended.
    LeaseIgnored: Lease,
    /// A claim compares the end of a lease with the clock of the node that claims.
    NodeClockAtClaim: Lease,
    /// A lease ends by the clock of the node that renews it.
    NodeClockAtRenewal: Lease,
    /// A claim does not raise the epoch.
    EpochKept: Lease,
    /// A claim begins no new lease.
    LeaseNotBegun: Lease,
    /// A renewal does not make leases longer.
    RenewalWithoutEffect: Lease,
    /// A renewal takes back what another node has taken over.
    RenewalTakesBack: Lease,
    /// A claim takes one shard at a time.
    ClaimOfOne: Lease,
    /// A node says that it runs when it comes, and not again.
    NodeNotRenewed: Lease,
    /// A claim of shards that were never given back does not happen.
    DeadKeepShards: Lease,
    /// A node that died still counts for the shares.
    DeadCount: Lease,
    /// A node is told that its leases last three times as long as they do.
    LeaseOverstated: Lease,
    /// Giving shards back does nothing.
    GiveWithoutEffect: Lease,
    /// A node that leaves gives nothing back.
    ReleaseWithoutEffect: Lease,
    /// A node that leaves gives back the shards of all.
    ReleaseOfAll: Lease,
    /// Who owns a shard is read from a copy that does not follow.
    OldDirectory: Lease,
    /// Owners are counted from another place in the list of nodes.
    ShiftedDirectory: Lease,
    /// A node that claims a shard is not told since when it had no owner.
    DowntimeForgotten: Lease,
    /// The first renewal of a shard counts as its last one.
    FirstMomentKept: Lease,

    /// A command is acknowledged before the store has it.
    AcknowledgedEarly: Node,
    /// A command whose answer was lost is acknowledged.
    SilenceAcknowledged: Node,
    /// A command that was fenced is acknowledged.
    FenceAcknowledged: Node,
    /// A write whose answer was lost is sent once more, without its id and behind what is there.
    RepeatedWithoutId: Node,
    /// A log that was read before is not read again at a takeover.
    OldLog: Node,
    /// The store is asked once, and then only when somebody rings.
    NoPolling: Node,
    /// Each look into the store takes in what the one before has found.
    OldDivision: Node,
    /// The clock of leases stands still while the process is paused.
    ClockStoodStill: Node,
    /// What is to be given is kept.
    NothingGiven: Node,

    /// A request that is passed on loses the id of its command.
    PassedOnWithoutId: Request,
    /// A node answers for the owner, and passes the command on afterwards.
    AnsweredForOwner: Request,
    /// A node that gets no answer from the owner of a table says that all is well.
    SilenceOfOwner: Request,
    /// Responses to two requests on one connection change places.
    SwappedAnswers: Request,
    /// A node keeps what it has shown of tables of other nodes.
    KeptAnswers: Request,
    /// A stream that resumes leaves out the next version.
    ResumesTooLate: Request,
    /// A stream that resumes repeats the last version.
    ResumesTooEarly: Request,

    /// What is missing is never asked for.
    GapNotAsked: Spectators,
    /// A version that follows a gap takes the place of the one that is missing.
    GapClosed: Spectators,
    /// A version that comes again counts as a new one.
    RepeatedVersion: Spectators,
    /// A version is rendered from the one before.
    OldVersion: Spectators,
    /// A version is told of another table.
    OtherTable: Spectators,
    /// The first owner is asked for what is missing, whoever owns the table.
    OldOwnerAsked: Spectators,
    /// An answer with many versions lacks one in the middle.
    HoleInAnswer: Spectators,
}
