import { afterAll } from 'vitest'
import { eventStoreDbEventStore } from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/server.ts'
import { eventStoreContract } from './event-store.contract.ts'

// Over gRPC, against our own stand-in for the server: it proves the adapter and the protocol, not the real server.
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

// Against a real cluster, when somebody says where one is; its log keeps what the contract writes.
const cluster = process.env['ESDB_URL']
if (cluster !== undefined)
  eventStoreContract(`EventStoreDB at ESDB_URL`, () => eventStoreDbEventStore({ connectionString: cluster }))
