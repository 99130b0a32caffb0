import { execFile } from 'node:child_process'
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { closedLoop, type Extent } from './load.ts'
import type { Cluster, Database } from './postgres.ts'
import { type Latency, latencyRecorder } from './statistics.ts'
import { meta, newId, newStream, reviewOf } from './workload.ts'

/** A statement executed repeatedly, each in its own transaction: as a pgbench script and as a `pg` query. */
export interface RepeatedStatement {
  readonly name: string
  readonly pgbench: string
  readonly node: { readonly text: string; readonly values: (client: number) => readonly unknown[] }
}

export interface StatementResult {
  readonly rate: number
  readonly latency: Latency
}

export interface StatementRunner {
  /** The program that generates the load. */
  readonly tool: 'pgbench' | 'node'
  readonly run: (clients: number, extent: Extent) => Promise<StatementResult>
}

/** Runs a bare statement from many clients, with pgbench if it is installed. */
export const statementRunner = (
  cluster: Cluster,
  database: Database,
  statement: RepeatedStatement,
): StatementRunner => {
  const pgbench = ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench'].find((file) =>
    existsSync(file),
  )
  return pgbench === undefined
    ? { tool: 'node', run: (clients, extent) => runFromNode(database, statement, clients, extent) }
    : {
        tool: 'pgbench',
        run: (clients, extent) => runWithPgbench(cluster, pgbench, database, statement, clients, extent),
      }
}

const runWithPgbench = async (
  { exchangeFolder }: Cluster,
  pgbench: string,
  database: Database,
  { name, pgbench: text }: RepeatedStatement,
  clients: number,
  extent: Extent,
): Promise<StatementResult> => {
  const script = join(exchangeFolder, `${name}.sql`)
  writeFileSync(script, `${text.replaceAll('\n', ' ')};\n`)
  const log = join(exchangeFolder, name)
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', ...pgbenchExtent(clients, extent)]
  const logging = ['-l', `--log-prefix=${log}`]
  const started = promisify(execFile)(pgbench, [...options, ...logging, '-f', script, database.url])
  const { stdout } = await started
  const lines = readFileSync(`${log}.${started.child.pid}`, 'utf8').split('\n')
  const watch = latencyRecorder()
  for (const line of lines) if (line !== '') watch.record(Number(line.split(' ')[2]) / 1_000)
  rmSync(`${log}.${started.child.pid}`)
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench measured nothing: ${stdout}`)
  return { rate, latency: watch.read() }
}

/** pgbench's duration includes connecting, its reported rate does not; so the time to connect is added. */
const pgbenchExtent = (clients: number, extent: Extent): readonly string[] =>
  'ms' in extent
    ? ['-T', `${Math.ceil(extent.ms / 1_000) + Math.ceil(clients / 16)}`]
    : ['-t', `${Math.ceil(extent.operations / clients)}`]

const runFromNode = async (
  database: Database,
  { name, node: { text, values } }: RepeatedStatement,
  clients: number,
  extent: Extent,
): Promise<StatementResult> => {
  const connections = await Promise.all(
    Array.from({ length: clients }, async (_, nth) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      return { client, nth }
    }),
  )
  const free = [...connections]
  const measured = await closedLoop(clients, extent, async () => {
    const connection = free.pop()
    await connection?.client.query({ name, text, values: [...values(connection.nth)] })
    if (connection) free.push(connection)
  })
  await Promise.all(connections.map(({ client }) => client.end()))
  return measured
}

/** Durable writes per second of this disk: 8 kB written and flushed, sequentially. */
export const flushesPerSecond = ({ exchangeFolder }: Cluster, forMs: number): number => {
  const file = join(exchangeFolder, 'flushed')
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

export interface CopyBaseline {
  /** Rows per second copied into a table with the columns and indexes of the log. */
  readonly copyIn: () => Promise<{ readonly rate: number }>
}

/** Copies on the server from a binary file, so that client and network cost nothing. */
export const copyBaseline = async (
  { exchangeFolder }: Cluster,
  database: Database,
  events: number,
): Promise<CopyBaseline> => {
  const file = join(exchangeFolder, `${database.name}.copy`)
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

/** Copies the log in order to a client that discards it. */
export const copyLogOut = async (database: Database): Promise<{ readonly rate: number }> => {
  const events = await database.number('select count(*) from log.events')
  const from = performance.now()
  await database.rows(`copy (select * from log.events order by position) to stdout`)
  return { rate: (events / (performance.now() - from)) * 1_000 }
}

/**
 * The usual first design of a log: positions from a sequence, one commit each. Concurrent readers miss events that commit
 * out of order.
 */
const sequenceLogTable = `create table unsafe_events (
    position bigint generated always as identity primary key,
    stream text not null,
    version int not null,
    id uuid not null unique,
    type smallint not null,
    meta text not null,
    data text not null,
    unique (stream, version)
  )`

const insertStatement = (stream: string, id: string) =>
  `insert into unsafe_events (stream, version, id, type, meta, data) values (${stream}, 1, ${id}, 1,
    '${JSON.stringify(meta)}', '${JSON.stringify(reviewOf('doc-0000001').data)}')`

export interface InsertBaseline {
  /** The program that generates the load. */
  readonly tool: 'pgbench' | 'node'
  /** Inserts one row per transaction. */
  readonly run: (clients: number, forMs: number) => Promise<StatementResult>
}

export const insertBaseline = async (cluster: Cluster, database: Database): Promise<InsertBaseline> => {
  await database.rows(sequenceLogTable)
  const { tool, run } = statementRunner(cluster, database, {
    name: 'insert',
    pgbench: insertStatement(`'review-' || gen_random_uuid()`, 'gen_random_uuid()'),
    node: { text: insertStatement('$1', '$2'), values: () => [newStream(), newId()] },
  })
  return { tool, run: (clients, ms) => run(clients, { ms }) }
}
