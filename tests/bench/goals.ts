/** Bounds of a measured value: `pass` fails the run, `lead` is our estimate of the best in the field. */
export interface Criterion {
  readonly what: string
  readonly is: 'at least' | 'at most'
  /** Null if only `lead` applies. */
  readonly pass: number | null
  readonly lead: number | null
  /** `×` for a ratio of two rates or durations. */
  readonly unit: '×' | '%' | 'ms' | 'MB' | 'a minute' | 'a second' | 'a review' | 'an hour' | 'a notification'
  /** ADR that accepts a figure below `pass`; the figure is printed but does not fail the run. */
  readonly accepted?: string
}

export interface Goal {
  readonly what: string
  readonly criteria: Readonly<Record<string, Criterion>>
}

const atLeast = (
  what: string,
  pass: number | null,
  lead: number | null = null,
  unit: Criterion['unit'] = '×',
): Criterion => ({
  what,
  is: 'at least',
  pass,
  lead,
  unit,
})
const atMost = (...args: Parameters<typeof atLeast>): Criterion => ({ ...atLeast(...args), is: 'at most' })

/** Goals checked by `npm run bench`. Ratios of values measured in one run hold across machines. */
export const goals = {
  P1: {
    what: 'appends, 256 in flight, one stream each',
    criteria: { rate: atLeast('rate against emmett', 10, 15) },
  },
  P2: {
    what: 'appends, 16 in flight, one stream each',
    criteria: { rate: atLeast('rate against emmett', 5, 7) },
  },
  P3: {
    what: 'appends, one at a time',
    criteria: {
      rate: atLeast('rate against emmett', 1.5, 2),
      p50: atMost('p50 against a one-row autocommit insert', 1.8, 1.4),
    },
  },
  P4: {
    what: 'appends, 256 in flight',
    criteria: { copy: atLeast('rate against binary COPY into the same table', 0.25, 0.45) },
  },
  P5: {
    what: '100 events per append, 16 in flight',
    criteria: {
      rate: atLeast('rate against emmett', 1.8, 2.5),
      copy: atLeast('rate against binary COPY into the same table', 0.5, 0.7),
    },
  },
  P6: {
    what: 'appends, 64 in flight, gap-free',
    criteria: { rate: atLeast('rate against an unsafe parallel sequence', 2, 4) },
  },
  P7: {
    what: 'one hot stream, 64 writers, no expected version',
    criteria: {
      acknowledged: atLeast('acknowledged of attempted', 100, null, '%'),
      rate: atLeast('rate against one stream each', 0.8, 1.2),
    },
  },
  P8: {
    what: 'append → handler, live',
    criteria: {
      idleP50: atLeast('p50 below emmett, idle log', 100),
      idleP99: atLeast('p99 below emmett, idle log', 50),
      busyP50: atLeast('p50 below emmett, 50/s', 100),
      busyP99: atLeast('p99 below emmett, 50/s', 50),
      p99: atMost('the higher p99', null, 10, 'ms'),
    },
  },
  R8: {
    what: 'append → handler, 50/s, next to foreign transactions',
    criteria: {
      held: atMost('p99 with transactions left open, here and in another database, against none', 2),
      dump: atMost('p99 with a dump of the log in addition, against a dump of equal size from another database', 2),
      both: atMost('p99 with a dump of the log in addition, against none', null),
    },
  },
  P9: {
    what: 'catch-up to a handler that does nothing',
    criteria: { copy: atLeast('rate against COPY out', 0.3, 0.6) },
  },
  P10: {
    what: 'rebuild, checkpoint in each page’s transaction',
    criteria: { rate: atLeast('rate against emmett', 50, 90), copy: atLeast('rate against COPY out', 0.12, 0.25) },
  },
  P11: {
    what: 'rebuild, folded in memory first',
    criteria: { rate: atLeast('rate against emmett', 150, 250), copy: atLeast('rate against COPY out', 0.35) },
  },
  P12: {
    what: 'gentle rebuild under live load',
    criteria: {
      downtime: atMost('time during which reads failed or returned older data', 0, null, 'ms'),
      rate: atLeast('append rate against no rebuild', 0.7, 0.85),
      lag: atMost('p99 of append → row against no rebuild', 2, 1.3),
    },
  },
  P13: {
    what: 'command: load 20 events, decide, append; 16 callers',
    criteria: { rate: atLeast('rate against emmett', 3, 5) },
  },
  P15: {
    what: 'appends at ten times the log (0.1 M → 1 M)',
    criteria: { cost: atMost('cost of an append', 1.2, 1.1) },
  },
  P18: {
    what: 'memory',
    criteria: {
      slope: atMost('rise while 10 M are appended and consumed', 20, 5, 'MB'),
      rebuild: atMost('peak of a rebuild of ten times the events', 1.15, 1.05),
    },
  },
  P19: {
    what: '1 → 32 subscribers in one process',
    criteria: {
      reads: atMost('statements per event, including its append', 1.2, 1),
      p99: atMost('p99 of append → handler', 2, 1.3),
    },
  },
  P20: {
    what: 'idle process with 32 projections',
    criteria: { statements: atMost('statements', 30, 12, 'a minute') },
  },
  P22: {
    what: 'appends, one at a time, while another process builds the tree of the log',
    criteria: { rate: atLeast('rate against a log without a tree', 0.95, 0.98) },
  },
  P23: {
    what: 'bytes per event on disk, all tables and indexes',
    criteria: { bytes: atMost('bytes against emmett', 0.75, 0.6) },
  },
  P24: {
    what: 'EventStoreDB adapter against our stand-in',
    criteria: {
      appends: atLeast('appends against the bare client', 0.9, 0.95),
      reads: atLeast('stream reads against the bare client', 0.9, 0.95),
    },
  },
  P26: {
    what: 'moderators’ queue: 16 moderators claim the next case, as a use case in process',
    criteria: {
      rate: { ...atLeast('claims against the bare `SKIP LOCKED` statement', 0.7, 0.85), accepted: 'ADR 20' },
    },
  },
  P27: {
    what: 'command on a stream of 10,000 events',
    criteria: {
      wallet: atMost('p50 against a stream of 10 events: contribution counted in a wallet', 2, 1.5),
      rewards: atMost('p50 against a stream of 10 events: rating counted for rewards', 2, 1.5),
      referral: atMost('p50 against a stream of 10 events: conversion of a referral code', 2, 1.5),
      sanctions: atMost('p50 against a stream of 10 events: flag recorded on a sanction record', 2, 1.5),
      review: atMost('p50 against a stream of 10 events: review flagged, with decryption', 2, 1.5),
      snapshot: atMost('p50 of a process’s first command, with a snapshot, against a stream of 10 events', null),
      fold: atMost('p50 of a process’s first command, without a snapshot, against a stream of 10 events', null),
      block: atMost('longest time during which the process serves nothing else, wallet', 50, 20, 'ms'),
      reviewBlock: atMost('longest time during which the process serves nothing else, review', 50, 20, 'ms'),
    },
  },
  P29: {
    what: 'appends, 16 in flight, while another process builds the tree of the log',
    criteria: { rate: atLeast('rate against a log without a tree', 0.95, 0.98) },
  },
  P30: {
    what: '`garbo audit rebuild-tree`, in one thread',
    criteria: { rate: atLeast('leaves recomputed and compared', 50_000, 100_000, 'a second') },
  },
  L1: {
    what: 'page of a venue with 100,000 of a million reviews, over HTTP',
    criteria: { cost: atMost('p50 against a venue with 100 reviews in the same tables', 1.2, 1.1) },
  },
  L2: {
    what: 'page of the moderators’ queue with 100,000 open cases and a million reviews, over HTTP',
    criteria: { cost: atMost('p50 against 1,000 open cases', 1.2, 1.1) },
  },
  L3: {
    what: 'read models under SubmitReview by 64 callers, from the durable event on',
    criteria: {
      row: atMost('p99 until the review’s row is shown', null, null, 'ms'),
      all: atMost('p99 until every read model shows it', null, null, 'ms'),
    },
  },
  L4: {
    what: 'analytics of a year with the comparison, for a venue with 100,000 of a million reviews, over HTTP',
    criteria: { cost: atMost('p50 against a venue with 100 reviews in the same tables', 1.5, 1.2) },
  },
  L5: {
    what: 'workbook of 100,000 reviews over HTTP',
    criteria: {
      rate: atLeast('rows', 10_000, 50_000, 'a second'),
      memory: atMost('rise of the process’s memory while it is sent', 100, 50, 'MB'),
    },
  },
  L6: {
    what: 'notifications by e-mail with one worker, from their events to the mail server',
    criteria: {
      rate: atLeast('notifications', 10_000, 100_000, 'an hour'),
      bare: atLeast('rate against a loop that only sends the messages and stores a row for each', null),
      cost: atMost('processor time of a notification, Postgres included, against that loop', null),
      statements: atMost('statements, their events included', null, null, 'a notification'),
    },
  },
  L7: {
    what: 'longest time during which the API serves nothing else, of the largest requests',
    criteria: {
      picture: atMost('registration with a picture of 7 MB', 50, 20, 'ms'),
      upload: atMost('upload of a photo of 5 MB', 50, 20, 'ms'),
      json: atMost('body with the most JSON', 50, 20, 'ms'),
      pages: atMost('longest pages of reviews, of cases and of analytics', 50, 20, 'ms'),
      workbook: atMost('workbook of 100,000 reviews', 50, 20, 'ms'),
      firstReport: atMost('first report of a process', 50, 20, 'ms'),
      report: atMost('report of a year', 50, 20, 'ms'),
    },
  },
  H1: {
    what: 'SubmitReview over HTTP, 64 callers',
    criteria: {
      conventional: atLeast('rate against a conventional application', 0.8, 1.2),
      minimal: atLeast('rate against a minimal application', 0.25, 0.4),
    },
  },
  H2: {
    what: 'a review over HTTP, 64 callers, until all consequences are stored, against a conventional application',
    criteria: {
      cpu: atMost('processor time, Node and Postgres', 1.3, 0.9),
      node: atMost('processor time in Node', null, null),
      postgres: atMost('processor time in Postgres', null, null),
      wal: atMost('write-ahead log', null, null),
    },
  },
  H3: {
    what: 'SubmitReview over HTTP, against a conventional application',
    criteria: {
      p99: atMost('p99 of 64 callers', 1.5, 1),
      alone: atMost('p50 of one caller', 4, 2.5),
    },
  },
  H4: {
    what: 'SubmitReview over HTTP, with all consequences',
    criteria: {
      alone: atMost('statements, one caller', 12, 8, 'a review'),
      among64: atMost('statements, 64 callers', 2, 1, 'a review'),
    },
  },
  H10: {
    what: 'SubmitReview with a worker and several API processes, 64 callers',
    criteria: {
      cpu2: {
        ...atMost('processor time of a review with two, Postgres included, against one', 1.15, 1.05),
        accepted: 'ADR 34',
      },
      cpu4: {
        ...atMost('processor time of a review with four, Postgres included, against one', 1.15, 1.05),
        accepted: 'ADR 34',
      },
      rise2: atMost('rise of the processor time with two against that of a conventional application', 1.15, 1),
      rise4: atMost('rise of the processor time with four against that of a conventional application', 1.15, 1),
      rate2: { ...atLeast('rate with two against one', 1), accepted: 'ADR 34' },
      rate4: { ...atLeast('rate with four against one', 1), accepted: 'ADR 34' },
      peerRate2: atLeast('rate of a conventional application with two against one', null),
      peerRate4: atLeast('rate of a conventional application with four against one', null),
    },
  },
  HTTP: {
    what: 'SubmitReview from request to committed response, 64 callers',
    criteria: {
      rate: atLeast('rate against the bare append', null),
      p99: atMost('p99 against the bare append', null),
    },
  },
} as const satisfies Readonly<Record<string, Goal>>

export type GoalId = keyof typeof goals
export const goalIds = Object.keys(goals) as GoalId[]

export type CriterionOf<G extends GoalId> = Extract<keyof (typeof goals)[G]['criteria'], string>

export const criterionOf = (goal: GoalId, name: string): Criterion => {
  const criteria: Readonly<Record<string, Criterion>> = goals[goal].criteria
  const criterion = criteria[name]
  if (criterion === undefined) throw new Error(`${goal} has no criterion ${name}`)
  return criterion
}

/** Formats a bound, for example `≥ 10×`. */
export const formatBound = ({ is, unit }: Criterion, bound: number | null): string =>
  bound === null ? '–' : `${is === 'at least' ? '≥' : '≤'} ${formatWithUnit(bound, unit)}`

export const formatWithUnit = (value: number, unit: Criterion['unit']): string => {
  const digits = decimalsFor(Math.abs(value))
  const number = Number(value.toFixed(digits)).toLocaleString('en', { maximumFractionDigits: digits })
  return unit === '×' || unit === '%' ? `${number}${unit}` : `${number} ${unit}`
}

/** Decimals that leave three significant digits from 0.1 on, and two below. */
const decimalsFor = (size: number): number => {
  if (size >= 100) return 0
  if (size >= 10) return 1
  return size >= 0.1 || size === 0 ? 2 : 1 - Math.floor(Math.log10(size))
}

export const meetsBound = ({ is }: Criterion, value: number, bound: number): boolean =>
  is === 'at least' ? value >= bound : value <= bound
