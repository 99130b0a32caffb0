import { same } from './bench.ts'
import type { Cluster, Database } from './cluster.ts'
import { repeating, type Ran } from './repeating.ts'

/** A queue as most begin: one table, and an index that knows who waits. */
const table = `create table if not exists jobs (
    id uuid primary key,
    priority int not null,
    due_at timestamptz not null,
    claimed_by int,
    claimed_until timestamptz
  );
  create index if not exists waiting on jobs (priority desc, due_at, id) where claimed_by is null`

const claim = (by: string) =>
  `update jobs set claimed_by = ${by}, claimed_until = now() + interval '10 minutes' where id = (
    select id from jobs where claimed_by is null order by priority desc, due_at, id for update skip locked limit 1)`

export interface Claiming {
  /** From now on so many wait and nobody has claimed any. */
  readonly open: (count: number) => Promise<void>
  /** So many claims in all. */
  readonly run: (workers: number, claims: number) => Promise<Ran>
}

/** The bare statement of a queue: no life of a case, no history, nobody who hears of it. */
export const claiming = (cluster: Cluster, database: Database): Claiming => {
  const { run } = repeating(cluster, database, {
    name: 'claim',
    pgbench: claim(':client_id'),
    node: { text: claim('$1'), values: (client) => [client] },
  })
  return {
    open: async (count) => {
      await database.rows(table)
      await database.rows('truncate jobs')
      await database.rows(
        `insert into jobs select gen_random_uuid(), 110 + 10 * (n % 10), '2099-01-01Z' from generate_series(1, $1::int) n`,
        [count],
      )
      await database.rows('vacuum analyze jobs')
    },
    run: async (workers, claims) => {
      const ran = await run(workers, { operations: claims })
      same('jobs claimed', await database.number('select count(*) from jobs where claimed_by is not null'), claims)
      return ran
    },
  }
}
