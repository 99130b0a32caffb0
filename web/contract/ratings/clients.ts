import { z } from 'zod'
import { socialPhotoSources, travelTypes } from '../../../domain/accounts/vocabulary.ts'
import { clientBadges, generalDiscounts } from '../../../domain/rewards/vocabulary.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import { email, httpsUrl, id, pageLimit, photoAddress, photoFor } from '../fields.ts'
import { issuedReward } from '../rewards/rewards.ts'

/** @rule V-24 */
const socialPhotoSource = z.enum(socialPhotoSources)

const rewardBadge = z.discriminatedUnion('type', [
  /** A discount the client has been granted. */
  z.object({ type: z.enum(generalDiscounts), percent: z.int() }),
  /** Progress towards the elite bonus, in five-star ratings. */
  z.object({ type: z.literal('progress'), have: z.int(), need: z.int() }),
])
export type RewardBadge = z.infer<typeof rewardBadge>

/** A client as shown to a business that knows the client. @rule E-02 @rule Q-90 */
export const businessClient = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    isPremium,
    email: z.string(),
    residence: z.string().nullable(),
    age: z.int().nullable(),
    travelType: z.enum(travelTypes).nullable(),
    profilePhoto: z.string().nullable(),
    socialPhotoUrl: z.string().nullable(),
    socialPhotoSource: socialPhotoSource.nullable(),
    /** Required for a business to change the client's photos. @rule Q-89 */
    photoConsent: z.boolean(),
    totalRatings: z.int(),
    averageRating: z.number(),
    isTopClient: z.boolean(),
    fiveStarRatingsCount: z.int(),
    uniqueProvidersCount: z.int(),
    /** Percent; 0 until it is earned. */
    crossProviderDiscount: z.int(),
    bonusRewardEarned: z.boolean(),
    /** Not the tier: trusted from an average of 4, with any number of ratings. @rule B-17 */
    tierBadge: z.enum(clientBadges),
    /** Indicative discount in percent. @rule B-18 */
    badgeDiscountPercent: z.int(),
    /** @rule B-20 */
    rewardBadges: z.array(rewardBadge),
  })
  .meta({ id: 'BusinessClient' })
export type BusinessClient = z.infer<typeof businessClient>

/** Each photo is an image in the JSON, an https address, or the path of a stored photo; null removes it. */
export const clientPhotosBody = z
  .strictObject({
    profilePhoto: z.union([photoAddress, photoFor('client')]).nullish(),
    socialPhotoUrl: httpsUrl.nullish(),
    socialPhotoSource: socialPhotoSource.nullish(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Indica almeno una foto')
  .refine(
    ({ socialPhotoUrl, socialPhotoSource: source }) =>
      (socialPhotoUrl === undefined) === (source === undefined) && !socialPhotoUrl === !source,
    { path: ['socialPhotoUrl'], error: 'Indica sia il social sia l’indirizzo della foto' },
  )

export const clientEndpoints = {
  clients: endpoint({
    method: 'GET',
    path: '/api/clients',
    summary: 'Lists the caller’s clients, best average first; `businessId` must be the caller’s own',
    access: 'business',
    query: z.object({ businessId: id.optional() }),
    response: z.array(businessClient),
  }),
  topClients: endpoint({
    method: 'GET',
    path: '/api/clients/top',
    summary: 'Lists the caller’s clients with the best averages',
    access: 'business',
    query: z.object({ businessId: id.optional(), limit: pageLimit(50) }),
    response: z.array(businessClient),
  }),
  changeClientPhotos: endpoint({
    method: 'PATCH',
    path: '/api/clients/:clientId',
    summary:
      'Changes a client’s photos, as the client or, with consent, as a business that knows the client; 404 otherwise',
    access: 'signed-in',
    params: z.object({ clientId: id }),
    body: clientPhotosBody,
    response: businessClient.pick({ id: true, profilePhoto: true, socialPhotoUrl: true, socialPhotoSource: true }),
    rateLimit: 'write',
    imageFields: ['profilePhoto'],
  }),
  rewardsOfClient: endpoint({
    method: 'GET',
    path: '/api/clients/:clientId/rewards',
    summary:
      'Lists the codes a client has redeemed at the caller’s business; owners of unredeemed codes are not disclosed (Q-60)',
    access: 'business',
    params: z.object({ clientId: id }),
    response: z.array(issuedReward),
  }),
  clientByEmail: endpoint({
    method: 'GET',
    path: '/api/clients/by-email/:email',
    summary:
      'Returns the caller’s own record or that of one of the caller’s clients; 404 otherwise, whether or not the address is registered',
    access: 'anyone',
    params: z.object({ email: email() }),
    response: businessClient,
    rateLimit: 'search',
  }),
}
