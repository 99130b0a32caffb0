import { z } from 'zod'
import { privacyConsent, registerClientBody } from './access.ts'
import { user } from './user.ts'
import { call } from './call.ts'
import { httpsUrl, id, optionalText, photoOf } from './fields.ts'

export const photoConsentMissing = 'Per una foto dai social serve il consenso del cliente.'
const halfASocialPhoto = 'Indica sia il social sia l’indirizzo della foto'

/** E-24 */
export const createClientBody = registerClientBody
  .extend({
    /** V-08 */
    age: z.int().min(18, 'Devi avere almeno 18 anni').max(100, 'Inserisci un’età fino a 100 anni').nullish(),
    residence: optionalText(200),
    travelType: z.enum(['business', 'leisure']).nullish(),
    /** No session for an upload yet: the picture travels in the body, as a business's does. */
    profilePhoto: photoOf('client').nullish(),
    socialPhotoUrl: httpsUrl.nullish(),
    /** V-24 */
    socialPhotoSource: z.enum(['facebook', 'instagram']).nullish(),
    /** V-09, Q-87 */
    privacyConsent,
    photoConsent: z.boolean().optional(),
  })
  .refine(({ socialPhotoUrl, socialPhotoSource }) => !socialPhotoUrl === !socialPhotoSource, {
    path: ['socialPhotoUrl'],
    error: halfASocialPhoto,
  })
  /** V-25 */
  .refine(({ socialPhotoUrl, photoConsent }) => !socialPhotoUrl || photoConsent === true, {
    path: ['photoConsent'],
    error: photoConsentMissing,
  })

export const clientRegistrationCalls = {
  createClient: call({
    method: 'POST',
    path: '/api/clients',
    says: 'Opens a client account with all that /register-client asks, mails it a code and signs it in (Q-09)',
    who: 'anyone',
    body: createClientBody,
    answer: z.object({ clientId: id, user }),
    status: 201,
    limit: 'registration',
    errorField: true,
    pictures: true,
  }),
}
