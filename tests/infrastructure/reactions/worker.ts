import { Pool } from 'pg'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { startReaderRuntime } from '../../../infrastructure/projections/projection-engine.ts'
import { runPolicy } from '../../../infrastructure/reactions/policy-runner.ts'
import { testLog } from '../projections/test-log.ts'
import { greetingPolicy } from './greeting-policy.ts'

/** A separate process to be killed: `worker.ts <database>` runs the greeting policy. */
const [connectionString = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 5 })
pool.on('error', () => undefined)
const log = testLog(postgresEventStore({ pool, connectionString }))
const runtime = startReaderRuntime({ pool, store: log.store, history: log.history, leaseMs: 1_000 })
process.send?.('started')
await runPolicy(runtime, greetingPolicy(log), new AbortController().signal)
