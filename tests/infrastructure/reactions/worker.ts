import { Pool } from 'pg'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { startReading } from '../../../infrastructure/projections/reading.ts'
import { runPolicy } from '../../../infrastructure/reactions/run-policy.ts'
import { logOn } from '../projections/log.ts'
import { singing } from './choir.ts'

/** A process of its own, to be killed: `worker.ts <database>`. */
const [connectionString = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 5 })
pool.on('error', () => undefined)
const log = logOn(postgresEventStore({ pool, connectionString }))
const reading = startReading({ pool, store: log.store, history: log.history, leaseMs: 1_000 })
process.send?.('started')
await runPolicy(reading, singing(log), new AbortController().signal)
