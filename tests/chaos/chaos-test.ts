import { array, integer, nat, record as recordOf, sample, shuffledSubarray } from 'fast-check'
import { setTimeout as pause } from 'node:timers/promises'
import { eventStoreDbEventStore } from '../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { answerTimeout, defaultTimeouts } from '../../infrastructure/postgres/postgres.ts'
import { checkConsistency } from '../crash/consistency-check.ts'
import { createLoadGenerator, type LoadGenerator } from '../crash/load-generator.ts'
import { waitUntilReady } from '../crash/server-process.ts'
import { queryOnce } from '../support/embedded-postgres.ts'
import { type Cluster, type LogStore, startCluster } from './cluster.ts'
import { type Choose, type Incident, incidentsOf } from './incidents.ts'
import { formatSeconds } from './report.ts'
import { measureTakeovers, type Takeover } from './takeovers.ts'

/** Times in milliseconds. */
export interface IncidentRecord {
  readonly incident: string
  /** The longest time without an accepted write, from the start of the incident until everything was available again. */
  readonly withoutWritesMs: number
  /** From the end of the cause until each API process accepted a write. */
  readonly writesAfterMs: number
  /** From the end of the cause until every process was ready again. */
  readonly readyAfterMs: number
}

export interface ChaosReport {
  readonly records: readonly IncidentRecord[]
  /** The goal for `writesAfterMs`. */
  readonly writesAfterLimitMs: number
  /** As in `Cluster`. */
  readonly timeouts: readonly string[]
  /** Empty unless measured. */
  readonly takeovers: readonly Takeover[]
  readonly acknowledged: number
  readonly events: number
  readonly faults: readonly string[]
}

interface ChaosOptions {
  readonly rounds: number
  /** Repeats the incidents of an earlier run in their order, at the same moments. */
  readonly seed: number
  /** Short by default, so that each incident takes seconds; longer on a busy machine. */
  readonly databaseTimeoutSeconds?: number
  /** How many of the two workers are lost in each way, to measure takeovers; none by default. */
  readonly workersLost?: number
  /** Postgres by default. */
  readonly log?: LogStore
  /** Only incidents whose name contains this text. */
  readonly only?: string
  readonly print: (line: string) => void
}

/** After this time without recovery a restart would be needed. */
const recoveryLimitMs = 60_000

/** A request may be given three dead connections in a row; half a second for the rest. */
const writesAfterLimit = (databaseTimeoutSeconds: number): number => {
  const statementMs = databaseTimeoutSeconds * 1_000
  return 3 * answerTimeout({ ...defaultTimeouts, statementMs }) + 500
}

/**
 * Lets incidents happen under load, then checks that nothing is lost, duplicated or wrong, and that no process had to
 * be restarted.
 */
export const runChaosTest = async ({
  rounds,
  seed,
  databaseTimeoutSeconds = 1,
  workersLost = 0,
  log = 'postgres',
  only = '',
  print,
}: ChaosOptions): Promise<ChaosReport> => {
  const cluster = await startCluster(databaseTimeoutSeconds, log)
  try {
    const addresses = cluster.members.filter(({ role }) => role === 'api').map(({ address }) => address)
    const load = await createLoadGenerator(addresses[0] ?? '', {
      pauseMs: 500,
      timeoutMs: 3_000,
      registers: true,
      readMail: (_, email) => cluster.mail.textTo(email),
    })
    const stopping = new AbortController()
    const running = load.run(addresses, stopping.signal)
    const records: IncidentRecord[] = []
    for (const [n, round] of planRounds(
      rounds,
      seed,
      incidentsOf(log).filter(({ name }) => name.includes(only)),
    ).entries()) {
      await pause(round.afterMs)
      const record = await runIncident(cluster, load, addresses, round).catch((error: unknown) => {
        const why = [round.incident.name, 'no recovery without a restart', ...cluster.faults()]
        throw new Error(why.join(': '), { cause: error })
      })
      records.push(record)
      print(`${n + 1}: ${describe(record)}; ${load.acknowledged.size} acknowledged`)
    }
    const takeovers = await measureTakeovers(cluster, workersLost)
    stopping.abort()
    await running
    await waitUntilDelivered(cluster)
    await Promise.all(cluster.members.map(({ stop }) => stop()))
    const found = await checkConsistency(cluster.settings, load)
    const faults = [...cluster.faults(), ...(await undeliveredMail(cluster, load)), ...found.faults]
    const writesAfterLimitMs = writesAfterLimit(databaseTimeoutSeconds)
    return {
      records,
      writesAfterLimitMs,
      timeouts: cluster.timeouts,
      takeovers,
      acknowledged: load.acknowledged.size,
      events: found.events,
      faults,
    }
  } finally {
    await cluster.close()
  }
}

interface Round {
  readonly incident: Incident
  readonly afterMs: number
  readonly lastsMs: number
  /** Decides the random choices within the incident. */
  readonly choices: readonly number[]
}

/** Each incident occurs once before any is repeated. */
const planRounds = (rounds: number, seed: number, chosen: readonly Incident[]): readonly Round[] => {
  const order = shuffledSubarray([...chosen], { minLength: chosen.length })
  const cycles = sample(order, { seed, numRuns: Math.ceil(rounds / chosen.length) })
  const moment = recordOf({
    afterMs: integer({ min: 0, max: 1_000 }),
    lastsMs: integer({ min: 500, max: 6_000 }),
    choices: array(nat(), { minLength: 32, maxLength: 32 }),
  })
  const moments = sample(moment, { seed, numRuns: rounds })
  return cycles
    .flat()
    .slice(0, rounds)
    .map((incident, n) => ({ incident, ...(moments[n] as Omit<Round, 'incident'>) }))
}

const choosing = (choices: readonly number[]): Choose => {
  let taken = 0
  return (candidates) => candidates[(choices[taken++ % choices.length] ?? 0) % candidates.length] as never
}

const runIncident = async (
  cluster: Cluster,
  load: LoadGenerator,
  addresses: readonly string[],
  { incident, lastsMs, choices }: Round,
): Promise<IncidentRecord> => {
  load.longestGapMs()
  await incident.run(cluster, lastsMs, choosing(choices))
  const gone = performance.now()
  const sinceGone = () => performance.now() - gone
  const signal = AbortSignal.timeout(recoveryLimitMs)
  const [writesAfterMs, readyAfterMs] = await Promise.all([
    Promise.all(addresses.map((address) => load.probe(address, signal))).then(sinceGone),
    Promise.all(cluster.members.map(({ address }) => waitUntilReady(address))).then(sinceGone),
  ])
  return { incident: incident.name, withoutWritesMs: load.longestGapMs(), writesAfterMs, readyAfterMs }
}

const describe = ({ incident, withoutWritesMs, writesAfterMs, readyAfterMs }: IncidentRecord): string =>
  `${incident}: no writes for ${formatSeconds(withoutWritesMs)}, accepted again after ${formatSeconds(writesAfterMs)}, all ready after ${formatSeconds(readyAfterMs)}`

/** Resolves once all processes are ready, with nothing left to react to or to send. */
const waitUntilDelivered = async ({ members, postgres, eventStoreDb }: Cluster): Promise<void> => {
  const store = eventStoreDb && eventStoreDbEventStore(eventStoreDb)
  const until = performance.now() + deliveryLimitMs
  for (let unchanged = 0, last = ''; unchanged < 4;) {
    await pause(500)
    for (const { address } of members) await waitUntilReady(address)
    const [{ waiting } = { waiting: '' }] = (await queryOnce(postgres.url, unsentMail)) as readonly Waiting[]
    const end = JSON.stringify(store ? await store.head()() : await queryOnce(postgres.url, logEnd))
    const isUnchanged = end === last && waiting === '0'
    unchanged = isUnchanged || performance.now() > until ? unchanged + 1 : 0
    last = end
  }
  await store?.close()
}

interface Waiting {
  readonly waiting: string
}

/** A job that was running in a killed worker is repeated after half a minute. */
const deliveryLimitMs = 120_000

const logEnd = 'select max(position)::text from log.events'
const unsentMail = `select count(*) as waiting from ops.outbox
  where queue = 'mail' and delivered_at is null and coalesce(run_at, written_at) < now()`

/** Registrations that were acknowledged and never received an e-mail. */
const undeliveredMail = async ({ mail }: Cluster, { registered }: LoadGenerator): Promise<readonly string[]> => {
  const recipients = new Set(await mail.recipients())
  return [...registered].filter((email) => !recipients.has(email)).map((email) => `no e-mail reached ${email}`)
}
