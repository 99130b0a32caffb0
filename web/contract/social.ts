import { z } from 'zod'
import { user } from './user.ts'
import { call } from './call.ts'
import { instant } from './fields.ts'

export const socialProvider = z.enum(['google', 'facebook'])
export type SocialProvider = z.infer<typeof socialProvider>

const names: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' }

/** Why nobody came in, in the words of whoever tried (T-028, T-030): the login page and the API say the same. */
export const socialRefusals = {
  SocialUnavailable: (by: SocialProvider) =>
    `L’accesso con ${names[by]} non è disponibile al momento. Usa email e password.`,
  SocialUnreachable: (by: SocialProvider) => `${names[by]} non risponde al momento. Riprova tra poco.`,
  SocialCancelled: (by: SocialProvider) => `Login ${names[by]} annullato`,
  SocialRefused: (by: SocialProvider) => `Errore durante il login ${names[by]}`,
  SocialEmailMissing: (by: SocialProvider) =>
    `${names[by]} non ci ha comunicato il tuo indirizzo email: consenti di condividerlo, oppure registrati con email e password.`,
  SocialEmailTaken: (by: SocialProvider) =>
    `Esiste già un account con questo indirizzo email. ${names[by]} non ci conferma che è tuo: accedi con email e password.`,
  SocialNeedsConfirmedEmail: (by: SocialProvider) =>
    `Esiste già un account con questo indirizzo email, ma l’indirizzo non è ancora verificato. Accedi con la password e verificalo, poi usa ${names[by]}.`,
  SocialForClientsOnly: (by: SocialProvider) =>
    `Questo indirizzo email è di un account esercente: gli esercenti accedono con username o email e password, non con ${names[by]}.`,
  SocialIdentityBusy: (by: SocialProvider) => `Un accesso con ${names[by]} è già in corso. Riprova tra qualche minuto.`,
} as const
export type SocialRefusalCode = keyof typeof socialRefusals

export const isSocialRefusal = (word: string | null): word is SocialRefusalCode =>
  word !== null && Object.hasOwn(socialRefusals, word)

export const socialCalls = {
  socialWays: call({
    method: 'GET',
    path: '/api/auth/social',
    says: 'Which providers are set up, and what the page needs for Facebook’s own script',
    who: 'anyone',
    answer: z.object({
      google: z.boolean(),
      facebook: z.object({ appId: z.string(), sdk: z.string(), version: z.string() }).nullable(),
    }),
  }),
  loginByFacebookToken: call({
    method: 'POST',
    path: '/api/auth/facebook/token',
    says: 'Signs a client in with a token of Facebook’s own script; Facebook is asked whose it is, profileData is ignored',
    who: 'anyone',
    body: z.strictObject({
      accessToken: z.string().regex(/^[\x21-\x7e]{1,2000}$/, 'Token non valido'),
      userID: z.string().regex(/^\d{1,40}$/, 'Identificativo non valido'),
      signedRequest: z.string().max(4000).nullish(),
      profileData: z.unknown().optional(),
    }),
    answer: z.object({ success: z.literal(true), user }),
    limit: 'login',
    errorField: true,
  }),
  socialUser: call({
    method: 'GET',
    path: '/api/user',
    says: 'The signed-in account, under the name the clients’ area asks for after a social sign-in',
    who: 'signed-in',
    answer: user,
  }),
  dataDeletion: call({
    method: 'GET',
    path: '/api/auth/facebook/data-deletion/:code',
    says: 'What has come of a deletion request that Facebook passed on',
    who: 'anyone',
    params: z.object({ code: z.string().regex(/^[\w-]{1,64}$/, 'Codice non valido') }),
    answer: z.object({ requestedAt: instant, state: z.enum(['nothing-held', 'unlinked', 'erased']) }),
    limit: 'code',
  }),
}
