import { fdatasyncSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster, Database } from './cluster.ts'
import { repeating, type Ran } from './repeating.ts'
import { meta, newId, newStream, reviewOf } from './workload.ts'

/** Eight kilobytes written and flushed, one after the other: how often a second this disk makes something last. */
export const flushesPerSecond = ({ exchange }: Cluster, forMs: number): number => {
  const file = join(exchange, 'flushed')
  const to = openSync(file, 'w')
  const block = Buffer.alloc(8_192, 1)
  const from = performance.now()
  let flushes = 0
  while (performance.now() - from < forMs) {
    writeSync(to, block, 0, block.length, 0)
    fdatasyncSync(to)
    flushes++
  }
  const seconds = (performance.now() - from) / 1_000
  closeSync(to)
  rmSync(file)
  return flushes / seconds
}

export interface Copying {
  /** Rows a second into a table like the log's, with its indexes. */
  readonly copyIn: () => Promise<{ readonly rate: number }>
}

/** Server-side, from a file: no client, no network, no parsing but Postgres's own. */
export const copying = async ({ exchange }: Cluster, database: Database, events: number): Promise<Copying> => {
  const file = join(exchange, `${database.name}.copy`)
  await database.rows(`copy (select * from log.events order by position limit ${events}) to '${file}' (format binary)`)
  await database.rows(`create table copied (like log.events including all)`)
  return {
    copyIn: async () => {
      await database.rows('truncate copied')
      const from = performance.now()
      await database.rows(`copy copied from '${file}' (format binary)`)
      return { rate: (events / (performance.now() - from)) * 1_000 }
    },
  }
}

/** The log in order, over a connection, thrown away there. */
export const copyOut = async (database: Database): Promise<{ readonly rate: number }> => {
  const events = await database.number('select count(*) from log.events')
  const from = performance.now()
  await database.rows(`copy (select * from log.events order by position) to stdout`)
  return { rate: (events / (performance.now() - from)) * 1_000 }
}

/** A log as most begin: numbers from a sequence, every commit for itself. It loses events under readers' eyes. */
const unsafeLog = `create table unsafe_events (
    position bigint generated always as identity primary key,
    stream text not null,
    version int not null,
    id uuid not null unique,
    type smallint not null,
    meta text not null,
    data text not null,
    unique (stream, version)
  )`

const insert = (stream: string, id: string) =>
  `insert into unsafe_events (stream, version, id, type, meta, data) values (${stream}, 1, ${id}, 1,
    '${JSON.stringify(meta)}', '${JSON.stringify(reviewOf('doc-0000001').data)}')`

export interface Inserting {
  /** By whom the load is made. */
  readonly tool: 'pgbench' | 'node'
  /** One row a commit. */
  readonly run: (clients: number, forMs: number) => Promise<Ran>
}

export const inserting = async (cluster: Cluster, database: Database): Promise<Inserting> => {
  await database.rows(unsafeLog)
  const { tool, run } = repeating(cluster, database, {
    name: 'insert',
    pgbench: insert(`'review-' || gen_random_uuid()`, 'gen_random_uuid()'),
    node: { text: insert('$1', '$2'), values: () => [newStream(), newId()] },
  })
  return { tool, run: (clients, ms) => run(clients, { ms }) }
}
