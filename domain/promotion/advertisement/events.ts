import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Cents, Id, Instant, orNull, Whole } from '../../kernel/primitives.ts'

const words = orNull(t.string)

/** What an advertiser's network says of an advertisement (E-15), as it was delivered; no word of it is about a person of ours. */
export const Offer = t.strict(
  {
    advertiserId: words,
    advertiserName: t.string,
    name: t.string,
    description: words,
    category: words,
    keywords: words,
    language: words,
    targetedCountries: words,
    /** Where it leads: https. */
    clickUrl: t.string,
    linkType: words,
    /** On the record, and shown nowhere. */
    htmlLinks: words,
    javascriptLinks: words,
    promotionType: words,
    couponCode: words,
    promotionalDate: orNull(Instant),
    promotionalEndDate: orNull(Instant),
    /** Only where the import carries one. */
    priceCents: orNull(Cents),
    threeMonthEpc: words,
    sevenDayEpc: words,
    lastUpdated: orNull(Instant),
    advCid: words,
    relationshipStatus: words,
    mobileOptimized: t.boolean,
    isActive: t.boolean,
    /** The highest comes first. */
    priority: Whole,
  },
  'Offer',
)
export type Offer = t.TypeOf<typeof Offer>

const offered = { linkId: clear(Id), offer: clear(Offer), at: clear(Instant) }

/** New, or back after it was withdrawn. */
export const AdvertisementPublished = event('AdvertisementPublished', offered)
export const AdvertisementRevised = event('AdvertisementRevised', offered)
export const AdvertisementWithdrawn = event('AdvertisementWithdrawn', { linkId: clear(Id), at: clear(Instant) })

export const AdvertisementEvents = family(AdvertisementPublished, AdvertisementRevised, AdvertisementWithdrawn)
export type AdvertisementEvent = EventIn<typeof AdvertisementEvents>
