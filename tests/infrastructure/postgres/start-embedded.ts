import { startEmbeddedPostgres } from '../../../infrastructure/postgres/embedded/embedded-postgres.ts'

/**
 * A separate Garbo for tests that kill it: `node start-embedded.ts FOLDER` prints where its Postgres is and keeps
 * running.
 */
const { url, pid } = await startEmbeddedPostgres({ dir: process.argv[2] ?? '', password: 'test' })
process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
setInterval(() => undefined, 60_000)
