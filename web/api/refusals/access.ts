import type { AccountRejection } from '../../../domain/access/account/decider.ts'
import type { DeletionRejection } from '../../../domain/access/account/deletion.ts'
import type { RecoveryRejection } from '../../../domain/access/recovery/decider.ts'
import type { ReservationRejection } from '../../../domain/access/reservation/decider.ts'
import type { Refusal } from '../../../application/rejections.ts'
import type { SocialRefusal } from '../../../application/access/social-refusals.ts'
import type { SocialRejection } from '../../../domain/access/account/social.ts'
import { passwordTooPlain, passwordTooShort } from '../../contract/access.ts'
import type { Lines } from './line.ts'
import { matterChanged } from './matter-changed.ts'

const wrongCredentials = 'Credenziali non valide. Verifica email e password.'
const notYours = {
  moderator: 'Non sei autorizzato: questa pagina è riservata ai moderatori.',
  admin: 'Non sei autorizzato: questa operazione è riservata agli amministratori.',
  business: 'Questa operazione è riservata agli esercenti.',
  client: 'Questa operazione è riservata ai clienti.',
} as const

type Rejection = Exclude<
  Refusal | AccountRejection | RecoveryRejection | ReservationRejection,
  SocialRefusal | SocialRejection | DeletionRejection
>

export const accessRefusals: Lines<Rejection['type']> = {
  NotSignedIn: { status: 401, says: 'Accedi per continuare.' },
  Forbidden: { status: 403, says: ({ needs }) => notYours[needs] },
  EmailNotConfirmed: { status: 403, says: 'Conferma prima il tuo indirizzo email.' },
  ClientUnknown: { status: 404, says: 'Cliente non trovato.' },
  TargetUnknown: { status: 404, says: 'Ciò che vuoi recensire non è stato trovato.' },
  AdvertisementUnknown: { status: 404, says: 'Questo annuncio non è più disponibile.' },
  HotelUnknown: { status: 404, says: 'Struttura non trovata.' },
  FlagUnknown: { status: 404, says: 'Segnalazione non trovata.' },
  DecisionUnknown: { status: 404, says: 'Decisione non trovata.' },
  MatterChanged: matterChanged,
  NotARestriction: { status: 409, says: 'Questa decisione non limita alcun contenuto.' },
  QueueEmpty: { status: 404, says: 'Niente da decidere in questa corsia.' },
  TestEmailUnknown: { status: 404, says: 'Email non trovata per il test' },
  EmailTaken: { status: 409, says: 'Email già registrata' },
  UsernameTaken: { status: 409, says: 'Username già in uso' },
  BadCredentials: { status: 401, says: wrongCredentials },
  /** Not to be told from a wrong password. */
  LockedOut: { status: 401, says: wrongCredentials, code: 'BadCredentials' },
  CodeWrong: { status: 400, says: 'Codice di verifica non valido' },
  PasswordTooShort: { status: 400, says: passwordTooShort },
  PasswordTooPlain: { status: 400, says: passwordTooPlain },
  PasswordCommon: {
    status: 400,
    says: 'Questa password è troppo facile da indovinare: somiglia a una delle più usate. Prova con tre o quattro parole che non c’entrano tra loro.',
  },
  PasswordPersonal: {
    status: 400,
    says: 'La password somiglia troppo ai tuoi dati: scegline una senza il tuo nome o la tua email.',
  },
  CurrentPasswordWrong: { status: 400, says: 'La password attuale non è corretta.' },
  PasswordNeeded: { status: 400, says: 'Per cambiare email inserisci la tua password.' },
  BusinessUnknown: { status: 404, says: 'Attività non trovata.' },
  SecondFactorDue: { status: 403, says: 'Prima di lavorare ai casi conferma con la tua passkey che sei tu.' },
  PasswordChangeDue: { status: 403, says: 'Scegli prima una nuova password.' },
  /** T-093: 'non trovato' is a word screens look for. */
  PhoneUnknown: { status: 404, says: 'Numero di telefono non trovato.' },
  /** T-190 */
  RuleBookUnknown: { status: 404, says: 'Questo regolamento non esiste.' },
  WalletUnknown: { status: 404, says: 'Wallet non trovato' },
  ChainNotConfigured: {
    status: 409,
    says: 'Il wallet aziendale non è configurato: i saldi restano dove sono.',
  },
  TooOften: { status: 429, says: 'Troppi tentativi. Riprova più tardi.' },
  RecoveryOfAnother: { status: 409, says: 'Questa richiesta è già servita per un altro account.' },
  /** the body names somebody else. */
  PasskeyForAnother: { status: 403, says: 'Errore nella generazione del challenge' },
  PasskeyRefused: { status: 400, says: 'Errore nella registrazione della credenziale' },
  PasskeyTaken: { status: 409, says: 'Credenziale già registrata per questo dispositivo' },
  /** As a wrong password: it says nothing of any session there may be. */
  PasskeySignInRefused: { status: 401, says: 'Verifica autenticazione fallita', code: 'BadCredentials' },
  PasskeyUnknown: { status: 404, says: 'Nessuna credenziale biometrica trovata' },
  SessionUnknown: { status: 404, says: 'Questa sessione non c’è più.' },
  DeviceTokenRefused: { status: 401, says: 'Verifica autenticazione fallita', code: 'BadCredentials' },
  /** V-22 */
  NotAPicture: { status: 400, says: 'Seleziona un file immagine valido.' },
  /** V-20: also of a small file with too many pixels in it. */
  PictureTooLarge: { status: 413, says: 'Foto troppo grande' },
  /** V-25 */
  PhotoConsentMissing: { status: 400, says: 'Per una foto dai social serve il consenso del cliente.' },
  PhotoConsentNotGiven: { status: 403, says: 'Il cliente non ha dato il consenso alle foto.' },
  AlreadyRegistered: { status: 409, says: 'Questo account è già registrato.' },
  AccountNotRegistered: { status: 404, says: 'Account non trovato.' },
  ProfileOfOtherKind: { status: 403, says: 'Questi dati non appartengono al tuo tipo di account.' },
  EmailChangeUnknown: { status: 400, says: 'Codice di verifica non valido', code: 'CodeWrong' },
  EmailChangeDiffers: { status: 409, says: 'Questa richiesta è già servita per un altro indirizzo.' },
  NameTaken: { status: 409, says: 'Questo nome è già in uso.' },
  ClaimLapsed: { status: 409, says: 'La registrazione è scaduta: riprova.' },
  NameNotClaimed: { status: 409, says: 'La registrazione è scaduta: riprova.' },
}
