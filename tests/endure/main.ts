import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../infrastructure/postgres/embedded.ts'
import { postgresGround } from './ground.ts'
import { full, trials } from './trials.ts'

/** `npm run endure -- R6,R8`: these only, all when none is named. */
const wanted = (process.argv[2] ?? 'R').toUpperCase().split(',')

const base = mkdtempSync(join(tmpdir(), 'garbo-endure-'))
// The server may run as somebody else.
chmodSync(base, 0o755)
const options = { dir: join(base, 'pg'), password: 'endure', settings: ['max_connections=200'] }
let server = await startEmbeddedPostgres(options)
const port = Number(new URL(server.url).port)
const restartServer = async () => {
  await server.stop()
  server = await startEmbeddedPostgres({ ...options, port })
}

const database = async (): Promise<string> => {
  const name = `e_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
}

const surroundings = {
  elsewhere: await database(),
  postgres: async () => postgresGround(await database(), restartServer),
}

let faulty = 0
try {
  for (const [name, run] of Object.entries(trials(surroundings, full))) {
    if (!wanted.some((one) => name.startsWith(one))) continue
    const from = performance.now()
    const { done, faults } = await run().catch((error: unknown) => ({ done: 'broken', faults: [String(error)] }))
    console.log(`${name}\n  ${done}; ${Math.round((performance.now() - from) / 1_000)} s, ${faults.length} faults`)
    for (const fault of faults) console.error(`  ${fault}`)
    faulty += faults.length
  }
} finally {
  await server.stop()
  rmSync(base, { recursive: true, force: true })
}
process.exit(faulty === 0 ? 0 : 1)
