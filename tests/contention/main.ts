import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { postgresTestStore } from './stores.ts'
import { contentionSuite, fullSizes } from './suite.ts'

/** Trials to run, for example `npm run contention -- R6,R8`; all by default. */
const selectedRules = (process.argv[2] ?? 'R').toUpperCase().split(',')

const base = mkdtempSync(join(tmpdir(), 'garbo-contention-'))
// The server may run as another user.
chmodSync(base, 0o755)
const options = { dir: join(base, 'pg'), password: 'contention', settings: ['max_connections=200'] }
let server = await startEmbeddedPostgres(options)
const port = Number(new URL(server.url).port)
const restartServer = async () => {
  await server.stop()
  server = await startEmbeddedPostgres({ ...options, port })
}

const createDatabase = async (): Promise<string> => {
  const name = `e_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}

const resources = {
  otherDatabaseUrl: await createDatabase(),
  postgres: async () => postgresTestStore(await createDatabase(), restartServer),
}

let faultCount = 0
try {
  for (const [name, run] of Object.entries(contentionSuite(resources, fullSizes))) {
    if (!selectedRules.some((rule) => name.startsWith(rule))) continue
    const from = performance.now()
    const { done, faults } = await run().catch((error: unknown) => ({ done: 'failed', faults: [String(error)] }))
    console.log(`${name}\n  ${done}; ${Math.round((performance.now() - from) / 1_000)} s, ${faults.length} faults`)
    for (const fault of faults) console.error(`  ${fault}`)
    faultCount += faults.length
  }
} finally {
  await server.stop()
  rmSync(base, { recursive: true, force: true })
}
process.exit(faultCount === 0 ? 0 : 1)
