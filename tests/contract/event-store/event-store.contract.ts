import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { appending } from './appending.promises.ts'
import { reading } from './reading.promises.ts'
import { repeating } from './repeating.promises.ts'
import { subscribing } from './subscribing.promises.ts'
import type { Promises } from './test-kit.ts'

/** What every event store promises. No flags, no skips, no per-adapter numbers: a store that differs, fails. */
export const promises: Promises = { ...appending, ...repeating, ...reading, ...subscribing }

/** `make` is asked for each promise anew; stores may share one log as long as nobody else writes to it meanwhile. */
export const eventStoreContract = (adapter: string, make: () => EventStore | Promise<EventStore>) =>
  describe(`${adapter} fulfils the event store contract`, () => {
    it.each(Object.entries(promises))('%s', async (_, check) => {
      const store = await make()
      try {
        await check(store, `contract-${randomUUID()}`)
      } finally {
        await store.close()
      }
    })
  })
