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
const runtime = startReaderRuntime({ pool, store, history, leaseMs: 1_000 })
const { signal } = new AbortController()
// Small pages, so that a kill interrupts the work.
const smallPages = { pageSize: 20, maxGatheredRows: 0 }
process.send?.('started')
await (task === 'rebuild'
  ? rebuildProjection(runtime, cards, signal, smallPages)
  : runProjection(runtime, ledger, signal, smallPages))
process.exit(0)
