import { z } from 'zod'
import { businessType, province } from './businesses.ts'
import { id, instant } from './fields.ts'

/** E-22, with what the added calls name: never a hash, a token or a counter. */
export const user = z
  .object({
    id,
    /** `clients.id`; null for a business. */
    clientId: id.nullable(),
    email: z.string(),
    role: z.enum(['CLIENTE', 'ESERCENTE']),
    staffRoles: z.array(z.enum(['MODERATORE', 'ADMIN', 'REVISORE'])),
    emailVerified: z.boolean(),
    displayName: z.string(),
    profilePhoto: z.string().nullable(),
    totalRatingsGiven: z.int(),
    businessName: z.string().nullable(),
    businessType: businessType.nullable(),
    businessPhoto: z.string().nullable(),
    location: z.string().nullable(),
    province: province.nullable(),
    provinceName: z.string().nullable(),
    theForkRating: z.number().nullable(),
    /** Only there where developer tools are switched on, never in production. */
    developer: z.literal(true).optional(),
    /** Only there while a temporary password waits to be changed. */
    mustChangePassword: z.literal(true).optional(),
    /** Only there while staff has not shown a passkey that counts, where one is wanted (ASVS 6.3.3). */
    secondFactorDue: z.literal(true).optional(),
    /** Only there while the account is suspended; without end when null. */
    suspended: z.object({ until: instant.nullable() }).optional(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>
