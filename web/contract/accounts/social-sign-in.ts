import { z } from 'zod'
import { call } from '../call.ts'
import { instant } from '../fields.ts'
import { user } from './authentication.ts'

export const socialProvider = z.enum(['google', 'facebook'])
export type SocialProvider = z.infer<typeof socialProvider>

const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' }

/** Why nobody came in, in the words of whoever tried (T-028, T-030): the login page and the API say the same. */
export const socialSignInErrors = {
  SocialUnavailable: (by: SocialProvider) =>
    `L’accesso con ${providerNames[by]} non è disponibile al momento. Usa email e password.`,
  SocialUnreachable: (by: SocialProvider) => `${providerNames[by]} non risponde al momento. Riprova tra poco.`,
  SocialCancelled: (by: SocialProvider) => `Login ${providerNames[by]} annullato`,
  SocialRefused: (by: SocialProvider) => `Errore durante il login ${providerNames[by]}`,
  SocialEmailMissing: (by: SocialProvider) =>
    `${providerNames[by]} non ci ha comunicato il tuo indirizzo email: consenti di condividerlo, oppure registrati con email e password.`,
  SocialEmailTaken: (by: SocialProvider) =>
    `Esiste già un account con questo indirizzo email. ${providerNames[by]} non ci conferma che è tuo: accedi con email e password.`,
  SocialNeedsConfirmedEmail: (by: SocialProvider) =>
    `Esiste già un account con questo indirizzo email, ma l’indirizzo non è ancora verificato. Accedi con la password e verificalo, poi usa ${providerNames[by]}.`,
  SocialForClientsOnly: (by: SocialProvider) =>
    `Questo indirizzo email è di un account esercente: gli esercenti accedono con username o email e password, non con ${providerNames[by]}.`,
  SocialIdentityBusy: (by: SocialProvider) =>
    `Un accesso con ${providerNames[by]} è già in corso. Riprova tra qualche minuto.`,
} as const
export type SocialSignInErrorCode = keyof typeof socialSignInErrors

export const isSocialSignInError = (word: string | null): word is SocialSignInErrorCode =>
  word !== null && Object.hasOwn(socialSignInErrors, word)

export const socialSignInCalls = {
  socialProviders: call({
    method: 'GET',
    path: '/api/auth/social',
    summary: 'Which providers are set up, and what the page needs for Facebook’s own script',
    access: 'anyone',
    response: z.object({
      google: z.boolean(),
      facebook: z.object({ appId: z.string(), sdk: z.string(), version: z.string() }).nullable(),
    }),
  }),
  loginByFacebookToken: call({
    method: 'POST',
    path: '/api/auth/facebook/token',
    summary:
      'Signs a client in with a token of Facebook’s own script; Facebook is asked whose it is, profileData is ignored',
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
  socialUser: call({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in account, under the name the clients’ area asks for after a social sign-in',
    access: 'signed-in',
    response: user,
  }),
  dataDeletion: call({
    method: 'GET',
    path: '/api/auth/facebook/data-deletion/:code',
    summary: 'What has come of a deletion request that Facebook passed on',
    access: 'anyone',
    params: z.object({ code: z.string().regex(/^[\w-]{1,64}$/, 'Codice non valido') }),
    response: z.object({ requestedAt: instant, state: z.enum(['nothing-held', 'unlinked', 'erased']) }),
    rateLimit: 'code',
  }),
}
