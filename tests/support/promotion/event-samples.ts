import type {
  AdvertisementClickEvent,
  AdvertisementEvent,
  ListingEvent,
  Offer,
} from '../../../domain/promotion/advertisement.ts'
import type { AffiliateEvent } from '../../../domain/promotion/affiliate.ts'
import type { CommissionEvent } from '../../../domain/promotion/commission.ts'
import {
  type ReferralClicksEvent,
  ReferralCodeRegistered,
  type ReferralEvent,
} from '../../../domain/promotion/referral.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

export const offer: Offer = {
  advertiserId: '4711',
  advertiserName: 'Cantina Bellavista',
  name: 'Degustazione per due',
  description: 'Cinque vini e un tagliere di salumi nel cuore del Chianti.',
  category: 'Enogastronomia',
  keywords: 'vino, degustazione',
  language: 'it',
  targetedCountries: 'IT',
  clickUrl: 'https://offerte.example/click-4711-100200',
  linkType: 'Text Link',
  htmlLinks: '<a href="https://offerte.example/click-4711-100200">Degustazione</a>',
  javascriptLinks: null,
  promotionType: 'Sconto',
  couponCode: 'CHIANTI10',
  promotionalDate: at('2026-03-01'),
  promotionalEndDate: at('2026-03-31'),
  priceCents: 4950,
  threeMonthEpc: '12.40',
  sevenDayEpc: null,
  lastUpdated: at('2026-02-20'),
  advCid: '998877',
  relationshipStatus: 'joined',
  mobileOptimized: true,
  isActive: true,
  priority: 1,
}

const linkId = '100200'

export const promotionSamples: SamplesOf<AdvertisementEvent | ListingEvent | AdvertisementClickEvent> = {
  AdvertisementPublished: { linkId, offer, at: at('2026-03-01') },
  AdvertisementRevised: { linkId, offer: { ...offer, priceCents: null, priority: 5 }, at: at('2026-03-02') },
  AdvertisementWithdrawn: { linkId, at: at('2026-03-03') },
  AdvertisementsListed: { linkIds: [linkId, '100201'], at: at('2026-03-01') },
  AdvertisementClicked: {
    linkId,
    accountId: 'account-giulia',
    userType: 'client',
    day: day('2026-03-02'),
    at: at('2026-03-02'),
  },
}

const code = 'PRIMAVERA7'

export const affiliateSamples: SamplesOf<AffiliateEvent | ReferralEvent | ReferralClicksEvent | CommissionEvent> = {
  ReferralCodeIssued: { accountId: 'account-aurora', code, at: at('2026-04-01') },
  AffiliateProgrammeCreated: {
    accountId: 'account-aurora',
    programmeId: 'programme-1',
    name: 'Amici dell’Aurora',
    description: 'Per chi porta ospiti di passaggio.',
    rateHundredths: 550,
    cookieDays: 30,
    needsApproval: false,
    at: at('2026-04-01'),
  },
  AffiliateProgrammeDecided: {
    accountId: 'account-aurora',
    programmeId: 'programme-1',
    decision: 'approved',
    reasons: 'La commissione si ripaga con le prenotazioni.',
    by: 'account-ada',
    at: at('2026-04-02'),
  },
  [ReferralCodeRegistered.type]: { code, accountId: 'account-aurora', at: at('2026-04-01') },
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
