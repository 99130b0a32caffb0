import { startEmbeddedPostgres } from '../../../infrastructure/postgres/embedded/embedded-postgres.ts'

/** A Garbo of its own, for tests that kill it: `node start-embedded.ts FOLDER` says where its Postgres is, and lives on. */
const { url, pid } = await startEmbeddedPostgres({ dir: process.argv[2] ?? '', password: 'test' })
process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
setInterval(() => undefined, 60_000)
