import { execFile } from 'node:child_process'
import { existsSync, fdatasyncSync, openSync, closeSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Cluster, Database } from './cluster.ts'
import { closedLoop } from './load.ts'
import { stopwatch, type Latency } from './statistics.ts'
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

export interface Inserted {
  readonly rate: number
  readonly latency: Latency
}

export interface Inserting {
  /** By whom the load is made. */
  readonly tool: 'pgbench' | 'node'
  /** One row a commit. */
  readonly run: (clients: number, forMs: number) => Promise<Inserted>
}

export const inserting = async (cluster: Cluster, database: Database): Promise<Inserting> => {
  await database.rows(unsafeLog)
  const pgbench = ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench'].find((file) =>
    existsSync(file),
  )
  return pgbench === undefined
    ? { tool: 'node', run: (clients, forMs) => insertFromNode(database, clients, forMs) }
    : { tool: 'pgbench', run: (clients, forMs) => insertByPgbench(cluster, pgbench, database, clients, forMs) }
}

const insertByPgbench = async (
  { exchange }: Cluster,
  pgbench: string,
  database: Database,
  clients: number,
  forMs: number,
): Promise<Inserted> => {
  const script = join(exchange, 'insert.sql')
  writeFileSync(script, `${insert(`'review-' || gen_random_uuid()`, 'gen_random_uuid()').replaceAll('\n', ' ')};\n`)
  const log = join(exchange, 'insert')
  // Its clock runs while it connects; its rate leaves that time out.
  const seconds = Math.ceil(forMs / 1_000) + Math.ceil(clients / 16)
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', '-T', `${seconds}`]
  const logging = ['-l', `--log-prefix=${log}`]
  const started = promisify(execFile)(pgbench, [...options, ...logging, '-f', script, database.url])
  const { stdout } = await started
  const lines = readFileSync(`${log}.${started.child.pid}`, 'utf8').split('\n')
  const watch = stopwatch()
  for (const line of lines) if (line !== '') watch.record(Number(line.split(' ')[2]) / 1_000)
  rmSync(`${log}.${started.child.pid}`)
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench measured nothing: ${stdout}`)
  return { rate, latency: watch.read() }
}

const insertFromNode = async (database: Database, clients: number, forMs: number): Promise<Inserted> => {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      return client
    }),
  )
  const free = [...connections]
  const statement = { name: 'insert', text: insert('$1', '$2') }
  const measured = await closedLoop(clients, { ms: forMs }, async () => {
    const client = free.pop()
    await client?.query({ ...statement, values: [newStream(), newId()] })
    if (client) free.push(client)
  })
  await Promise.all(connections.map((client) => client.end()))
  return measured
}
