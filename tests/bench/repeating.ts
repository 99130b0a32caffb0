import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Cluster, Database } from './cluster.ts'
import { closedLoop, type Extent } from './load.ts'
import { stopwatch, type Latency } from './statistics.ts'

/** One statement, a commit each; as pgbench is given it, and as a client of ours sends it. */
export interface Repeated {
  readonly name: string
  readonly pgbench: string
  readonly node: { readonly text: string; readonly values: (client: number) => readonly unknown[] }
}

export interface Ran {
  readonly rate: number
  readonly latency: Latency
}

export interface Repeating {
  /** By whom the load is made. */
  readonly tool: 'pgbench' | 'node'
  readonly run: (clients: number, extent: Extent) => Promise<Ran>
}

/** A bare statement by many clients, by pgbench where there is one. */
export const repeating = (cluster: Cluster, database: Database, statement: Repeated): Repeating => {
  const pgbench = ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench'].find((file) =>
    existsSync(file),
  )
  return pgbench === undefined
    ? { tool: 'node', run: (clients, extent) => fromNode(database, statement, clients, extent) }
    : { tool: 'pgbench', run: (clients, extent) => byPgbench(cluster, pgbench, database, statement, clients, extent) }
}

const byPgbench = async (
  { exchange }: Cluster,
  pgbench: string,
  database: Database,
  { name, pgbench: text }: Repeated,
  clients: number,
  extent: Extent,
): Promise<Ran> => {
  const script = join(exchange, `${name}.sql`)
  writeFileSync(script, `${text.replaceAll('\n', ' ')};\n`)
  const log = join(exchange, name)
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', ...extentOf(clients, extent)]
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

/** Its clock runs while it connects; its rate leaves that time out. */
const extentOf = (clients: number, extent: Extent): readonly string[] =>
  'ms' in extent
    ? ['-T', `${Math.ceil(extent.ms / 1_000) + Math.ceil(clients / 16)}`]
    : ['-t', `${Math.ceil(extent.operations / clients)}`]

const fromNode = async (
  database: Database,
  { name, node: { text, values } }: Repeated,
  clients: number,
  extent: Extent,
): Promise<Ran> => {
  const connections = await Promise.all(
    Array.from({ length: clients }, async (_, nth) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      return { client, nth }
    }),
  )
  const free = [...connections]
  const measured = await closedLoop(clients, extent, async () => {
    const one = free.pop()
    await one?.client.query({ name, text, values: [...values(one.nth)] })
    if (one) free.push(one)
  })
  await Promise.all(connections.map(({ client }) => client.end()))
  return measured
}
