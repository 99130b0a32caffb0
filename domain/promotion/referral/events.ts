import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, Whole } from '../../kernel/primitives.ts'

export const ReferralOpened = event('ReferralOpened', { code: clear(Id), accountId: clear(Id), at: clear(Instant) })

/** Somebody who came by the code has confirmed their e-mail address; by the programme then in force. */
export const ReferralConverted = event('ReferralConverted', {
  code: clear(Id),
  referredId: clear(Id),
  programmeId: clear(Id),
  rateHundredths: clear(Whole),
  at: clear(Instant),
})

export const ReferralEvents = family(ReferralOpened, ReferralConverted)
export type ReferralEvent = EventIn<typeof ReferralEvents>
