import { z } from 'zod'
import { ageLimits } from '../../../domain/accounts/rules.ts'
import { socialPhotoSources, travelTypes } from '../../../domain/accounts/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { httpsUrl, id, optionalText, photoFor } from '../fields.ts'
import { privacyConsent, registerClientBody, user } from './authentication.ts'

const photoConsentMissing = 'Per una foto dai social serve il consenso del cliente.'

const incompleteSocialPhoto = 'Indica sia il social sia l’indirizzo della foto'

/** Registration of a client with profile details (E-24). */
export const createClientBody = registerClientBody
  .extend({
    /** @rule V-08 18 to 100 years */
    age: z
      .int()
      .min(ageLimits.min, `Devi avere almeno ${ageLimits.min} anni`)
      .max(ageLimits.max, `Inserisci un’età fino a ${ageLimits.max} anni`)
      .nullish(),
    residence: optionalText(200),
    travelType: z.enum(travelTypes).nullish(),
    /** An image in the body, since uploads require a session. @rule Q-85 */
    profilePhoto: photoFor('client').nullish(),
    socialPhotoUrl: httpsUrl.nullish(),
    /** @rule V-24 required with a social photo */
    socialPhotoSource: z.enum(socialPhotoSources).nullish(),
    /** @rule V-09 Q-87 must be given */
    privacyConsent,
    photoConsent: z.boolean().optional(),
  })
  .refine(({ socialPhotoUrl, socialPhotoSource }) => !socialPhotoUrl === !socialPhotoSource, {
    path: ['socialPhotoUrl'],
    error: incompleteSocialPhoto,
  })
  /** @rule V-25 a social photo requires consent */
  .refine(({ socialPhotoUrl, photoConsent }) => !socialPhotoUrl || photoConsent === true, {
    path: ['photoConsent'],
    error: photoConsentMissing,
  })

export const clientRegistrationEndpoints = {
  createClient: endpoint({
    method: 'POST',
    path: '/api/clients',
    summary: 'Registers a client with profile details, sends a confirmation code and signs in (Q-09)',
    access: 'anyone',
    body: createClientBody,
    response: z.object({ clientId: id, user }),
    status: 201,
    idempotent: true,
    rateLimit: 'registration',
    errorField: true,
    imageFields: ['profilePhoto'],
    recorded: { what: 'registration' },
  }),
}
