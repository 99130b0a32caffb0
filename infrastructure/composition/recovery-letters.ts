import { al, il } from '../../domain/kernel/italian.ts'
import { normalisePhone } from '../../domain/access/phone.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { dated, done, greeting, mail, type Matter, type Writer } from './letter-parts.ts'

const emailReminder: Writer = async ({ to: { email, profile } }) => {
  const { phone } = profile.details
  const number = phone === null ? null : normalisePhone(phone)
  const text = `Garbo: l'email con cui accedi è ${email}. Se non l'hai chiesto tu, ignora questo messaggio.`
  return number === null ? null : { channel: 'sms', to: number, subject: '', text }
}

const resetCode: Writer = async ({ doors, to, data }) => {
  const { recoveryId, at } = askedFor(data)
  const { accountId, email } = to
  const { code, expiresAt } = await done(doors.codes.issue('reset-password', accountId, at, recoveryId))
  if (expiresAt <= doors.clock()) return null
  return mail(
    email,
    'Il tuo codice per la nuova password Garbo',
    `${greeting(to)}\n\nil codice per scegliere una nuova password è ${code}. Vale fino ${al(dated(expiresAt))}.\n\n` +
      "Se non l'hai chiesto tu, ignora questo messaggio: la tua password non cambia.\n",
  )
}

const temporaryPassword: Writer = async ({ doors, to, data }) => {
  const { recoveryId, at } = askedFor(data)
  const { accountId, email } = to
  const { password, expiresAt } = await done(doors.temporaryPasswords.issue(accountId, recoveryId, at))
  if (expiresAt <= doors.clock()) return null
  return mail(
    email,
    'La tua password provvisoria Garbo',
    `${greeting(to)}\n\nla tua password provvisoria è:\n\n${password}\n\n` +
      `Vale per un solo accesso, fino ${al(dated(expiresAt))}; subito dopo dovrai sceglierne una nuova. ` +
      'Finché non la usi, vale ancora la tua password di prima.\n\n' +
      "Se non l'hai chiesta tu, ignora questo messaggio.\n",
  )
}

const passwordChanged: Writer = async ({ to, data }) =>
  mail(
    to.email,
    'La tua password Garbo è stata cambiata',
    `${greeting(to)}\n\nla password del tuo account è stata cambiata ${il(dated(askedFor(data).at))}. ` +
      'Per sicurezza gli accessi aperti sono stati chiusi.\n\n' +
      'Se non sei stato tu, recupera subito le tue credenziali dalla pagina di accesso.\n',
  )

const sessionsEnded: Writer = async ({ to, data }) =>
  mail(
    to.email,
    'I tuoi accessi a Garbo sono stati chiusi',
    `${greeting(to)}\n\n${il(dated(askedFor(data).at))} chi gestisce Garbo ha chiuso tutti gli accessi aperti al tuo account, ` +
      'su ogni dispositivo. La tua password è rimasta la stessa: per rientrare accedi di nuovo.\n\n' +
      'Se pensi che qualcun altro la conosca, recupera subito le tue credenziali dalla pagina di accesso.\n',
  )

const askedFor = (data: Matter['data']) => ({
  recoveryId: String(data['recoveryId']),
  at: String(data['at']) as Instant,
})

export const recoveryLetters = {
  'email-reminder-sms': emailReminder,
  'reset-code-mail': resetCode,
  'temporary-password-mail': temporaryPassword,
  'password-changed-mail': passwordChanged,
  'sessions-ended-mail': sessionsEnded,
} as const
