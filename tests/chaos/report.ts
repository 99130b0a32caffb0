import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import type { ChaosReport, IncidentRecord } from './chaos-test.ts'
import { type LogStore, logStores } from './cluster.ts'
import type { Takeover } from './takeovers.ts'

const page = new URL('../../docs/benchmarks.md', import.meta.url)
const headings: Readonly<Record<LogStore, string>> = {
  postgres: '## Incidents',
  eventstoredb: '## Incidents with the log in EventStoreDB',
}

const storesOf: Readonly<Record<LogStore, string>> = {
  postgres: 'Postgres',
  eventstoredb: 'Postgres, a stand-in for EventStoreDB that keeps the log on disk',
}

const sectionOf = (text: string, heading: string): string => {
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) return ''
  const end = text.indexOf('\n## ', start + 1)
  return end < 0 ? text.slice(start) : text.slice(start, end)
}

export const slowRecoveries = ({ records, writesAfterLimitMs }: ChaosReport): readonly IncidentRecord[] =>
  records.filter(({ writesAfterMs }) => writesAfterMs > writesAfterLimitMs)

export const lateTakeovers = ({ takeovers }: ChaosReport): readonly Takeover[] =>
  takeovers.filter(({ tookMs, limitMs }) => tookMs > limitMs)

/** The sections that `npm run chaos` writes into `docs/benchmarks.md`, the last ones; empty if none was ever written. */
export const incidentsSection = (): string => {
  const text = readFileSync(page, 'utf8')
  return logStores.map((log) => sectionOf(text, headings[log])).join('')
}

/** Replaces a section about incidents in `docs/benchmarks.md`. */
export const writeIncidents = async (report: ChaosReport, command: string, log: LogStore): Promise<void> => {
  const text = readFileSync(page, 'utf8')
  const sections = logStores.map((store) => sectionOf(text, headings[store]))
  const before = sections.reduce((rest, section) => rest.replace(section, ''), text)
  const written = logStores.map((store, n) =>
    store === log ? `\n${renderIncidents(report, command, log)}` : sections[n],
  )
  const style = await resolveConfig(page)
  writeFileSync(page, await format(before + written.join(''), { ...style, parser: 'markdown' }))
}

const renderIncidents = (
  { records, writesAfterLimitMs, timeouts, takeovers, acknowledged, events, faults }: ChaosReport,
  command: string,
  log: LogStore,
): string =>
  [
    headings[log],
    '',
    `Written by \`${command}\`: two API processes, two workers, ${storesOf[log]}, Redis and a mail server on one machine.`,
    'Each incident starts at a random moment under load and lasts up to six seconds. Afterwards the log is compared with every',
    'response, every read model with a fresh fold of the log, and the mailboxes with the registrations. Medians, with the longest in brackets.',
    '',
    `All processes had ${timeouts.map((setting) => `\`${setting}\``).join(', ')}. With the defaults, a vanished store is noticed later`,
    '([runbook](runbook.md#connections)).',
    '',
    '- *Without writes*: the longest time without an accepted write, from the start of the incident to complete recovery.',
    `- *Writes again*: from the end of the cause until each API process has accepted a write; *pass* is ${writesAfterLimitMs / 1_000} s.`,
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
          ...(['withoutWritesMs', 'writesAfterMs', 'readyAfterMs'] as const).map((metric) => spread(rounds, metric)),
        ]),
      ),
    '',
    `${acknowledged} acknowledged requests, ${events} events; lost, duplicated or wrong: ${faults.length}.`,
    '',
    ...(takeovers.length > 0 ? renderTakeovers(takeovers) : []),
  ].join('\n')

const renderTakeovers = (takeovers: ChaosReport['takeovers']): readonly string[] => [
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
]

const spread = (
  records: readonly IncidentRecord[],
  metric: 'withoutWritesMs' | 'writesAfterMs' | 'readyAfterMs',
): string => {
  const sorted = records.map((record) => record[metric]).toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return `${formatSeconds(median)} (${formatSeconds(sorted.at(-1) ?? 0)})`
}

export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const tableLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
