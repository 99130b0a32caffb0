import type { EventStoreFailure } from '../../../application/ports/event-store.ts'

export const unavailable = (cause: unknown): Extract<EventStoreFailure, { type: 'Unavailable' }> => ({
  type: 'Unavailable',
  cause,
})
