import { type StatementResult, statementRunner } from '../baselines.ts'
import { assertEqual, assertNoFailures, type Benchmark, ratesOf, runInterleaved } from '../harness.ts'
import type { Cluster, Database } from '../postgres.ts'
import { ratioResult } from '../result.ts'
import { startSubject } from '../subject.ts'
import type { GarboTasks } from '../subjects/garbo.ts'

/** The usual queue: one table and a partial index on the unclaimed rows. */
const jobsTable = `create table if not exists jobs (
    id uuid primary key,
    priority int not null,
    due_at timestamptz not null,
    claimed_by int,
    claimed_until timestamptz
  );
  create index if not exists waiting on jobs (priority desc, due_at, id) where claimed_by is null`

const claimStatement = (by: string) =>
  `update jobs set claimed_by = ${by}, claimed_until = now() + interval '10 minutes' where id = (
    select id from jobs where claimed_by is null order by priority desc, due_at, id for update skip locked limit 1)`

export interface BareQueue {
  /** Leaves exactly `count` unclaimed jobs. */
  readonly reset: (count: number) => Promise<void>
  /** Claims `claims` jobs in total. */
  readonly run: (workers: number, claims: number) => Promise<StatementResult>
}

/** The bare `SKIP LOCKED` statement, without case life cycle, history or subscribers. */
const bareQueue = (cluster: Cluster, database: Database): BareQueue => {
  const { run } = statementRunner(cluster, database, {
    name: 'claim',
    pgbench: claimStatement(':client_id'),
    node: { text: claimStatement('$1'), values: (client) => [client] },
  })
  return {
    reset: async (count) => {
      await database.rows(jobsTable)
      await database.rows('truncate jobs')
      await database.rows(
        `insert into jobs select gen_random_uuid(), 110 + 10 * (n % 10), '2099-01-01Z' from generate_series(1, $1::int) n`,
        [count],
      )
      await database.rows('vacuum analyze jobs')
    },
    run: async (workers, claims) => {
      const ran = await run(workers, { operations: claims })
      assertEqual(
        'jobs claimed',
        await database.number('select count(*) from jobs where claimed_by is not null'),
        claims,
      )
      return ran
    },
  }
}

const moderatorCount = 16

/**
 * P26: both sides claim the same number of equally ordered cases. Garbo runs the use case with its projections and
 * deadlines in one process; the baseline records an owner and an expiry.
 */
const caseClaims: Benchmark = {
  goals: ['P26'],
  run: async (bench) => {
    const { open, claims } = bench.plan.queue
    const database = await bench.cluster.database('empty')
    const garbo = startSubject<GarboTasks>('garbo', { url: database.url })
    const bareDatabase = await bench.cluster.database('empty')
    const bare = bareQueue(bench.cluster, bareDatabase)
    await garbo.ask('moderators', { count: moderatorCount })
    const claim = async () => {
      await garbo.ask('openCases', { open })
      await bench.cluster.checkpoint()
      const measured = assertNoFailures(await garbo.ask('claim', { claims }))
      assertEqual('cases claimed', measured.operations, claims)
      return measured
    }
    const claimBare = async () => {
      await bare.reset(open)
      await bench.cluster.checkpoint()
      return bare.run(moderatorCount, claims)
    }
    await claimBare()
    await claim()
    const run = await runInterleaved(bench, { bare: claimBare, ours: claim })
    await garbo.end()
    const stored = await database.number(
      `select count(*) from log.events e join log.types t using (type_no) where t.name = 'CaseClaimed'`,
    )
    assertEqual('claims in the log', stored, claims * (bench.plan.runs + 1))
    for (const { drop } of [database, bareDatabase]) await drop()
    return [ratioResult('P26', 'rate', ratesOf(run.ours), ratesOf(run.bare), '/s')]
  },
}

export const caseClaimBenchmarks: readonly Benchmark[] = [caseClaims]
