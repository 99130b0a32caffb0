import type { AffiliateEvent } from '../../../domain/promotion/affiliate/events.ts'
import type { ClicksEvent } from '../../../domain/promotion/clicks/events.ts'
import type { CommissionEvent } from '../../../domain/promotion/commission/events.ts'
import type { ReferralEvent } from '../../../domain/promotion/referral/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const code = 'PRIMAVERA7'

export const affiliateSamples: SamplesOf<AffiliateEvent | ReferralEvent | ClicksEvent | CommissionEvent> = {
  ReferralCodeIssued: { accountId: 'account-aurora', code, at: at('2026-04-01') },
  AffiliateProgrammeCreated: {
    accountId: 'account-aurora',
    programmeId: 'programme-1',
    name: 'Amici dell’Aurora',
    description: 'Per chi porta ospiti di passaggio.',
    rateHundredths: 550,
    cookieDays: 30,
    at: at('2026-04-01'),
  },
  ReferralOpened: { code, accountId: 'account-aurora', at: at('2026-04-01') },
  ReferralClicked: { code, clickId: 'click-1', at: at('2026-04-02') },
  ReferralConverted: {
    code,
    referredId: 'account-giulia',
    programmeId: 'programme-1',
    rateHundredths: 550,
    at: at('2026-04-03'),
  },
  CommissionRecorded: {
    bookingId: 'booking-1',
    code,
    accountId: 'account-aurora',
    rateHundredths: 550,
    amountCents: 1_980,
    at: at('2026-04-04'),
  },
  CommissionEarned: { bookingId: 'booking-1', at: at('2026-05-04') },
  CommissionVoided: { bookingId: 'booking-1', at: at('2026-04-20') },
}
