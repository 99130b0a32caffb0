import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { appending } from './appending.guarantees.ts'
import { reading } from './reading.guarantees.ts'
import { repeating } from './repeating.guarantees.ts'
import { subscribing } from './subscribing.guarantees.ts'
import type { Guarantees } from './test-kit.ts'

/** The contract of every event store: no skips, no exceptions per adapter. */
export const guarantees: Guarantees = { ...appending, ...repeating, ...reading, ...subscribing }

/** Opens a store for each test with `open`. Stores may share a log if nothing else writes to it concurrently. */
export const eventStoreContract = (adapter: string, open: () => EventStore | Promise<EventStore>) =>
  describe(`${adapter} fulfils the event store contract`, () => {
    it.each(Object.entries(guarantees))('%s', async (_, check) => {
      const store = await open()
      try {
        await check(store, `contract-${randomUUID()}`)
      } finally {
        await store.close()
      }
    })
  })
