import type { EventStoreFailure } from '../../../application/ports/event-store.ts'

export const unavailable = (cause: unknown): Extract<EventStoreFailure, { type: 'Unavailable' }> => ({
  type: 'Unavailable',
  cause,
})

/** Data it cannot hold, a constraint it breaks, a limit it exceeds, a trigger that objects: asking again changes nothing. */
const aboutTheContent = /^(22|23|44|54|P0)/
/** Only something that writes around the lane can bring it about; it says nothing of the content. */
const uniqueViolation = '23505'

/** Did the database refuse what was sent, rather than fail to take it? */
export const isRefusal = (error: unknown): error is Error => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.length === 5 && aboutTheContent.test(code) && code !== uniqueViolation
}
