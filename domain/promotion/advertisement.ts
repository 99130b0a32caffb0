import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { PersistentSet } from '../kernel/collections.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Cents, Day, Id, Instant, nullable, oneOf, Text, Whole } from '../kernel/primitives.ts'
import { isInPromotionPeriod } from './rules.ts'
import { type AdvertisementAudience, advertisementAudiences, type offerFaults } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const optionalText = nullable(Text)

/** @rule E-15 an advertisement as delivered by the advertising network; no personal data */
export const Offer = t.strict(
  {
    advertiserId: optionalText,
    advertiserName: Text,
    name: Text,
    description: optionalText,
    category: optionalText,
    keywords: optionalText,
    language: optionalText,
    targetedCountries: optionalText,
    /** Destination; https only. */
    clickUrl: Text,
    linkType: optionalText,
    /** @rule Q-77 recorded, never displayed */
    htmlLinks: optionalText,
    javascriptLinks: optionalText,
    promotionType: optionalText,
    couponCode: optionalText,
    promotionalDate: nullable(Instant),
    promotionalEndDate: nullable(Instant),
    /** @rule Q-77 null unless imported */
    priceCents: nullable(Cents),
    threeMonthEpc: optionalText,
    sevenDayEpc: optionalText,
    lastUpdated: nullable(Instant),
    advCid: optionalText,
    relationshipStatus: optionalText,
    mobileOptimized: t.boolean,
    isActive: t.boolean,
    /** Highest first. */
    priority: Whole,
  },
  'Offer',
)
export type Offer = t.TypeOf<typeof Offer>

const offerFields = { linkId: clear(Id), offer: clear(Offer), at: clear(Instant) }

/** New or republished after withdrawal. */
const AdvertisementPublished = event('AdvertisementPublished', offerFields)
const AdvertisementRevised = event('AdvertisementRevised', offerFields)
const AdvertisementWithdrawn = event('AdvertisementWithdrawn', { linkId: clear(Id), at: clear(Instant) })

export const AdvertisementEvents = family(AdvertisementPublished, AdvertisementRevised, AdvertisementWithdrawn)
export type AdvertisementEvent = EventIn<typeof AdvertisementEvents>

// --- State ------------------------------------------------------------------------------------------

/** Current offer; null before the first import and after withdrawal. */
export type AdvertisementState = Offer | null

const evolve = (_: AdvertisementState, event: AdvertisementEvent): AdvertisementState =>
  event.type === 'AdvertisementWithdrawn' ? null : event.data.offer

// --- Decisions --------------------------------------------------------------------------------------

export type AdvertisementCommand =
  | { readonly type: 'PublishAdvertisement'; readonly linkId: string; readonly offer: Offer; readonly at: Instant }
  | { readonly type: 'WithdrawAdvertisement'; readonly linkId: string; readonly at: Instant }

export interface AdvertisementRejection {
  readonly type: 'AdvertisementFaulty'
  readonly faults: readonly OfferFault[]
}

const decide = (
  command: AdvertisementCommand,
  state: AdvertisementState,
): DecisionOf<AdvertisementEvent, AdvertisementRejection> => {
  const { linkId, at } = command
  if (command.type === 'WithdrawAdvertisement')
    return state === null ? nothing : accept({ type: 'AdvertisementWithdrawn', data: { linkId, at } })
  const { offer } = command
  const faults = validateOffer(offer)
  if (faults.length > 0) return reject({ type: 'AdvertisementFaulty', faults })
  if (state === null) return accept({ type: 'AdvertisementPublished', data: { linkId, offer, at } })
  return sameContent(state, offer) ? nothing : accept({ type: 'AdvertisementRevised', data: { linkId, offer, at } })
}

// --- Validation -------------------------------------------------------------------------------------

export interface OfferFault {
  readonly field: keyof Offer
  readonly kind: (typeof offerFaults)[number]
  /** Maximum length in characters. */
  readonly max?: number
}

/** @rule C-37 maximum lengths in characters: V-85 states some of them; the others limit the size of events */
export const maxLengths: { readonly [Field in keyof Offer]?: number } = {
  advertiserId: 100,
  advertiserName: 255,
  name: 255,
  description: 2000,
  category: 255,
  keywords: 2000,
  language: 10,
  targetedCountries: 1000,
  clickUrl: 2000,
  linkType: 255,
  htmlLinks: 20_000,
  javascriptLinks: 20_000,
  promotionType: 255,
  couponCode: 50,
  threeMonthEpc: 50,
  sevenDayEpc: 50,
  advCid: 100,
  relationshipStatus: 100,
}

const requiredFields = ['advertiserName', 'name', 'clickUrl'] as const
/** Excludes credentials in the URL and characters that browsers parse differently. */
const httpsUrl = /^https:\/\/[^\s"'<>/@\\]+\.[^\s"'<>/@\\]+([/?#][^\s"'<>\\]*)?$/

/** All faults of an offer. */
export const validateOffer = (offer: Offer): readonly OfferFault[] => {
  const missing = requiredFields.filter((field) => offer[field] === '')
  return [
    ...missing.map((field): OfferFault => ({ field, kind: 'missing' })),
    ...textFaults(offer),
    ...(missing.includes('clickUrl') || httpsUrl.test(offer.clickUrl)
      ? []
      : [{ field: 'clickUrl', kind: 'not https' } as const]),
    ...(endsBeforeStart(offer) ? [{ field: 'promotionalEndDate', kind: 'before it begins' } as const] : []),
  ]
}

const textFaults = (offer: Offer): readonly OfferFault[] =>
  (Object.keys(maxLengths) as (keyof Offer)[]).flatMap((field): readonly OfferFault[] => {
    const text = offer[field]
    const max = maxLengths[field]
    if (typeof text !== 'string' || max === undefined) return []
    if (!isPrintable(text)) return [{ field, kind: 'unprintable' }]
    return text.length > max ? [{ field, kind: 'too long', max }] : []
  })

/** Lone surrogates and control characters cannot be stored. */
const isPrintable = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)

const endsBeforeStart = ({ promotionalDate, promotionalEndDate }: Offer) =>
  promotionalDate !== null && promotionalEndDate !== null && promotionalEndDate < promotionalDate

/** Whether the advertisement is active and within its promotion period, if any. */
export const isVisible = (state: AdvertisementState, at: Instant): state is Offer =>
  state !== null && state.isActive && isInPromotionPeriod(state, at)

/** One advertisement; stream id is its `linkId`. */
export const advertisement: Aggregate<
  AdvertisementCommand,
  AdvertisementEvent,
  AdvertisementState,
  AdvertisementRejection
> = { category: 'advertisement', events: AdvertisementEvents, initial: null, evolve, decide }

// --- Listing: every advertisement ever imported -----------------------------------------------------

/** Advertisements named by an import for the first time. */
const AdvertisementsListed = event('AdvertisementsListed', {
  linkIds: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})

export const ListingEvents = family(AdvertisementsListed)
export type ListingEvent = EventIn<typeof ListingEvents>

export interface ListAdvertisements {
  readonly type: 'ListAdvertisements'
  readonly linkIds: readonly string[]
  readonly at: Instant
}

/** All advertisements ever imported; those missing from a later file are withdrawn. */
export type ListingState = PersistentSet<string>

/** Id of the only listing stream. */
export const advertisementListingId = 'advertisements'

export const advertisementListing: Aggregate<ListAdvertisements, ListingEvent, ListingState, never> = {
  category: 'listing',
  events: ListingEvents,
  initial: PersistentSet(),
  evolve: (state, { data }) => state.union(data.linkIds),
  decide: ({ linkIds, at }, state) => {
    const newIds = [...new Set(linkIds)].filter((linkId) => !state.has(linkId))
    return newIds.length === 0 ? nothing : accept({ type: 'AdvertisementsListed', data: { linkIds: newIds, at } })
  },
}

// --- Clicks -----------------------------------------------------------------------------------------

/** @rule E-16 click on an advertisement, by account id only: no network address, browser or page */
const AdvertisementClicked = event('AdvertisementClicked', {
  linkId: clear(Id),
  accountId: clear(Id),
  userType: clear(oneOf(advertisementAudiences)),
  /** Italian calendar day. */
  day: clear(Day),
  at: clear(Instant),
})

export const AdvertisementClickEvents = family(AdvertisementClicked)
export type AdvertisementClickEvent = EventIn<typeof AdvertisementClickEvents>

export interface CountAdvertisementClick {
  readonly type: 'CountAdvertisementClick'
  readonly linkId: string
  readonly accountId: string
  readonly userType: AdvertisementAudience
  readonly at: Instant
}

/** Last day with a counted click. */
export type AdvertisementClickState = Day | null

/** One stream per person and advertisement, so that concurrent clicks do not conflict. */
export const advertisementClickId = ({ linkId, accountId }: Pick<CountAdvertisementClick, 'linkId' | 'accountId'>) =>
  `${linkId}_${accountId}`

/** Counts one click per person, advertisement and day. */
export const advertisementClick: Aggregate<
  CountAdvertisementClick,
  AdvertisementClickEvent,
  AdvertisementClickState,
  never
> = {
  category: 'adclick',
  events: AdvertisementClickEvents,
  initial: null,
  evolve: (state, { data: { day } }) => (state === null || day > state ? day : state),
  decide: ({ type: _, ...data }, counted) => {
    const day = romeDay(data.at)
    return counted !== null && counted >= day
      ? nothing
      : accept({ type: 'AdvertisementClicked', data: { ...data, day } })
  },
}
