import { z } from 'zod'
import { type SocialProvider, socialProviders } from '../../../domain/accounts/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { user } from './authentication.ts'

export const socialProvider = z.enum(socialProviders)
export type { SocialProvider }

const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' }

/** Messages of rejected sign-ins, shared by the login page and the API (T-028, T-030). */
export const socialSignInErrors = {
  SocialUnavailable: (provider: SocialProvider) =>
    `L’accesso con ${providerNames[provider]} non è disponibile al momento. Usa email e password.`,
  SocialUnreachable: (provider: SocialProvider) =>
    `${providerNames[provider]} non risponde al momento. Riprova tra poco.`,
  SocialCancelled: (provider: SocialProvider) => `Login ${providerNames[provider]} annullato`,
  SocialRefused: (provider: SocialProvider) => `Errore durante il login ${providerNames[provider]}`,
  SocialEmailMissing: (provider: SocialProvider) =>
    `${providerNames[provider]} non ci ha comunicato il tuo indirizzo email: consenti di condividerlo, oppure registrati con email e password.`,
  SocialEmailTaken: (provider: SocialProvider) =>
    `Esiste già un account con questo indirizzo email. ${providerNames[provider]} non ci conferma che è tuo: accedi con email e password.`,
  SocialNeedsConfirmedEmail: (provider: SocialProvider) =>
    `Esiste già un account con questo indirizzo email, ma l’indirizzo non è ancora verificato. Accedi con la password e verificalo, poi usa ${providerNames[provider]}.`,
  SocialForClientsOnly: (provider: SocialProvider) =>
    `Questo indirizzo email è di un account esercente: gli esercenti accedono con username o email e password, non con ${providerNames[provider]}.`,
  SocialIdentityBusy: (provider: SocialProvider) =>
    `Un accesso con ${providerNames[provider]} è già in corso. Riprova tra qualche minuto.`,
} as const
export type SocialSignInErrorCode = keyof typeof socialSignInErrors

export const isSocialSignInError = (code: string | null): code is SocialSignInErrorCode =>
  code !== null && Object.hasOwn(socialSignInErrors, code)

export const socialSignInEndpoints = {
  socialProviders: endpoint({
    method: 'GET',
    path: '/api/auth/social',
    summary: 'Lists the configured providers, with the settings of Facebook’s script',
    access: 'anyone',
    response: z.object({
      google: z.boolean(),
      facebook: z.object({ appId: z.string(), sdk: z.string(), version: z.string() }).nullable(),
    }),
  }),
  loginWithFacebookToken: endpoint({
    method: 'POST',
    path: '/api/auth/facebook/token',
    summary: 'Signs a client in with a token from Facebook’s script, verified with Facebook; profileData is ignored',
    access: 'anyone',
    body: z.strictObject({
      accessToken: z.string().regex(/^[\x21-\x7e]{1,2000}$/, 'Token non valido'),
      userID: z.string().regex(/^\d{1,40}$/, 'Identificativo non valido'),
      signedRequest: z.string().max(4000).nullish(),
      profileData: z.unknown().optional(),
    }),
    response: z.object({ success: z.literal(true), user }),
    rateLimit: 'login',
    errorField: true,
  }),
  socialUser: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'Returns the caller’s account; alias of /api/auth/user after a social sign-in',
    access: 'signed-in',
    response: user,
  }),
  dataDeletion: endpoint({
    method: 'GET',
    path: '/api/auth/facebook/data-deletion/:code',
    summary: 'Returns the status of a deletion request received from Facebook',
    access: 'anyone',
    params: z.object({ code: z.string().regex(/^[\w-]{1,64}$/, 'Codice non valido') }),
    response: z.object({ requestedAt: instant, state: z.enum(['nothing-held', 'unlinked', 'erased']) }),
    rateLimit: 'code',
  }),
}
