import {
  type AccountKind,
  accountKinds,
  type SocialProvider,
  socialProviders,
} from '../../../domain/accounts/vocabulary.ts'

/** What sign-in pages show before their first call, which loads the schemas. */

export { minPasswordLength, shortPasswordLength } from '../../../domain/accounts/rules.ts'
export type { SocialProvider }
export type UserType = AccountKind

/** @rule P-02 the kind of account is chosen before signing in */
export const isUserType = (text: string | null): text is UserType => accountKinds.some((kind) => kind === text)

export const isSocialProvider = (text: string | null): text is SocialProvider =>
  socialProviders.some((provider) => provider === text)

/** Maximum lengths of the login's fields. */
export const loginLengths = { username: 254, password: 200 } as const

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
  RegistrationBlocked: (provider: SocialProvider) =>
    `Per ora non puoi registrarti di nuovo con ${providerNames[provider]}: il tuo account precedente è stato eliminato durante una sanzione.`,
  SocialIdentityBusy: (provider: SocialProvider) =>
    `Un accesso con ${providerNames[provider]} è già in corso. Riprova tra qualche minuto.`,
  TooOften: () => 'Troppi tentativi. Riprova più tardi.',
} as const
export type SocialSignInErrorCode = keyof typeof socialSignInErrors

export const isSocialSignInError = (code: string | null): code is SocialSignInErrorCode =>
  code !== null && Object.hasOwn(socialSignInErrors, code)
