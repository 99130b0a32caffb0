import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { socialPhotoSources, travelTypes } from '../../domain/accounts/vocabulary.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  CrossProviderDiscountActivated,
  RewardIssued,
  RewardRevoked,
  StarsCounted,
  StarsSuperseded,
  StarsUncounted,
  TierChanged,
} from '../../domain/rewards/rewards-state.ts'
import { tiers } from '../../domain/rewards/vocabulary.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import type { Projection } from '../projection.ts'

const Received = z.object({ businessId: z.string(), overall: z.number(), countsAs: z.string().nullable() })
const ClientStandingRowSchema = z.object({
  clientId: z.string(),
  totalRatings: z.number(),
  ratingSum: z.number(),
  fiveStars: z.number(),
  uniqueProviders: z.number(),
  /** Venues as which five-star ratings count. @rule B-21 @rule B-22 @rule Q-123 */
  fiveStarProviders: z.number(),
  /** Percent; 0 until it is earned, then permanent. @rule B-21 */
  crossProviderDiscount: z.number(),
  /** Code of the elite bonus, redeemed or not; null until it is issued and after its revocation. */
  eliteCode: z.string().nullable(),
  tier: z.enum(tiers),
  /** Counted ratings by id; the source of the metrics above. */
  received: z.record(z.string(), Received),
})
export type ClientStandingRow = z.infer<typeof ClientStandingRowSchema>

const events = family(
  StarsCounted,
  StarsSuperseded,
  StarsUncounted,
  CrossProviderDiscountActivated,
  RewardIssued,
  RewardRevoked,
  TierChanged,
)

/**
 * Standing of a client: average, five-star ratings, venues, tier and discounts.
 * @rule S-19 cross-provider discount
 * @rule S-20 elite bonus
 */
export const clientStandings: Projection<ClientStandingRow, EventIn<typeof events>> = {
  name: 'client_standings',
  version: 4,
  row: ClientStandingRowSchema,
  columns: {
    clientId: { type: 'text' },
    totalRatings: { type: 'int' },
    ratingSum: { type: 'int' },
    fiveStars: { type: 'int' },
    uniqueProviders: { type: 'int' },
    fiveStarProviders: { type: 'int' },
    crossProviderDiscount: { type: 'int' },
    eliteCode: { type: 'text' },
    tier: { type: 'text' },
    received: { type: 'json' },
  },
  indexes: [],
  events,
  keys: ({ event }) => [event.data.clientId],
  evolve: (row, { event }) => {
    const standing = row ?? emptyStanding(event.data.clientId)
    switch (event.type) {
      case 'StarsCounted': {
        const { ratingId, businessId, overall, countsAs } = event.data
        const received = { ...standing.received, [ratingId]: { businessId, overall, countsAs } }
        return recounted({ ...standing, received })
      }
      case 'StarsSuperseded':
      case 'StarsUncounted': {
        const { [event.data.ratingId]: _, ...received } = standing.received
        return recounted({ ...standing, received })
      }
      case 'CrossProviderDiscountActivated':
        return { ...standing, crossProviderDiscount: event.data.percent }
      case 'RewardIssued':
        return event.data.rewardType === 'elite' ? { ...standing, eliteCode: event.data.code } : standing
      case 'RewardRevoked':
        return event.data.code === standing.eliteCode ? { ...standing, eliteCode: null } : standing
      case 'TierChanged':
        return { ...standing, tier: event.data.to }
    }
  },
}

const emptyStanding = (clientId: string): ClientStandingRow => ({
  clientId,
  totalRatings: 0,
  ratingSum: 0,
  fiveStars: 0,
  uniqueProviders: 0,
  fiveStarProviders: 0,
  crossProviderDiscount: 0,
  eliteCode: null,
  tier: 'new',
  received: {},
})

const recounted = (standing: ClientStandingRow): ClientStandingRow => {
  const received = Object.values(standing.received)
  const fiveStars = received.filter(({ overall }) => overall === 5)
  const counting = fiveStars.flatMap(({ countsAs }) => countsAs ?? [])
  return {
    ...standing,
    totalRatings: received.length,
    ratingSum: received.reduce((sum, { overall }) => sum + overall, 0),
    fiveStars: fiveStars.length,
    uniqueProviders: new Set(received.map(({ businessId }) => businessId)).size,
    fiveStarProviders: new Set(counting).size,
  }
}

const standingColumns = sql.fragment`coalesce(s.total_ratings, 0) as "totalRatings", coalesce(s.rating_sum, 0) as "ratingSum",
  coalesce(s.five_stars, 0) as "fiveStars", coalesce(s.unique_providers, 0) as "uniqueProviders",
  coalesce(s.five_star_providers, 0) as "fiveStarProviders",
  coalesce(s.cross_provider_discount, 0) as "crossProviderDiscount", (s.elite_code is not null) as "eliteGranted",
  coalesce(s.tier, 'new') as tier`
const ClientStanding = ClientStandingRowSchema.omit({ clientId: true, received: true, eliteCode: true }).extend({
  eliteGranted: z.boolean(),
})
export type ClientStanding = z.infer<typeof ClientStanding>

const noStanding: ClientStanding = {
  totalRatings: 0,
  ratingSum: 0,
  fiveStars: 0,
  uniqueProviders: 0,
  fiveStarProviders: 0,
  crossProviderDiscount: 0,
  eliteGranted: false,
  tier: 'new',
}

/** Standing of a client; all metrics are zero without ratings. */
export const loadStanding = async (db: CommonQueryMethods, clientId: string): Promise<ClientStanding> =>
  (await db.maybeOne(
    sql.type(ClientStanding)`select ${standingColumns} from read.client_standings s where s.key = ${clientId}`,
  )) ?? noStanding

const BusinessClient = ClientStanding.extend({
  clientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  residence: z.string().nullable(),
  age: z.number().nullable(),
  travelType: z.enum(travelTypes).nullable(),
  profilePhoto: z.string().nullable(),
  socialPhotoUrl: z.string().nullable(),
  socialPhotoSource: z.enum(socialPhotoSources).nullable(),
  photoConsent: z.boolean(),
  ...PremiumColumn.shape,
})

const clientColumns = sql.fragment`a.client_id as "clientId", a.first_name as "firstName", a.last_name as "lastName",
  a.email, a.residence, a.age, a.travel_type as "travelType", a.profile_photo as "profilePhoto",
  a.social_photo_url as "socialPhotoUrl", a.social_photo_source as "socialPhotoSource", a.photo_consent as "photoConsent",
  ${premiumColumn}, ${standingColumns}`

/** Clients of a business, best average first. @rule Q-90 clients it rated or whose code it redeemed */
export const clientsOfBusiness = (db: CommonQueryMethods, businessId: string, limit: number) =>
  db.any(sql.type(BusinessClient)`
    select ${clientColumns}
    from (
      select client_id from read.ratings where business_id = ${businessId}
      union select client_id from read.reward_codes where business_id = ${businessId} and redeemed_at is not null
    ) known join read.accounts a on a.client_id = known.client_id and not a.deleted left join read.client_standings s on s.key = a.client_id
      ${premiumJoin(sql.fragment`a.key`)}
    order by coalesce(s.rating_sum::numeric / nullif(s.total_ratings, 0), 0) desc, coalesce(s.total_ratings, 0) desc, a.key
    limit ${limit}`)

/** A client's record as shown to businesses that know the client. @rule A-08 */
export const clientRecord = (db: CommonQueryMethods, clientId: string) =>
  db.maybeOne(sql.type(BusinessClient)`
    select ${clientColumns} from read.accounts a left join read.client_standings s on s.key = a.client_id ${premiumJoin(sql.fragment`a.key`)}
    where a.client_id = ${clientId}`)

/** Whether a client is on a business's list. @rule Q-90 */
export const isClientOf = (db: CommonQueryMethods, businessId: string, clientId: string) =>
  db.oneFirst(sql.type(z.object({ known: z.boolean() }))`
    select exists (select from read.ratings where business_id = ${businessId} and client_id = ${clientId})
      or exists (
        select from read.reward_codes
        where business_id = ${businessId} and client_id = ${clientId} and redeemed_at is not null
      ) as known`)

/** Whether a client knows a business: through a released rating, or a code redeemed there. */
export const knowsBusiness = (db: CommonQueryMethods, clientId: string, businessId: string) =>
  db.oneFirst(sql.type(z.object({ known: z.boolean() }))`
    select exists (
        select from read.ratings
        where business_id = ${businessId} and client_id = ${clientId} and shown_at is not null
      ) or exists (
        select from read.reward_codes
        where business_id = ${businessId} and client_id = ${clientId} and redeemed_at is not null
      ) as known`)

/** Those of `among` that have rated or reviewed one of the accounts, or were rated or reviewed by one. @rule Q-128 */
export const metBy = (db: CommonQueryMethods, accountIds: readonly string[], among: readonly string[]) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    with own as (select key as id, client_id from read.accounts where key = any(${sql.array([...accountIds], 'text')}))
    select o.key as id from read.accounts o, own
    where o.key = any(${sql.array([...among], 'text')}) and (
      exists (select from read.reviews r where r.author_id = o.key and r.target_id in (own.id, own.client_id))
      or exists (select from read.reviews r where r.author_id = own.id and r.target_id in (o.key, o.client_id))
      or exists (select from read.ratings t where t.client_id = o.client_id and t.business_id = own.id)
      or exists (select from read.ratings t where t.client_id = own.client_id and t.business_id = o.key))
    group by o.key`)

/** Venues that an account has reviewed or that have given it a released rating, at most `limit` of each. @rule Q-124 */
export const venuesMetBy = (
  db: CommonQueryMethods,
  { accountId, clientId }: { readonly accountId: string; readonly clientId: string | null },
  limit: number,
) =>
  db.anyFirst(sql.type(z.object({ venue: z.string() }))`
    (select distinct target_id as venue from read.reviews
      where author_id = ${accountId} and target_type = 'BUSINESS' limit ${limit})
    union
    (select distinct business_id from read.ratings where client_id = ${clientId} and shown_at is not null limit ${limit})`)
