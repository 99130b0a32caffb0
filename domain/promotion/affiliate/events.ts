import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, orNull, Whole } from '../../kernel/primitives.ts'

/** An account's own word for who sent somebody: one for all its programmes. */
export const ReferralCodeIssued = event('ReferralCodeIssued', {
  accountId: clear(Id),
  code: clear(Id),
  at: clear(Instant),
})

export const AffiliateProgrammeCreated = event('AffiliateProgrammeCreated', {
  accountId: clear(Id),
  programmeId: clear(Id),
  name: pii('accountId', t.string, 'Programma cancellato'),
  description: pii('accountId', orNull(t.string), null),
  /** Hundredths of a percent, 0 to 10 000 (C-31). */
  rateHundredths: clear(Whole),
  /** How long after the link was followed a registration still counts. */
  cookieDays: clear(Whole),
  at: clear(Instant),
})

export const AffiliateEvents = family(ReferralCodeIssued, AffiliateProgrammeCreated)
export type AffiliateEvent = EventIn<typeof AffiliateEvents>
