import { z } from 'zod'
import { call } from '../call.ts'
import { email, httpsUrl, id, pageLimit, photoAddress, photoFor } from '../fields.ts'
import { issuedReward } from '../rewards/rewards.ts'

/** V-24 */
const socialPhotoSource = z.enum(['facebook', 'instagram'])

/** E-02 as a business reads one of its own clients. */
export const businessClient = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    email: z.string(),
    residence: z.string().nullable(),
    age: z.int().nullable(),
    travelType: z.enum(['business', 'leisure']).nullable(),
    profilePhoto: z.string().nullable(),
    socialPhotoUrl: z.string().nullable(),
    socialPhotoSource: socialPhotoSource.nullable(),
    /** Without it no business changes the client's photos. */
    photoConsent: z.boolean(),
    totalRatings: z.int(),
    averageRating: z.number(),
    isTopClient: z.boolean(),
    fiveStarRatingsCount: z.int(),
    uniqueProvidersCount: z.int(),
    /** Percent; 0 while not earned. */
    crossProviderDiscount: z.int(),
    bonusRewardEarned: z.boolean(),
  })
  .meta({ id: 'BusinessClient' })
export type BusinessClient = z.infer<typeof businessClient>

/** A picture inside the JSON, an https address, or where one of the client's own is kept; null for none. Photos and nothing else. */
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

export const clientCalls = {
  clients: call({
    method: 'GET',
    path: '/api/clients',
    summary: 'The clients of this business, the best standing first; `businessId` must be one’s own',
    access: 'business',
    query: z.object({ businessId: id.optional() }),
    response: z.array(businessClient),
  }),
  topClients: call({
    method: 'GET',
    path: '/api/clients/top',
    summary: 'The best of them',
    access: 'business',
    query: z.object({ businessId: id.optional(), limit: pageLimit(50) }),
    response: z.array(businessClient),
  }),
  changeClientPhotos: call({
    method: 'PATCH',
    path: '/api/clients/:clientId',
    summary:
      'Changes a client’s photos: the client, or with consent a business the client knows; whoever else asks hears 404',
    access: 'signed-in',
    params: z.object({ clientId: id }),
    body: clientPhotosBody,
    response: businessClient.pick({ id: true, profilePhoto: true, socialPhotoUrl: true, socialPhotoSource: true }),
    rateLimit: 'write',
    acceptsImages: true,
  }),
  rewardsOfClient: call({
    method: 'GET',
    path: '/api/clients/:clientId/rewards',
    summary:
      'The codes of this business that one of its clients has spent; whose an unspent one is stays unknown (Q-60)',
    access: 'business',
    params: z.object({ clientId: id }),
    response: z.array(issuedReward),
  }),
  clientByEmail: call({
    method: 'GET',
    path: '/api/clients/by-email/:email',
    summary: 'One’s own record, or that of one’s own client; whoever else asks hears 404, registered or not',
    access: 'anyone',
    params: z.object({ email: email() }),
    response: businessClient,
    rateLimit: 'search',
  }),
}
