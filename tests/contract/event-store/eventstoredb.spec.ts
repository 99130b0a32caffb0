import { afterAll } from 'vitest'
import { eventStoreDbEventStore } from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/server.ts'
import { eventStoreContract } from './event-store.contract.ts'

// Tests the adapter and the protocol over gRPC against the stand-in server, not against a real one.
const [batching, single] = await Promise.all([
  startEventStoreDbStandIn(),
  startEventStoreDbStandIn({ supportsBatchAppend: false }),
])
afterAll(() => {
  batching.stop()
  single.stop()
})

eventStoreContract('EventStoreDB, by BatchAppend,', () =>
  eventStoreDbEventStore({ connectionString: batching.connectionString }),
)
eventStoreContract('EventStoreDB, by Append,', () =>
  eventStoreDbEventStore({ connectionString: single.connectionString }),
)

// Tests a real cluster too if ESDB_URL is set; events of the contract remain in its log.
const cluster = process.env['ESDB_URL']
if (cluster !== undefined)
  eventStoreContract(`EventStoreDB at ESDB_URL`, () => eventStoreDbEventStore({ connectionString: cluster }))
