import type { AdvertisementEvent, Offer } from '../../../domain/promotion/advertisement/events.ts'
import type { ClickEvent } from '../../../domain/promotion/click/events.ts'
import type { ListingEvent } from '../../../domain/promotion/listing/events.ts'
import { at, day } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

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

export const promotionSamples: SamplesOf<AdvertisementEvent | ListingEvent | ClickEvent> = {
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
