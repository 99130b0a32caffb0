import type { AccountEvent } from '../../domain/accounts/account-events.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { al, dal, il } from '../../domain/kernel/text.ts'
import {
  type EmailContext,
  type EmailTemplate,
  type EmailTemplates,
  formatInstant,
  greeting,
  greetingWithoutName,
  textEmail,
} from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import type { Passkey } from './ports.ts'
import { smsNumberOf } from './sms-numbers.ts'
import { notificationMessages } from './notification-messages.it.ts'

/** Null if the address is already confirmed. @rule Q-24 a client receives a code, a business a link */
const confirmationEmail: EmailTemplate = async ({ services, to, origin }) => {
  if (to.emailConfirmed) return null
  const { accountId, email, profile } = to
  const at = services.clock()
  const current = await runOrThrow(services.codes.current('verify-email', accountId, at))
  const { code, token, expiresAt } = current ?? (await runOrThrow(services.codes.issue('verify-email', accountId, at)))
  if (profile.kind === 'client')
    return textEmail(
      email,
      'Il tuo codice di verifica Garbo',
      `${greetingWithoutName}\n\nil tuo codice di verifica è ${code}. Vale fino ${al(formatInstant(expiresAt))}.\n\n` +
        'Se non hai creato tu un account Garbo, ignora questo messaggio.\n',
    )
  return textEmail(
    email,
    'Conferma la tua email',
    `${greetingWithoutName}\n\nti diamo il benvenuto su Garbo. Conferma il tuo indirizzo email aprendo questo link, ` +
      `valido fino ${al(formatInstant(expiresAt))}:\n${origin}/confirm-email#token=${encodeURIComponent(token)}\n\n` +
      'Se non hai creato tu un account Garbo, ignora questo messaggio.\n',
  )
}

/** Sent to the new address; null if a later request has replaced it. @rule Q-91 */
const codeForNewEmail: EmailTemplate = async ({ services, to, data }) => {
  const { pendingEmail } = to
  const changeId = String(data['changeId'])
  if (pendingEmail?.changeId !== changeId || pendingEmail.email === '') return null
  const code = await runOrThrow(services.codes.current('change-email', changeId, services.clock()))
  if (code === null) return null
  return textEmail(
    pendingEmail.email,
    'Il codice per la tua nuova email Garbo',
    `${greetingWithoutName}\n\nil codice per confermare questo indirizzo è ${code.code}. ` +
      `Vale fino ${al(formatInstant(code.expiresAt))}.\n\n` +
      "Se non l'hai chiesto tu, ignora questo messaggio: l'account resta con l'indirizzo di prima.\n",
  )
}

/**
 * Sent to the former address; does not contain the new one, nor a name unless the former one was confirmed.
 * @rule Q-91 Q-131
 */
const emailChanged: EmailTemplate = async ({ to, past, data: { changeId } }) => {
  const change = past.find(({ type, data }) => type === 'EmailChanged' && data.changeId === changeId)
  if (change?.type !== 'EmailChanged' || change.data.formerEmail === '') return null
  // the event that confirms the new address follows the change
  const emailConfirmed = past.slice(0, past.indexOf(change)).some(({ type }) => type === 'EmailConfirmed')
  return textEmail(
    change.data.formerEmail,
    "L'email del tuo account Garbo è cambiata",
    `${greeting({ ...to, emailConfirmed })}\n\n${il(formatInstant(change.data.at))} l'indirizzo email del tuo account è stato cambiato. ` +
      'Questo indirizzo non serve più per accedere.\n\n' +
      "Se non l'hai cambiato tu, scrivi subito alla nostra assistenza.\n",
  )
}

const emailChangeEmails = {
  'email-change-code-mail': codeForNewEmail,
  'email-changed-mail': emailChanged,
} as const

const emailReminderSms: EmailTemplate = async ({ to: { email, profile } }) => {
  const { phone } = profile.details
  const number = smsNumberOf(phone)
  const text = `Garbo: l'email con cui accedi è ${email}. Se non l'hai chiesto tu, ignora questo messaggio.`
  return number === null ? null : { channel: 'sms', to: number, subject: '', text }
}

const resetCode: EmailTemplate = async ({ services, to, data }) => {
  const { recoveryId, at } = recoveryData(data)
  const { accountId, email } = to
  const { code, expiresAt } = await runOrThrow(services.codes.issue('reset-password', accountId, at, recoveryId))
  if (expiresAt <= services.clock()) return null
  const passkeys = await runOrThrow(services.passkeys.listOf(accountId))
  return textEmail(
    email,
    'Il tuo codice per la nuova password Garbo',
    `${greeting(to)}\n\nil codice per scegliere una nuova password è ${code}. Vale fino ${al(formatInstant(expiresAt))}.\n\n` +
      passkeysText(passkeys) +
      "Se non l'hai chiesto tu, ignora questo messaggio: la tua password non cambia.\n",
  )
}

/** @rule Q-127 a reset lists the passkeys */
const passkeysText = (passkeys: readonly Passkey[]): string => {
  if (passkeys.length === 0) return ''
  const lines = passkeys.map(({ deviceName, createdAt }) => `- ${deviceName}, ${dal(formatInstant(createdAt))}`)
  return (
    `Con una passkey si accede anche senza password. Queste sono le tue:\n${lines.join('\n')}\n` +
    'Se non le riconosci tutte, scegliendo la nuova password spunta la casella che le rimuove.\n\n'
  )
}

const temporaryPassword: EmailTemplate = async ({ services, to, data }) => {
  const { recoveryId, at } = recoveryData(data)
  const { accountId, email } = to
  const { password, expiresAt } = await runOrThrow(services.temporaryPasswords.issue(accountId, recoveryId, at))
  if (expiresAt <= services.clock()) return null
  return textEmail(
    email,
    'La tua password provvisoria Garbo',
    `${greeting(to)}\n\nla tua password provvisoria è:\n\n${password}\n\n` +
      `Vale per un solo accesso, fino ${al(formatInstant(expiresAt))}; subito dopo dovrai sceglierne una nuova. ` +
      'Finché non la usi, vale ancora la tua password di prima.\n\n' +
      "Se non l'hai chiesta tu, ignora questo messaggio.\n",
  )
}

const passwordChanged: EmailTemplate = async ({ to, data }) =>
  textEmail(
    to.email,
    'La tua password Garbo è stata cambiata',
    `${greeting(to)}\n\nla password del tuo account è stata cambiata ${il(formatInstant(recoveryData(data).at))}. ` +
      'Per sicurezza gli accessi aperti sono stati chiusi.\n\n' +
      "Se non l'hai cambiata tu, recupera subito le tue credenziali dalla pagina di accesso.\n",
  )

const sessionsEnded: EmailTemplate = async ({ to, data }) =>
  textEmail(
    to.email,
    'I tuoi accessi a Garbo sono stati chiusi',
    `${greeting(to)}\n\n${il(formatInstant(recoveryData(data).at))} chi gestisce Garbo ha chiuso tutti gli accessi aperti al tuo account, ` +
      'su ogni dispositivo. La tua password è rimasta la stessa: per rientrare accedi di nuovo.\n\n' +
      'Se pensi che qualcun altro la conosca, recupera subito le tue credenziali dalla pagina di accesso.\n',
  )

const recoveryData = (data: EmailContext['data']) => ({
  recoveryId: String(data['recoveryId']),
  at: String(data['at']) as Instant,
})

const recoveryEmails = {
  'email-reminder-sms': emailReminderSms,
  'reset-code-mail': resetCode,
  'temporary-password-mail': temporaryPassword,
  'password-changed-mail': passwordChanged,
  'sessions-ended-mail': sessionsEnded,
} as const

/** Null if the profile was saved with the same number. Goes to the e-mail address and contains no number. @rule Q-127 */
const phoneChanged: EmailTemplate = async ({ to, past, data: { at } }) => {
  const numbers = past.flatMap(({ data }) => ('phone' in data ? [{ at: data.at, phone: data.phone }] : []))
  const position = numbers.findLastIndex((number) => number.at === at)
  const [former, current] = [numbers[position - 1], numbers[position]]
  if (former === undefined || current === undefined || former.phone === current.phone) return null
  return securityNotice(to, current.at, {
    subject: 'Il telefono del tuo account Garbo è cambiato',
    what: 'il numero di telefono del tuo account è stato cambiato',
  })
}

/** @rule Q-127 */
const passkeyAdded: EmailTemplate = async ({ to, data: { at } }) =>
  securityNotice(to, String(at) as Instant, {
    subject: 'Una nuova passkey per il tuo account Garbo',
    what: 'al tuo account è stata aggiunta una passkey, con cui si accede senza password',
  })

/** @rule Q-127 */
const passkeysRemoved: EmailTemplate = async ({ to, data: { at } }) =>
  securityNotice(to, String(at) as Instant, {
    subject: 'Le passkey del tuo account Garbo sono state rimosse',
    what: 'scegliendo una nuova password sono state rimosse tutte le passkey del tuo account',
  })

/** @rule Q-127 */
const dataExported: EmailTemplate = async ({ to, data: { at } }) =>
  securityNotice(to, String(at) as Instant, {
    subject: 'I dati del tuo account Garbo sono stati scaricati',
    what: 'è stata scaricata una copia di tutti i dati del tuo account',
  })

const securityNotice = (
  to: RegisteredAccount,
  at: Instant,
  { subject, what }: { readonly subject: string; readonly what: string },
) =>
  textEmail(
    to.email,
    subject,
    `${greeting(to)}\n\n${il(formatInstant(at))} ${what}.\n\n` +
      'Se non l’hai fatto tu, scegli subito una nuova password e controlla le passkey e gli accessi dal tuo profilo.\n',
  )

const securityEmails = {
  'phone-changed-mail': phoneChanged,
  'passkey-added-mail': passkeyAdded,
  'passkeys-removed-mail': passkeysRemoved,
  'data-exported-mail': dataExported,
} as const

/**
 * One for each Italian day, about its first change. Omits the name of the business, which would reveal who has rated the client.
 * @rule Q-46 @rule Q-89 @rule Q-122
 */
const photosChanged: EmailTemplate = async ({ to, past, data, origin }) => {
  const at = String(data['at']) as Instant
  const first = past.find((event) => isChangeByBusiness(event) && romeDay(event.data.at) === romeDay(at))
  if (first !== undefined && first.data.at !== at) return null
  return textEmail(
    to.email,
    'Le foto del tuo profilo Garbo sono cambiate',
    `${greeting(to)}\n\n${il(formatInstant(at))} una struttura che ti conosce ha cambiato le foto del tuo profilo, ` +
      'come permette il consenso alle foto che hai dato.\n\n' +
      `Puoi cambiarle di nuovo, o ritirare il consenso, dal tuo profilo:\n${origin}/profile\n\n` +
      'Come per le valutazioni, il nome della struttura non compare.\n',
  )
}

const isChangeByBusiness = ({ type, data }: AccountEvent) =>
  type === 'ClientPhotosChanged' && data.byKind === 'business'

const clientPhotosEmails = { 'client-photos-changed-mail': photosChanged } as const

export const accountEmails = {
  'confirmation-mail': confirmationEmail,
  ...recoveryEmails,
  ...emailChangeEmails,
  ...clientPhotosEmails,
  ...securityEmails,
  ...notificationMessages,
} as const satisfies EmailTemplates
