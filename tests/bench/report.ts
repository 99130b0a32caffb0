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

/** One criterion as a row of words. */
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

/** For the terminal. */
export const formatTable = (rows: readonly ReportRow[]): string => {
  const cells = [titles, ...rows.map((row) => columns.map((column) => row[column]))]
  const widths = columns.map((_, n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)))
  return cells.map((row) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')).join('\n')
}

const columns = ['goal', 'what', 'measured', 'spread', 'pass', 'lead', 'figures'] as const
const titles = ['goal', 'what', 'measured', 'lowest – highest', 'pass', 'lead', 'median figures']

/** What fell under pass, by goal and criterion: what makes a run fail, and what a decision accepts. */
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

/** For `docs/benchmarks.md`. */
export const renderReport = (
  findings: readonly Result[],
  latencies: readonly RecordedLatency[],
  where: Environment,
  plan: BenchPlan,
): string => {
  const rows = findings.map((finding) => reportRow(finding, true))
  const { missed, accepted } = belowPass(findings)
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write`; run it to check us. Everything is measured side by side in one run on one',
    'durable Postgres, and judged as a ratio: a ratio survives a change of machine, an absolute figure does not.',
    '',
    '## How',
    '',
    `- Each side has a process and a database of its own, ${plan.warmUpMs / 1_000} s to warm up and ${plan.runs} runs by turns, each from a fresh checkpoint;`,
    `  P2 and P3, which write little, have ${plan.moreRuns}. A ratio is taken run by run; printed are the median and the extremes.`,
    '  P18’s slope, P20 and P23 are measured once.',
    '- Same events (about 140 bytes of JSON, 45 of metadata), same time-ordered ids. emmett has the pool that served it best.',
    '- After each side has ended, SQL counts what it stored: all it acknowledged, and in our log no position missing. A',
    '  single failed or rejected operation voids a goal.',
    '- COPY, catching up and rebuilding take a second or two: each is done again and again for as long as appends are',
    '  measured, and its rate is the mean.',
    `- P18: memory is looked at after ${formatFigure(plan.memory.warmUp)} events, when the heap has grown to its size; each rebuild has a process of`,
    `  its own, and the short one ${formatFigure(plan.memory.rebuilt)} events: what is over sooner ends before the heap has settled.`,
    '- P26: both sides take as many of as many open cases. The base is one table and one statement, by pgbench; ours is the',
    '  use case, in process, with all that follows from a claim running beside it, and a moderator comes back when the read',
    '  models show his last claim, as a browser would.',
    '- R8: for a minute transactions that have written are left open, here and in another database, another idles, and dumps hold',
    '  every table of both; in the second third the dump of our log copies it again and again, in the last third that of as much',
    '  elsewhere: so what a dump does to the log is told from what it takes of the processors. The embedded Postgres has no',
    '  `pg_dump`: ours has its snapshot, its locks and its COPY, to a process that throws it away.',
    '- Our processes are set up as our programs are (`infrastructure/composition/v8-flags.ts`), emmett’s as Node sets itself up.',
    '- L1 and L2 ask a whole Garbo over HTTP. Its read tables are filled by SQL; one visitor goes from the one page to the',
    '  other and back, all requests of a page at once. L3 is clocked by a process of its own, from when the event came out of',
    '  the log.',
    '- COPY and the one-row insert are Postgres’s own limits on this machine: COPY in from a file, COPY out to a client,',
    '  the insert by pgbench. Load and server share the processors, so figures are lower than with a machine each.',
    '- The EventStoreDB adapter runs against our protocol stand-in: that tells what the adapter costs beside the bare',
    '  client, not how fast a server is.',
    '- `npm run bench` exits with 1 when a figure falls under *pass*, unless a decision on record accepts it: then it is',
    '  named as forgone. *Lead* is where we take the front of the field to be.',
    '',
    '## Results',
    '',
    tableLine(titles),
    tableLine(titles.map(() => '---')),
    ...rows.map((row) => tableLine(columns.map((column) => row[column]))),
    '',
    `Under *pass* in this run: ${joinNames(missed)}. Under *pass* and forgone: ${joinNames(accepted)}.`,
    '',
    '## Latencies',
    '',
    'In milliseconds, of the run with the middle p99, from an HDR histogram of three figures. P8 and P19 are open loop.',
    '',
    tableLine(['goals', 'side', 'count', 'p50', 'p95', 'p99', 'p99.9', 'max']),
    tableLine(Array.from({ length: 8 }, () => '---')),
    ...latencies.map(({ goals, leg, latency: { count, p50, p95, p99, p999, max } }) =>
      tableLine([goals, leg, formatFigure(count), ...[p50, p95, p99, p999, max].map(formatFigure)]),
    ),
    '',
    '## Where',
    '',
    tableLine(['', '']),
    tableLine(['---', '---']),
    ...where.map(([what, value]) => tableLine([what, value])),
    '',
  ].join('\n')
}

const joinNames = (names: readonly string[]) => names.join(', ') || 'nothing'
const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
