import { families } from '../../../application/catalogue.ts'
import { reservationCategories } from '../../../domain/access/reservation/decider.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { verifyLog, type Check } from '../../audit/verify-log.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { Refused } from '../refused.ts'
import { beside } from './beside.ts'

/** Replays a stream as it was at a time, or counts the whole log again; personal fields stay sealed. */
export const auditCommands: Register = (program, config) => {
  const group = program.command('audit').description('the history behind a thing')
  group
    .command('verify')
    .description(
      'reads the whole log and counts again: positions, versions, readability, AVA, the wallets’ table, the triggers; ' +
        'ends with 1 when something is wrong',
    )
    .action(() => beside(config(), (foundations) => verify(foundations, config())))
  group
    .command('replay')
    .description('the events of a stream, in order, personal fields blank')
    .argument('<stream>', 'for instance review-<id>')
    .option('--at <time>', 'only what had happened by then (ISO 8601)')
    .action((stream: string, { at }: { readonly at?: string }) =>
      beside(config(), (foundations) => replay(foundations, stream, at)),
    )
}

const verify = async ({ store, history, storage: { pool } }: Foundations, { ESDB_URL }: Config): Promise<void> => {
  const logIn = ESDB_URL === undefined ? 'postgres' : 'eventstoredb'
  const checks = await verifyLog({ store, history, pool, logIn })
  for (const line of reported(checks)) console.log(line)
  if (checks.some(({ verdict }) => verdict === 'faulty')) process.exitCode = 1
}

const reported = (checks: readonly Check[]): readonly string[] => {
  const faults = checks.reduce((sum, { count }) => sum + count, 0)
  return [...checks.flatMap(linesOf), faults === 0 ? 'Nothing is wrong.' : `Faults: ${faults}.`]
}

const linesOf = ({ name, verdict, counted, holds, faults, count }: Check): readonly string[] => [
  `${name.padEnd(16)}${verdict.padEnd(9)}${[counted, verdict === 'sound' ? holds : ''].filter(Boolean).join(': ')}`,
  ...faults.map(({ stream, position, what }) => `  ${[stream, position].filter(Boolean).join(' ')} ${what}`.trimEnd()),
  ...(count > faults.length ? [`  … and ${count - faults.length} more`] : []),
]

const replay = async ({ history }: Foundations, stream: string, at: string | undefined): Promise<void> => {
  const until = at === undefined ? null : momentOf(at)
  const category = stream.slice(0, stream.indexOf('-'))
  const family = Object.entries(families).find(([name]) => name === category || isReservation(category, name))?.[1]
  if (family === undefined) throw new Error(`No stream is called ${stream}`)
  const past = await history.read<AnyEvent>(family, stream, 'blank')()
  if (E.isLeft(past)) throw new Error('The stream cannot be read', { cause: past.left })
  for (const { version, position, event, meta } of past.right) {
    if (until !== null && meta.occurredAt > until) break
    console.log(JSON.stringify({ version, position, at: meta.occurredAt, actor: meta.actor, ...event }))
  }
}

const isReservation = (category: string, name: string) =>
  name === 'reservation' && reservationCategories.some((one) => one === category)

const momentOf = (at: string): string => {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) throw new Refused(`${at} is no time: write it like 2026-11-21T09:00:00Z`)
  return new Date(ms).toISOString()
}
