import type * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf } from '../../kernel/primitives.ts'

/** How somebody who forgot gets back in; each proves a mailbox or a telephone, none is a secret itself. */
export const RecoveryMeans = oneOf(['email-by-sms', 'reset-code', 'temporary-password'])
export type RecoveryMeans = t.TypeOf<typeof RecoveryMeans>

/** Somebody asked to get back into this account (Q-05: on record, whoever it was). */
export const RecoveryRequested = event('RecoveryRequested', {
  recoveryId: clear(Id),
  accountId: clear(Id),
  means: clear(RecoveryMeans),
  at: clear(Instant),
})

export const RecoveryEvents = family(RecoveryRequested)
export type RecoveryEvent = EventIn<typeof RecoveryEvents>
