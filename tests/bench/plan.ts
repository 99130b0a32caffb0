/** Durations and sizes of a run. */
export interface BenchPlan {
  readonly name: 'full' | 'quick'
  readonly warmUpMs: number
  readonly runMs: number
  readonly runs: number
  /** Runs of benchmarks that store little; more runs make their median stable. */
  readonly moreRuns: number
  /** How long each of emmett's pool sizes is tried. */
  readonly poolTrialMs: number
  /** Commands per run on streams of 10 and of 10,000 events, and first commands of a process on the latter. */
  readonly longStream: { readonly kept: number; readonly first: number }
  /** Rows written by one COPY. */
  readonly copyRows: number
  /** Size of the log that is read and rebuilt from. */
  readonly log: { readonly events: number; readonly docs: number }
  /** Size of the log for emmett's rebuild, which is orders of magnitude slower. */
  readonly peerLog: { readonly events: number; readonly docs: number }
  readonly commands: { readonly ours: number; readonly peer: number }
  /**
   * Samples of append → handler: on an idle log, under 50 appends per second, and under 50 per second with foreign
   * transactions open (a minute in the full plan).
   */
  readonly samples: { readonly idle: number; readonly busy: number; readonly contended: number }
  /** Stored events before and after the growth, and appends measured each time. */
  readonly growth: { readonly from: number; readonly to: number; readonly appends: number }
  /** Events appended and consumed in one process after the warm-up; size of the smaller of two rebuilds (the other is ten times larger). */
  readonly memory: { readonly warmUp: number; readonly events: number; readonly rebuilt: number; readonly docs: number }
  readonly subscribers: { readonly perSecond: number; readonly events: number }
  readonly idleMs: number
  readonly bytesOf: number
  /** Reviewers and reviewed businesses; every review needs a new pair. */
  readonly people: { readonly clients: number; readonly businesses: number }
  /** Reviews handled by a process of the API before it is measured. */
  readonly warmUpReviews: number
  /** Cases open at the start of each run, and claims per run. */
  readonly queue: { readonly open: number; readonly claims: number }
  /** Guests notified at the same time. */
  readonly notified: number
  /** Reviews in total, of the busy venue and of the quiet one; open cases of the long and the short queue. */
  readonly readTables: {
    readonly reviews: number
    readonly busy: number
    readonly quiet: number
    readonly openCases: { readonly many: number; readonly few: number }
  }
}

export const fullPlan: BenchPlan = {
  name: 'full',
  warmUpMs: 10_000,
  runMs: 8_000,
  runs: 3,
  moreRuns: 7,
  poolTrialMs: 2_500,
  longStream: { kept: 1_000, first: 30 },
  copyRows: 500_000,
  log: { events: 500_000, docs: 50_000 },
  peerLog: { events: 20_000, docs: 2_000 },
  commands: { ours: 20_000, peer: 5_000 },
  samples: { idle: 120, busy: 600, contended: 1_000 },
  growth: { from: 100_000, to: 1_000_000, appends: 30_000 },
  memory: { warmUp: 3_000_000, events: 10_000_000, rebuilt: 1_000_000, docs: 20_000 },
  subscribers: { perSecond: 100, events: 1_500 },
  idleMs: 120_000,
  bytesOf: 200_000,
  people: { clients: 2_000, businesses: 40 },
  warmUpReviews: 2_000,
  queue: { open: 20_000, claims: 4_000 },
  notified: 4_000,
  readTables: { reviews: 1_000_000, busy: 100_000, quiet: 100, openCases: { many: 100_000, few: 1_000 } },
}

/** Checks that every benchmark works; its figures mean nothing. */
export const quickPlan: BenchPlan = {
  name: 'quick',
  warmUpMs: 300,
  runMs: 700,
  runs: 1,
  moreRuns: 1,
  poolTrialMs: 300,
  longStream: { kept: 50, first: 3 },
  copyRows: 20_000,
  log: { events: 20_000, docs: 2_000 },
  peerLog: { events: 500, docs: 50 },
  commands: { ours: 500, peer: 200 },
  samples: { idle: 5, busy: 50, contended: 50 },
  growth: { from: 5_000, to: 20_000, appends: 2_000 },
  memory: { warmUp: 20_000, events: 50_000, rebuilt: 5_000, docs: 500 },
  subscribers: { perSecond: 50, events: 50 },
  idleMs: 5_000,
  bytesOf: 5_000,
  people: { clients: 100, businesses: 20 },
  warmUpReviews: 20,
  queue: { open: 500, claims: 160 },
  notified: 100,
  readTables: { reviews: 10_000, busy: 1_000, quiet: 100, openCases: { many: 1_000, few: 100 } },
}
