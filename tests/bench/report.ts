import type { Environment } from './environment.ts'
import { criterionOf, formatBound, formatWithUnit, goals } from './goals.ts'
import type { BenchPlan } from './plan.ts'
import { evaluate, formatFigure, type Result } from './result.ts'
import type { Latency } from './statistics.ts'

export interface RecordedLatency {
  readonly goals: string
  readonly leg: string
  readonly latency: Latency
}

/** One criterion, formatted. */
export interface ReportRow {
  readonly goal: string
  readonly what: string
  readonly measured: string
  readonly spread: string
  readonly figures: string
  readonly pass: string
  readonly lead: string
}

export const reportRow = (finding: Result, judged: boolean): ReportRow => {
  const { goal, criterion, measured, figures } = finding
  const bounds = criterionOf(goal, criterion)
  const { pass, lead } = evaluate(finding)
  const mark = (reached: boolean | null) => (!judged || reached === null ? '' : reached ? ' ✓' : ' ✗')
  return {
    goal,
    what: `${goals[goal].what}: ${bounds.what}`,
    measured: formatWithUnit(measured.value, bounds.unit),
    spread: `${formatWithUnit(measured.low, bounds.unit)} – ${formatWithUnit(measured.high, bounds.unit)}`,
    figures,
    pass: `${formatBound(bounds, bounds.pass)}${mark(pass)}`,
    lead: `${formatBound(bounds, bounds.lead)}${mark(lead)}`,
  }
}

/** Aligns rows for the terminal. */
export const formatTable = (rows: readonly ReportRow[]): string => {
  const cells = [titles, ...rows.map((row) => columns.map((column) => row[column]))]
  const widths = columns.map((_, n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)))
  return cells.map((row) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')).join('\n')
}

const columns = ['goal', 'what', 'measured', 'spread', 'pass', 'lead', 'figures'] as const
const titles = ['goal', 'what', 'measured', 'lowest – highest', 'pass', 'lead', 'median figures']

/** Criteria below `pass`: those that fail the run, and those accepted by an ADR. */
export const belowPass = (findings: readonly Result[]) => {
  const under = findings
    .filter((finding) => evaluate(finding).pass === false)
    .map(({ goal, criterion }) => ({ name: `${goal} ${criterion}`, ...criterionOf(goal, criterion) }))
  return {
    missed: under.filter(({ accepted }) => accepted === undefined).map(({ name }) => name),
    accepted: under
      .filter(({ accepted }) => accepted !== undefined)
      .map(({ name, accepted }) => `${name} (${accepted})`),
  }
}

/** Renders `docs/benchmarks.md`. */
export const renderReport = (
  findings: readonly Result[],
  latencies: readonly RecordedLatency[],
  environment: Environment,
  plan: BenchPlan,
): string => {
  const rows = findings.map((finding) => reportRow(finding, true))
  const { missed, accepted } = belowPass(findings)
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`. All sides are measured in one run on one durable Postgres and compared as ratios, which hold across',
    'machines, unlike absolute figures.',
    '',
    '## Method',
    '',
    `- Each side has its own process and database, ${plan.warmUpMs / 1_000} s of warm-up and ${plan.runs} runs, alternating, each after a fresh checkpoint; P2 and P3, which write little,`,
    `  have ${plan.moreRuns} runs. Ratios are computed run by run; the tables show the median and the extremes. P18’s slope, P20 and P23 are measured once.`,
    '- All sides write the same events (about 140 bytes of JSON, 45 of metadata) with the same time-ordered ids. emmett uses the connection pool size that was fastest for it.',
    '- Afterwards SQL counts what was stored: everything that was acknowledged, and no missing position in our log. A single failed or rejected operation voids the result.',
    '- COPY, catch-up and rebuilds take a second or two each. They are repeated for as long as appends are measured; the rate is the mean.',
    `- P18: memory is sampled after ${formatFigure(plan.memory.warmUp)} events, when the heap has reached its size. Each rebuild has its own process; the short one has ${formatFigure(plan.memory.rebuilt)}`,
    '  events, because the heap of a shorter one would not have settled.',
    '- P27: one caller sends commands to one stream of 10,000 events, or to a stream of 10 events each, with sealed events and a keyring. A first command is one to a',
    '  wallet and keeps no state of an earlier one; its connections and code are warm. The block is the processor time of the longest turn of the event loop, snapshots included; the clock would count other processes.',
    '- P26: both sides claim the same number of cases out of the same number of open ones. The baseline is one table and one statement, run by pgbench. Ours is the',
    '  use case, in process, with all consequences of a claim running concurrently; a moderator returns when the read models show the previous claim, as a browser would.',
    '- R8: for one minute, transactions that have written stay open here and in another database, another transaction idles, and dumps hold locks on every table of both.',
    '  In the second third the dump of our log copies it repeatedly; in the last third a dump copies the same amount elsewhere. This separates the effect on the log',
    '  from the use of processors. The embedded Postgres has no `pg_dump`; our dump takes the same snapshot and locks and uses COPY, to a process that discards the data.',
    '- Our processes run with the V8 flags of our programs (`infrastructure/composition/v8-flags.ts`), emmett’s with Node’s defaults.',
    '- L1 and L2 query a complete Garbo over HTTP whose read tables were filled by SQL. One visitor alternates between two pages; all requests of a page are concurrent. L3 is',
    '  timed by a separate process, from the moment the event leaves the log.',
    `- L6: another process releases the ratings of ${formatFigure(plan.notified)} guests. The time ends when a local SMTP server has received the last e-mail; up to ten seconds of it are`,
    '  the pause until the worker plans again. The processor time includes all projections and policies that the events concern. The loop sends the same text with ten connections.',
    '- L7: one request at a time, to a Garbo that also runs the worker, while it is otherwise idle. A turn is measured in processor time of its thread, collections of garbage',
    '  included. All but the first report are requests of a kind served before.',
    '- COPY and the one-row insert are Postgres’s own limits on this machine: COPY in from a file, COPY out to a client, the insert by pgbench. Load and server share the',
    '  processors, so figures are lower than with separate machines.',
    '- The EventStoreDB adapter runs against our protocol stand-in. This shows the adapter’s cost compared with the bare client, not the speed of a server.',
    '- `npm run bench` exits with 1 if a figure is below *pass*, unless an architecture decision record accepts it; it is then listed as accepted. *Lead* is our estimate of',
    '  the best in the field.',
    '',
    '## Results',
    '',
    tableLine(titles),
    tableLine(titles.map(() => '---')),
    ...rows.map((row) => tableLine(columns.map((column) => row[column]))),
    '',
    `Below *pass* in this run: ${joinNames(missed)}. Below *pass* and accepted: ${joinNames(accepted)}.`,
    '',
    '## Latencies',
    '',
    'In milliseconds, of the run with the median p99, from an HDR histogram with three digits. P8 and P19 are open loop.',
    '',
    'Sides: *ours* is Garbo; *row* inserts one row; *unsafe* is a parallel sequence with gaps; *hot* writes to a single ' +
      'stream; *bare* is the client without our adapter. Of R8, *held* has open transactions, *dump* a dump of our log, ' +
      '*otherDump* one of another database.',
    '',
    tableLine(['goals', 'side', 'count', 'p50', 'p95', 'p99', 'p99.9', 'max']),
    tableLine(Array.from({ length: 8 }, () => '---')),
    ...latencies.map(({ goals, leg, latency: { count, p50, p95, p99, p999, max } }) =>
      tableLine([goals, leg, formatFigure(count), ...[p50, p95, p99, p999, max].map(formatFigure)]),
    ),
    '',
    '## Environment',
    '',
    tableLine(['', '']),
    tableLine(['---', '---']),
    ...environment.map(([what, value]) => tableLine([what, value])),
    '',
  ].join('\n')
}

const joinNames = (names: readonly string[]) => names.join(', ') || 'nothing'
const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
