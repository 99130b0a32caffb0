import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { eventStoreContract } from './event-store.contract.ts'

eventStoreContract('memory', memoryEventStore)
