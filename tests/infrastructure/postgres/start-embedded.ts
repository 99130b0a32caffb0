import { startEmbeddedPostgres } from '../../../infrastructure/postgres/embedded/embedded-postgres.ts'

/** A separate process to be killed: `node start-embedded.ts FOLDER` starts Postgres, prints its URL and pid, and waits. */
const { url, pid } = await startEmbeddedPostgres({ dir: process.argv[2] ?? '', password: 'test' })
process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
setInterval(() => undefined, 60_000)
