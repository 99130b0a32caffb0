import * as t from 'io-ts'
import { clear, event, pii } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

const address = pii('accountId', t.string, '')

/** Nothing changes until the code mailed to the new address comes back. */
export const EmailChangeRequested = event('EmailChangeRequested', {
  accountId: clear(Id),
  changeId: clear(Id),
  email: address,
  at: clear(Instant),
})

export const EmailChanged = event('EmailChanged', {
  accountId: clear(Id),
  changeId: clear(Id),
  email: address,
  formerEmail: address,
  /** The streams in which both addresses are reserved. */
  nameId: clear(Id),
  formerNameId: clear(Id),
  at: clear(Instant),
})
