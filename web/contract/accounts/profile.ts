import { z } from 'zod'
import { call } from '../call.ts'
import { email, notAnImage, phone, photoAddress, secret, text, theForkRating } from '../fields.ts'
import { businessClient } from '../ratings/clients.ts'
import { businessName, user } from './authentication.ts'
import { businessType, province } from './businesses.ts'

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
  .omit({ tierBadge: true, badgeDiscountPercent: true, rewardBadges: true })
  .extend({ phone: z.string().nullable(), photoConsent: consent, privacyConsent: consent, createdAt: z.string() })
  .meta({ id: 'ClientRecord' })

/** Null or empty takes it away; left out, it stays. */
const photoChange = photoAddress.nullish()
/** V-67, Q-84: may be empty; when it says something, five characters at least (V-69). */
const location = z.union([z.literal(''), text(5, 200)], { error: 'Deve avere almeno 5 caratteri' }).nullish()

/** V-64..V-68, Q-36: any of them; which belong to whom is the application's to say. */
export const updateProfileBody = z
  .strictObject({
    businessName: businessName.optional(),
    businessType: businessType.optional(),
    location,
    province: province.nullish(),
    theForkRating: theForkRating.nullish(),
    businessPhoto: photoChange,
    profilePhoto: photoChange,
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
export const completeProfileBody = z.strictObject({
  businessName,
  businessType,
  location: text(5, 200),
  province: province.nullish(),
  phone: phone().nullish(),
  profilePhoto: photoChange,
  businessPhoto: photoChange,
  email: email().optional(),
  password: secret('Password richiesta').optional(),
  emailNotifications: consent,
  smsNotifications: consent,
  marketingConsent: consent,
  /** V-70 */
  privacyConsent: z.literal(true, { error: 'Privacy consent is required' }),
})

const savedProfile = z.object({ user, waitingEmail: z.string().nullable() })

export const profileCalls = {
  ownProfile: call({
    method: 'GET',
    path: '/api/user/profile',
    summary: 'One’s own profile, as forms need it',
    access: 'signed-in',
    response: ownProfile,
  }),
  updateProfile: call({
    method: 'PATCH',
    path: '/api/user/profile',
    summary: 'Changes what is named of one’s own profile; a new e-mail address waits for the code mailed to it',
    access: 'signed-in',
    body: updateProfileBody,
    response: savedProfile,
    rateLimit: 'write',
  }),
  confirmNewEmail: call({
    method: 'POST',
    path: '/api/user/confirm-email',
    summary: 'Makes the new e-mail address one’s own, with the code mailed to it',
    access: 'signed-in',
    body: z.strictObject({
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    response: null,
    rateLimit: 'code',
  }),
  completeProfile: call({
    method: 'POST',
    path: '/api/auth/complete-profile',
    summary: 'Completes a business’s profile: what it is, how it may be written to, and its consent',
    access: 'business',
    body: completeProfileBody,
    response: savedProfile,
    rateLimit: 'write',
    csrf: true,
  }),
  clientRecord: call({
    method: 'GET',
    path: '/api/auth/client',
    summary: 'The signed-in client’s own record',
    access: 'client',
    response: clientRecord,
  }),
}

export const photoCalls = {
  uploadPhoto: call({
    method: 'POST',
    path: '/api/upload/photo',
    summary: 'Takes a JPEG, PNG or WebP of at most 5 MB and answers where it is shown; unused, it is gone in a day',
    access: 'signed-in',
    body: z.strictObject({
      photo: z.file(notAnImage),
      /** V-71: what it is for; both are drawn alike. */
      type: z.enum(['profile', 'business']),
    }),
    response: z.object({ url: z.string() }),
    status: 201,
    rateLimit: 'upload',
    csrf: true,
    acceptsImages: true,
    multipart: true,
  }),
  photo: call({
    method: 'GET',
    path: '/api/photos/:id',
    summary: 'A photo that was handed in, by the address nobody can guess',
    access: 'anyone',
    params: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido') }),
    response: z.string().meta({ description: 'JPEG', format: 'binary' }),
    respondsWithImage: true,
  }),
}
