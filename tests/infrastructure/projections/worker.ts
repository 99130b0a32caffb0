import { Pool } from 'pg'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { runProjection } from '../../../infrastructure/projections/projection-engine.ts'
import { startReaderRuntime } from '../../../infrastructure/projections/reader-runtime.ts'
import { rebuildProjection } from '../../../infrastructure/projections/rebuild.ts'
import { cards, ledger } from './card-projections.ts'
import { testLog } from './test-log.ts'

/** A separate process to be killed: `worker.ts <database> run|rebuild`. */
const [connectionString = '', task] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: 5 })
pool.on('error', () => undefined)
const { store, history } = testLog(postgresEventStore({ pool, connectionString }))
const reading = startReaderRuntime({ pool, store, history, leaseMs: 1_000 })
const { signal } = new AbortController()
// small pages, so that it is killed in the middle
const often = { pageSize: 20, maxGatheredRows: 0 }
process.send?.('started')
await (task === 'rebuild'
  ? rebuildProjection(reading, cards, signal, often)
  : runProjection(reading, ledger, signal, often))
process.exit(0)
