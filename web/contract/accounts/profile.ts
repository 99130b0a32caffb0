import { z } from 'zod'
import { ageLimits, maxPhotoMegabytes } from '../../../domain/accounts/rules.ts'
import { travelTypes } from '../../../domain/accounts/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { email, notAnImage, phone, photoAddress, secret, text, theForkRating } from '../fields.ts'
import { businessClient } from '../ratings/clients.ts'
import { businessName, personName, user } from './authentication.ts'
import { businessType, province } from './businesses.ts'

const travelType = z.enum(travelTypes)
const consent = z.boolean()

/** The owner's view of their profile, which fills the forms. */
export const ownProfile = z
  .object({
    email: z.string(),
    /** Requested address that is not confirmed; null after its code expires. @rule Q-91 */
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
    /** Whether a version of the privacy notice was accepted. @rule Q-114 */
    privacyConsent: consent,
    /** Whether a business has entered everything the profile setup requires. @rule Q-41 */
    complete: z.boolean(),
  })
  .meta({ id: 'OwnProfile' })
export type OwnProfile = z.infer<typeof ownProfile>

/** The owner's view of their client record (E-02). */
const clientRecord = businessClient
  .omit({ isPremium: true, tierBadge: true, badgeDiscountPercent: true, rewardBadges: true })
  .extend({ phone: z.string().nullable(), photoConsent: consent, privacyConsent: consent, createdAt: z.string() })
  .meta({ id: 'ClientRecord' })

/** Null or empty removes the photo; omitted keeps it. */
const photoChange = photoAddress.nullish()
/** @rule V-67 V-69 Q-84 empty, or at least 5 characters */
const location = z.union([z.literal(''), text(5, 200)], { error: 'Deve avere almeno 5 caratteri' }).nullish()

/** All fields are optional; the API rejects those of the other kind of account. @rule V-64..V-68 Q-36 */
export const updateProfileBody = z
  .strictObject({
    businessName: businessName.optional(),
    businessType: businessType.optional(),
    location,
    province: province.nullish(),
    theForkRating: theForkRating.nullish(),
    businessPhoto: photoChange,
    profilePhoto: photoChange,
    firstName: personName.optional(),
    lastName: personName.optional(),
    phone: phone().nullish(),
    age: z.int().min(ageLimits.min).max(ageLimits.max).nullish(),
    residence: text(2, 100).nullish(),
    travelType: travelType.nullish(),
    photoConsent: consent.optional(),
    /** @rule Q-114 consent is withdrawn as easily as given */
    preferences: z
      .strictObject({ emailNotifications: consent, smsNotifications: consent, marketingConsent: consent })
      .optional(),
    email: email().optional(),
    /** Required for a new e-mail address. @rule Q-91 */
    password: secret('Password richiesta').optional(),
  })
  .refine(({ password: _, ...changes }) => Object.keys(changes).length > 0, 'Non hai indicato nulla da cambiare')

/** @rule V-72 V-73 V-75 Q-134 fields of the profile setup; unlike the edit form, it requires the province */
export const completeProfileBody = z.strictObject({
  businessName,
  businessType,
  location: text(5, 200),
  province,
  phone: phone().nullish(),
  profilePhoto: photoChange,
  businessPhoto: photoChange,
  email: email().optional(),
  password: secret('Password richiesta').optional(),
  emailNotifications: consent,
  smsNotifications: consent,
  marketingConsent: consent,
  /** @rule V-70 must be given */
  privacyConsent: z.literal(true, { error: 'Privacy consent is required' }),
})

const savedProfile = z.object({ user, waitingEmail: z.string().nullable() })

export const profileEndpoints = {
  ownProfile: endpoint({
    method: 'GET',
    path: '/api/user/profile',
    summary: 'Returns the caller’s profile',
    access: 'signed-in',
    response: ownProfile,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/user/profile',
    summary: 'Changes fields of the caller’s profile; a new e-mail address takes effect after its confirmation',
    access: 'signed-in',
    body: updateProfileBody,
    response: savedProfile,
    rateLimit: 'write',
    recorded: { what: 'email-change', why: 'requested', ifNamed: true },
  }),
  confirmNewEmail: endpoint({
    method: 'POST',
    path: '/api/user/confirm-email',
    summary: 'Confirms the new e-mail address with the code sent to it',
    access: 'signed-in',
    body: z.strictObject({
      code: text(1, 6, 'Inserisci il codice a 6 cifre').regex(/^\d{6}$/, 'Inserisci il codice a 6 cifre'),
    }),
    response: null,
    rateLimit: 'code',
    recorded: { what: 'email-change', why: 'confirmed' },
  }),
  completeProfile: endpoint({
    method: 'POST',
    path: '/api/auth/complete-profile',
    summary: 'Completes a business’s profile, with preferences and consent',
    access: 'business',
    body: completeProfileBody,
    response: savedProfile,
    rateLimit: 'write',
    csrf: true,
    recorded: { what: 'email-change', why: 'requested', ifNamed: true },
  }),
  clientRecord: endpoint({
    method: 'GET',
    path: '/api/auth/client',
    summary: 'Returns the caller’s client record',
    access: 'client',
    response: clientRecord,
  }),
}

export const photoEndpoints = {
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/upload/photo',
    summary: `Stores a JPEG, PNG or WebP of at most ${maxPhotoMegabytes} MB and returns its URL; deleted after a day if unused`,
    access: 'signed-in',
    body: z.strictObject({
      photo: z.file(notAnImage),
      /** Intended use; both are processed alike. @rule V-71 */
      type: z.enum(['profile', 'business']),
    }),
    response: z.object({ url: z.string() }),
    status: 201,
    rateLimit: 'upload',
    csrf: true,
    imageFields: ['photo'],
    multipart: true,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/photos/:id',
    summary: 'Returns an uploaded photo by its unguessable id',
    access: 'anyone',
    params: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido') }),
    response: z.string().meta({ description: 'JPEG', format: 'binary' }),
    respondsWithImage: true,
  }),
}
