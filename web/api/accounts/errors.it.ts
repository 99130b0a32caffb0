import { nameFlawMessages, passwordTooWeak, passwordTooShort } from '../../contract/accounts/authentication.ts'
import { socialSignInErrors as messages } from '../../contract/accounts/sign-in.ts'
import { al } from '../../../domain/kernel/text.ts'
import { type ContextErrors, italianDate } from '../error-messages.ts'

const wrongCredentials = 'Credenziali non valide. Verifica email e password.'

const forbiddenMessages = {
  moderator: 'Questa pagina è riservata ai moderatori.',
  admin: 'Questa operazione è riservata agli amministratori.',
  auditor: 'Questa operazione è riservata ai revisori.',
  business: 'Questa operazione è riservata agli esercenti.',
  client: 'Questa operazione è riservata ai clienti.',
} as const

const authenticationErrors = {
  NotSignedIn: { status: 401, message: 'Accedi per continuare.' },
  Forbidden: { status: 403, message: ({ needs }) => forbiddenMessages[needs] },
  EmailNotConfirmed: { status: 403, message: 'Conferma prima il tuo indirizzo email.' },
  RegistrationBlocked: {
    status: 409,
    message: ({ until }) =>
      `Con questi dati non ci si può registrare fino ${al(italianDate(until))}: l’account precedente è stato eliminato durante una sanzione, o era di un’attività con recensioni.`,
  },
  EmailTaken: { status: 409, message: 'Email già registrata' },
  UsernameTaken: { status: 409, message: 'Username già in uso' },
  BadCredentials: { status: 401, message: wrongCredentials },
  /** @rule Q-23 indistinguishable from a wrong password */
  LockedOut: { status: 401, message: wrongCredentials, code: 'BadCredentials' },
  CodeWrong: { status: 400, message: 'Codice di verifica non valido' },
  PasswordTooShort: { status: 400, message: passwordTooShort },
  PasswordTooPlain: { status: 400, message: passwordTooWeak },
  PasswordCommon: {
    status: 400,
    message:
      'Questa password è troppo facile da indovinare: somiglia a una delle più usate. Prova con tre o quattro parole che non c’entrano tra loro.',
  },
  PasswordPersonal: {
    status: 400,
    message: 'La password somiglia troppo ai tuoi dati: scegline una senza il tuo nome o la tua email.',
  },
  CurrentPasswordWrong: { status: 400, message: 'La password attuale non è corretta.' },
  PasswordNeeded: { status: 400, message: 'Inserisci la tua password per confermare.' },
  BusinessUnknown: { status: 404, message: 'Attività non trovata.' },
  SecondFactorDue: { status: 403, message: 'Prima di lavorare ai casi conferma con la tua passkey che sei tu.' },
  PasswordChangeDue: { status: 403, message: 'Scegli prima una nuova password.' },
  /** Specified text (T-093). */
  PhoneWithoutSms: { status: 400, message: 'Gli SMS arrivano solo ai numeri di cellulare. Indicane uno.' },
  PhoneUnknown: { status: 404, message: 'Numero di telefono non trovato.' },
  TooOften: { status: 429, message: 'Troppi tentativi. Riprova più tardi.' },
  RecoveryOfAnother: { status: 409, message: 'Questa richiesta riguardava un altro account. Ricomincia da capo.' },
  /** The request names another account. @rule Q-15 */
  PasskeyForAnother: { status: 403, message: 'Errore nella generazione del challenge' },
  PasskeyRefused: { status: 400, message: 'Errore nella registrazione della credenziale' },
  PasskeyTaken: { status: 409, message: 'Credenziale già registrata per questo dispositivo' },
  /** Indistinguishable from a wrong password. */
  PasskeySignInRejected: { status: 401, message: 'Verifica autenticazione fallita', code: 'BadCredentials' },
  PasskeyUnknown: { status: 404, message: 'Nessuna credenziale biometrica trovata' },
  UnsubscribeLinkInvalid: { status: 400, message: 'Questo link non è valido.' },
  PushServiceUnknown: { status: 400, message: 'Questo browser non può ricevere notifiche da Garbo.' },
  SessionUnknown: { status: 404, message: 'Questa sessione è già chiusa.' },
  DeviceTokenRejected: { status: 401, message: 'Verifica autenticazione fallita', code: 'BadCredentials' },
  /** @rule V-22 images only */
  NotAPicture: { status: 400, message: 'Seleziona un file immagine valido.' },
  /** Also for small files with too many pixels. @rule V-20 at most 5 MB */
  PictureTooLarge: { status: 413, message: 'Foto troppo grande' },
  /** @rule V-25 a social photo requires consent */
  PhotoConsentMissing: { status: 400, message: 'Per una foto dai social serve il consenso del cliente.' },
  PhotosChangedToday: {
    status: 429,
    message: 'Oggi hai già cambiato le foto di questo cliente. Potrai cambiarle di nuovo domani.',
  },
  PhotoConsentNotGiven: { status: 403, message: 'Il cliente non ha dato il consenso alle foto.' },
  /** @rule Q-131 */
  NameNotAllowed: { status: 400, message: ({ flaw }) => nameFlawMessages[flaw] },
  AlreadyRegistered: { status: 409, message: 'Questo account è già registrato.' },
  AccountNotRegistered: { status: 404, message: 'Account non trovato.' },
  ProfileOfOtherKind: { status: 403, message: 'Questi dati non appartengono al tuo tipo di account.' },
  EmailChangeUnknown: { status: 400, message: 'Codice di verifica non valido', code: 'CodeWrong' },
  EmailChangeDiffers: { status: 409, message: 'Questa richiesta riguardava un altro indirizzo. Ricomincia da capo.' },
  NameTaken: { status: 409, message: 'Questo nome è già in uso.' },
  ClaimLapsed: { status: 409, message: 'La registrazione è scaduta: riprova.' },
  NameNotClaimed: { status: 409, message: 'La registrazione è scaduta: riprova.' },
} satisfies ContextErrors

const socialSignInErrors = {
  SocialUnavailable: { status: 503, message: ({ provider }) => messages.SocialUnavailable(provider) },
  SocialUnreachable: { status: 503, message: ({ provider }) => messages.SocialUnreachable(provider) },
  SocialCancelled: { status: 400, message: ({ provider }) => messages.SocialCancelled(provider) },
  SocialRefused: { status: 401, message: ({ provider }) => messages.SocialRefused(provider) },
  SocialEmailMissing: { status: 409, message: ({ provider }) => messages.SocialEmailMissing(provider) },
  SocialEmailTaken: { status: 409, message: ({ provider }) => messages.SocialEmailTaken(provider) },
  SocialNeedsConfirmedEmail: { status: 409, message: messages.SocialNeedsConfirmedEmail('facebook') },
  SocialForClientsOnly: { status: 409, message: messages.SocialForClientsOnly('facebook') },
  SocialIdentityBusy: { status: 409, message: messages.SocialIdentityBusy('facebook') },
  SignedRequestInvalid: { status: 400, message: 'Richiesta non firmata correttamente.' },
  DeletionUnknown: { status: 404, message: 'Richiesta di eliminazione non trovata.' },
} satisfies ContextErrors

const favouriteErrors = {
  TooManyFavourites: { status: 409, message: ({ max }) => `Puoi salvare al massimo ${max} attività.` },
} satisfies ContextErrors

const connectionErrors = {
  ConnectedAccounts: {
    status: 409,
    message:
      'Conflitto di interessi: questo account risulta collegato al tuo, quindi non potete valutarvi né recensirvi a vicenda.',
  },
} satisfies ContextErrors

export const accountErrors = { ...authenticationErrors, ...socialSignInErrors, ...favouriteErrors, ...connectionErrors }
