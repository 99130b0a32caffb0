import { z } from 'zod'
import { businessName } from './access.ts'
import { user } from './user.ts'
import { businessType, province } from './businesses.ts'
import { call } from './call.ts'
import { businessClient } from './clients.ts'
import { email, phone, photoAddress, secret, text, theForkRating } from './fields.ts'

export const travelType = z.enum(['business', 'leisure'])
const consent = z.boolean()

/** What one may read of oneself: forms are filled with it, and nobody else sees it. */
export const ownProfile = z
  .object({
    email: z.string(),
    /** The new address that waits for its code; null without one, and once the code has expired. */
    waitingEmail: z.string().nullable(),
    phone: z.string().nullable(),
    profilePhoto: z.string().nullable(),
    businessPhoto: z.string().nullable(),
    businessName: z.string().nullable(),
    businessType: businessType.nullable(),
    location: z.string().nullable(),
    province: province.nullable(),
    theForkRating: z.number().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    age: z.int().nullable(),
    residence: z.string().nullable(),
    travelType: travelType.nullable(),
    photoConsent: consent,
    emailNotifications: consent,
    smsNotifications: consent,
    marketingConsent: consent,
    /** The privacy notice has been accepted, and it is on record when and which. */
    privacyConsent: consent,
    /** Of a business: nothing is missing that the wizard asks for. */
    complete: z.boolean(),
  })
  .meta({ id: 'OwnProfile' })
export type OwnProfile = z.infer<typeof ownProfile>

/** E-02, as its owner reads it. */
export const clientRecord = businessClient
  .extend({ phone: z.string().nullable(), photoConsent: consent, privacyConsent: consent, createdAt: z.string() })
  .meta({ id: 'ClientRecord' })

/** Null or empty takes it away; left out, it stays. */
const photo = photoAddress.nullish()
/** V-67, Q-84: may be empty; when it says something, five characters at least (V-69). */
const location = z.union([z.literal(''), text(5, 200)], { error: 'Deve avere almeno 5 caratteri' }).nullish()

/** V-64..V-68, Q-36: any of them; which belong to whom is the application's to say. */
export const profileChanges = z
  .strictObject({
    businessName: businessName.optional(),
    businessType: businessType.optional(),
    location,
    province: province.nullish(),
    theForkRating: theForkRating.nullish(),
    businessPhoto: photo,
    profilePhoto: photo,
    firstName: text(2, 50).optional(),
    lastName: text(2, 50).optional(),
    phone: phone().nullish(),
    age: z.int().min(18).max(100).nullish(),
    residence: text(2, 100).nullish(),
    travelType: travelType.nullish(),
    photoConsent: consent.optional(),
    /** Withdrawn as easily as given. */
    preferences: z
      .strictObject({ emailNotifications: consent, smsNotifications: consent, marketingConsent: consent })
      .optional(),
    email: email().optional(),
    /** With a new e-mail address only. */
    password: secret('Password richiesta').optional(),
  })
  .refine(({ password: _, ...changes }) => Object.keys(changes).length > 0, 'Non hai indicato nulla da cambiare')

/** V-72, V-73, V-75, Q-84. */
export const setup = z.strictObject({
  businessName,
  businessType,
  location: text(5, 200),
  province: province.nullish(),
  phone: phone().nullish(),
  profilePhoto: photo,
  businessPhoto: photo,
  email: email().optional(),
  password: secret('Password richiesta').optional(),
  emailNotifications: consent,
  smsNotifications: consent,
  marketingConsent: consent,
  /** V-70 */
  privacyConsent: z.literal(true, { error: 'Privacy consent is required' }),
})

const saved = z.object({ user, waitingEmail: z.string().nullable() })

export const profileCalls = {
  ownProfile: call({
    method: 'GET',
    path: '/api/user/profile',
    says: 'One’s own profile, as forms need it',
    who: 'signed-in',
    answer: ownProfile,
  }),
  updateProfile: call({
    method: 'PATCH',
    path: '/api/user/profile',
    says: 'Changes what is named of one’s own profile; a new e-mail address waits for the code mailed to it',
    who: 'signed-in',
    body: profileChanges,
    answer: saved,
    limit: 'write',
  }),
  confirmNewEmail: call({
    method: 'POST',
    path: '/api/user/confirm-email',
    says: 'Makes the new e-mail address one’s own, with the code mailed to it',
    who: 'signed-in',
    body: z.strictObject({
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    answer: null,
    limit: 'code',
  }),
  completeProfile: call({
    method: 'POST',
    path: '/api/auth/complete-profile',
    says: 'Completes a business’s profile: what it is, how it may be written to, and its consent',
    who: 'business',
    body: setup,
    answer: saved,
    limit: 'write',
    csrf: true,
  }),
  clientRecord: call({
    method: 'GET',
    path: '/api/auth/client',
    says: 'The signed-in client’s own record',
    who: 'client',
    answer: clientRecord,
  }),
}
