import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import type { JobStore } from '../../../infrastructure/jobs/queue-connections.ts'

/** A separate process for tests: `node work-a-queue.ts postgres|redis URL` takes a job and never finishes it. */
const [, , kind, url = ''] = process.argv
const store: JobStore = { kind: kind === 'redis' ? 'redis' : 'postgres', url }
try {
  await bullJobs({ store, lockMs: 1_000 }).work('deadly', async ({ key }) => {
    process.stdout.write(`took ${key}\n`)
    await new Promise(() => setInterval(() => undefined, 60_000))
  })
  process.stdout.write('ready\n')
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
}
