import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { startPersistentStandIn } from '../support/eventstoredb-stand-in/persistent.ts'
import { waitUntilIdle } from './crash-test.ts'
import { checkConsistency } from './consistency-check.ts'
import { createLoadGenerator, type LoadGenerator } from './load-generator.ts'
import { startServer } from './server-process.ts'

const runbook = readFileSync('docs/runbook.md', 'utf8')
const password = 'backup'
const settings = { GARBO_MASTER_KEY: randomBytes(32).toString('base64') }

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-backup-'))
  // Postgres may run as another user
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const startPostgres = async (dir: string) => {
  const postgres = await startEmbeddedPostgres({ dir, password })
  onTestFinished(postgres.stop)
  return { ...postgres, dir }
}
type Postgres = Awaited<ReturnType<typeof startPostgres>>

const startEventStoreDb = async (folder: string) => {
  const server = await startPersistentStandIn(folder)
  onTestFinished(server.kill)
  return server
}

const withClient = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies the data folder of a running server, as pg_basebackup does. */
const backUpPostgres = (postgres: Postgres, to: string) =>
  withClient(postgres.url, async (client) => {
    await client.query(`select pg_backup_start('test', true)`)
    cpSync(postgres.dir, to, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(path),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    // The log of changes last: recovery needs all of it up to the end of the backup.
    cpSync(join(postgres.dir, 'pg_wal'), join(to, 'pg_wal'), { recursive: true })
  })

const readKeyring = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query<{ row: unknown }>('select to_json(s) as row from keyring.subjects s')).rows,
  )

/** Adds keys of a later copy and destroys those destroyed since, with the statement of the runbook. */
const mergeKeyring = (url: string, rows: readonly { readonly row: unknown }[]) =>
  withClient(url, async (client) => {
    await client.query('create temp table later (like keyring.subjects)')
    await client.query('insert into later select * from json_populate_recordset(null::keyring.subjects, $1)', [
      JSON.stringify(rows.map(({ row }) => row)),
    ])
    await client.query(/insert into keyring.subjects[^;]+/.exec(runbook)?.[0] ?? '')
  })

/** The order of the vendor: checkpoints first, then the chunks. */
const backUpEventStoreDb = async (from: string, to: string) => {
  mkdirSync(to)
  const files = readdirSync(from)
  const checkpoints = files.filter((name) => name.endsWith('.chk')).toSorted()
  for (const name of checkpoints) copyFileSync(join(from, name), join(to, name))
  await pause(300)
  for (const name of files.filter((file) => !checkpoints.includes(file))) copyFileSync(join(from, name), join(to, name))
}

const prepareRestore = (folder: string) => copyFileSync(join(folder, 'chaser.chk'), join(folder, 'truncate.chk'))

/** Runs Garbo under load; resolves to what `backUp` returns and to what was acknowledged before it began. */
const backUpUnderLoad = async <A>(env: Readonly<Record<string, string>>, backUp: () => Promise<A>) => {
  const server = await startServer({ env })
  const load = await createLoadGenerator(server.address)
  const stopping = new AbortController()
  const running = load.run([server.address], stopping.signal)
  while (load.acknowledged.size < 40) await pause(50)
  const acknowledged = new Map(load.acknowledged)
  const result = await backUp()
  const during = load.acknowledged.size
  while (load.acknowledged.size < during + 10) await pause(50)
  stopping.abort()
  await running
  await server.stop()
  return { result, load: { ...load, acknowledged }, all: load.acknowledged.size }
}

/** Starts Garbo on the restored stores until it has caught up, then compares everything. */
const checkRestored = async (env: Readonly<Record<string, string>>, load: LoadGenerator) => {
  const server = await startServer({ env })
  await waitUntilIdle(server.address)
  await server.stop()
  return checkConsistency(env, load)
}

it('a copy of Postgres taken under load restores everything acknowledged before, and passes the audit', async () => {
  const folder = temporaryFolder()
  const [original, backup] = [join(folder, 'original'), join(folder, 'backup')]
  const postgres = await startPostgres(original)
  const env = { ...settings, GARBO_HOME: folder }
  const { load } = await backUpUnderLoad({ ...env, DATABASE_URL: postgres.url }, () => backUpPostgres(postgres, backup))
  await postgres.stop()
  const restored = await startPostgres(backup)
  const { faults, events } = await checkRestored({ ...env, DATABASE_URL: restored.url }, load)
  expect(faults).toEqual([])
  expect(events).toBeGreaterThan(load.acknowledged.size)
}, 180_000)

it('copies of Postgres, EventStoreDB and the keyring, taken under load in this order, restore everything', async () => {
  const folder = temporaryFolder()
  const [original, backup, log, logBackup] = ['original', 'backup', 'log', 'log-backup'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const postgres = await startPostgres(original)
  const eventStoreDb = await startEventStoreDb(log)
  const env = { ...settings, GARBO_HOME: folder, DATABASE_URL: postgres.url, ESDB_URL: eventStoreDb.connectionString }
  const { load, result: keys } = await backUpUnderLoad(env, async () => {
    await backUpPostgres(postgres, backup)
    await backUpEventStoreDb(log, logBackup)
    return readKeyring(postgres.url)
  })
  await eventStoreDb.kill()
  await postgres.stop()

  prepareRestore(logBackup)
  const restored = await startPostgres(backup)
  await mergeKeyring(restored.url, keys)
  const restoredLog = await startEventStoreDb(logBackup)
  const { faults, events } = await checkRestored(
    { ...env, DATABASE_URL: restored.url, ESDB_URL: restoredLog.connectionString },
    load,
  )
  expect(faults).toEqual([])
  expect(events).toBeGreaterThan(load.acknowledged.size)
}, 180_000)
