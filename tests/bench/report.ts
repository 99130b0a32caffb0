import { figure, judge, type Finding } from './finding.ts'
import { boundOf, criterionOf, goals, withUnit } from './goals.ts'
import type { Circumstances } from './machine.ts'
import type { Plan } from './plan.ts'
import type { Latency } from './statistics.ts'

export interface KeptLatency {
  readonly goals: string
  readonly leg: string
  readonly latency: Latency
}

/** One criterion as a row of words. */
export interface Row {
  readonly goal: string
  readonly what: string
  readonly measured: string
  readonly spread: string
  readonly figures: string
  readonly pass: string
  readonly lead: string
}

export const rowOf = (finding: Finding, judged: boolean): Row => {
  const { goal, criterion, measured, figures } = finding
  const bounds = criterionOf(goal, criterion)
  const { pass, lead } = judge(finding)
  const mark = (reached: boolean | null) => (!judged || reached === null ? '' : reached ? ' ✓' : ' ✗')
  return {
    goal,
    what: `${goals[goal].what}: ${bounds.what}`,
    measured: withUnit(measured.value, bounds.unit),
    spread: `${withUnit(measured.low, bounds.unit)} – ${withUnit(measured.high, bounds.unit)}`,
    figures,
    pass: `${boundOf(bounds, bounds.pass)}${mark(pass)}`,
    lead: `${boundOf(bounds, bounds.lead)}${mark(lead)}`,
  }
}

/** For the terminal. */
export const table = (rows: readonly Row[]): string => {
  const cells = [titles, ...rows.map((row) => columns.map((column) => row[column]))]
  const widths = columns.map((_, n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)))
  return cells.map((row) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')).join('\n')
}

const columns = ['goal', 'what', 'measured', 'spread', 'pass', 'lead', 'figures'] as const
const titles = ['goal', 'what', 'measured', 'lowest – highest', 'pass', 'lead', 'median figures']

/** What fell under pass, by goal and criterion: what makes a run fail, and what a decision accepts. */
export const underPass = (findings: readonly Finding[]) => {
  const under = findings
    .filter((finding) => judge(finding).pass === false)
    .map(({ goal, criterion }) => ({ name: `${goal} ${criterion}`, ...criterionOf(goal, criterion) }))
  return {
    missed: under.filter(({ forgone }) => forgone === undefined).map(({ name }) => name),
    forgone: under.filter(({ forgone }) => forgone !== undefined).map(({ name, forgone }) => `${name} (${forgone})`),
  }
}

/** For `docs/benchmarks.md`. */
export const document = (
  findings: readonly Finding[],
  latencies: readonly KeptLatency[],
  where: Circumstances,
  plan: Plan,
): string => {
  const rows = findings.map((finding) => rowOf(finding, true))
  const { missed, forgone } = underPass(findings)
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
    `- P18: memory is looked at after ${figure(plan.memory.warmUp)} events, when the heap has grown to its size; each rebuild has a process of`,
    `  its own, and the short one ${figure(plan.memory.rebuilt)} events: what is over sooner ends before the heap has settled.`,
    '- P26: both sides take as many of as many open cases. The base is one table and one statement, by pgbench; ours is the',
    '  use case, in process, with all that follows from a claim running beside it, and a moderator comes back when the read',
    '  models show his last claim, as a browser would.',
    '- R8: for a minute transactions that have written are left open, here and in another database, another idles, and dumps hold',
    '  every table of both; in the second third the dump of our log copies it again and again, in the last third that of as much',
    '  elsewhere: so what a dump does to the log is told from what it takes of the processors. The embedded Postgres has no',
    '  `pg_dump`: ours has its snapshot, its locks and its COPY, to a process that throws it away.',
    '- Our processes are set up as our programs are (`infrastructure/composition/engine.ts`), emmett’s as Node sets itself up.',
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
    line(titles),
    line(titles.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column]))),
    '',
    `Under *pass* in this run: ${listed(missed)}. Under *pass* and forgone: ${listed(forgone)}.`,
    '',
    '## Latencies',
    '',
    'In milliseconds, of the run with the middle p99, from an HDR histogram of three figures. P8 and P19 are open loop.',
    '',
    line(['goals', 'side', 'count', 'p50', 'p95', 'p99', 'p99.9', 'max']),
    line(Array.from({ length: 8 }, () => '---')),
    ...latencies.map(({ goals, leg, latency: { count, p50, p95, p99, p999, max } }) =>
      line([goals, leg, figure(count), ...[p50, p95, p99, p999, max].map(figure)]),
    ),
    '',
    '## Where',
    '',
    line(['', '']),
    line(['---', '---']),
    ...where.map(([what, value]) => line([what, value])),
    '',
  ].join('\n')
}

const listed = (names: readonly string[]) => names.join(', ') || 'nothing'
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
