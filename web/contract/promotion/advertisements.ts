import { z } from 'zod'
import { advertisementAudiences } from '../../../domain/promotion/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, pageLimit } from '../fields.ts'

const clickUrl = z.string().regex(/^https:\/\//)

/** @rule E-15 displayable fields of an advertisement; `price` in euro, null if not imported */
export const advertisement = z
  .object({
    id,
    advertiserName: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    category: z.string().nullable(),
    clickUrl,
    promotionType: z.string().nullable(),
    couponCode: z.string().nullable(),
    promotionalDate: instant.nullable(),
    promotionalEndDate: instant.nullable(),
    /** It is within its promotion period, or has none; its promotion and coupon apply. @rule S-22 */
    promotionCurrent: z.boolean(),
    price: z.number().nullable(),
  })
  .meta({ id: 'Advertisement' })
export type Advertisement = z.infer<typeof advertisement>

/** @rule Q-77 accepted and ignored: the session identifies who clicks */
const ignored = z.unknown().optional()

export const advertisementEndpoints = {
  advertisements: endpoint({
    method: 'GET',
    path: '/api/advertisements',
    summary: 'Lists current advertisements by priority, the same for businesses and clients (B-12)',
    access: 'anyone',
    query: z.object({ userType: z.enum([...advertisementAudiences, 'business']).optional(), limit: pageLimit(20) }),
    response: z.array(advertisement),
  }),
  clickAdvertisement: endpoint({
    method: 'POST',
    path: '/api/advertisements/:id/click',
    summary: 'Counts a click, at most one a day per account, and returns the target URL',
    access: 'signed-in',
    params: z.object({ id }),
    body: z.strictObject({ userId: ignored, userType: ignored }).nullish(),
    response: z.object({ clickUrl }),
    rateLimit: 'click',
  }),
}
