import { z } from 'zod'
import { call } from './call.ts'
import { email, id, limit } from './fields.ts'

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

export const clientCalls = {
  clients: call({
    method: 'GET',
    path: '/api/clients',
    says: 'The clients of this business, the best standing first; `businessId` must be one’s own',
    who: 'business',
    query: z.object({ businessId: id.optional() }),
    answer: z.array(businessClient),
  }),
  topClients: call({
    method: 'GET',
    path: '/api/clients/top',
    says: 'The best of them',
    who: 'business',
    query: z.object({ businessId: id.optional(), limit: limit(50) }),
    answer: z.array(businessClient),
  }),
  clientByEmail: call({
    method: 'GET',
    path: '/api/clients/by-email/:email',
    says: 'One’s own record, or that of one’s own client; whoever else asks hears 404, registered or not',
    who: 'anyone',
    params: z.object({ email: email() }),
    answer: businessClient,
    limit: 'search',
  }),
}
