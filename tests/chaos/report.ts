import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import type { ChaosReport, IncidentRecord } from './chaos-test.ts'

const page = new URL('../../docs/benchmarks.md', import.meta.url)
const heading = '## Incidents'

/** The section that `npm run chaos` writes into `docs/benchmarks.md`, the last one; empty if it was never written. */
export const incidentsSection = (): string => {
  const text = readFileSync(page, 'utf8')
  const start = text.indexOf(`\n${heading}\n`)
  return start < 0 ? '' : text.slice(start)
}

/** Replaces the section about incidents in `docs/benchmarks.md`. */
export const writeIncidents = async (report: ChaosReport, seed: number): Promise<void> => {
  const text = readFileSync(page, 'utf8').replace(incidentsSection(), '')
  const style = await resolveConfig(page)
  writeFileSync(page, await format(`${text}\n${renderIncidents(report, seed)}`, { ...style, parser: 'markdown' }))
}

const renderIncidents = ({ records, takeovers, acknowledged, events, faults }: ChaosReport, seed: number): string =>
  [
    heading,
    '',
    `Written by \`npm run chaos -- ${records.length} --seed ${seed} --write\`: two API processes, two workers, Postgres, Redis and a mail server on one`,
    'machine. Each incident starts at a random moment under load and lasts up to six seconds. Afterwards the log is compared with every',
    'response, every read model with a fresh fold of the log, and the mailboxes with the registrations. Medians, with the longest in brackets.',
    '',
    '- *Without writes*: the longest time without an accepted write, from the start of the incident to complete recovery.',
    '- *Writes again*: from the end of the cause until each API process has accepted a write; *pass* is 5 s.',
    '- *Ready again*: from the end of the cause until every process is ready.',
    '',
    tableLine(['incident', 'times', 'without writes', 'writes again', 'ready again']),
    tableLine(Array.from({ length: 5 }, () => '---')),
    ...[...Map.groupBy(records, ({ incident }) => incident)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([incident, rounds]) =>
        tableLine([
          incident,
          String(rounds.length),
          ...(['withoutWritesMs', 'writesAfterMs', 'readyAfterMs'] as const).map((figure) => spread(rounds, figure)),
        ]),
      ),
    '',
    `${acknowledged} acknowledged requests, ${events} events; lost, duplicated or wrong: ${faults.length}.`,
    '',
    'Until another worker led all readers of one that was lost, under the same load; the longest of two times, and the goal:',
    '',
    tableLine(['lost by', 'taken over after', 'pass']),
    tableLine(Array.from({ length: 3 }, () => '---')),
    ...[...Map.groupBy(takeovers, ({ what }) => what)].map(([what, times]) =>
      tableLine([
        what,
        formatSeconds(Math.max(...times.map(({ tookMs }) => tookMs))),
        `≤ ${formatSeconds(times[0]?.limitMs ?? 0)}`,
      ]),
    ),
    '',
  ].join('\n')

const spread = (
  records: readonly IncidentRecord[],
  figure: 'withoutWritesMs' | 'writesAfterMs' | 'readyAfterMs',
): string => {
  const sorted = records.map((record) => record[figure]).toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return `${formatSeconds(median)} (${formatSeconds(sorted.at(-1) ?? 0)})`
}

export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
