import { al } from '../../domain/kernel/italian.ts'
import { dated, done, greeting, mail, type Writer } from './letter-parts.ts'

/** a code for a client, a link for a business; nothing for who has confirmed already. */
export const confirmationLetter: Writer = async ({ doors, to, origin }) => {
  if (to.emailConfirmed) return null
  const { accountId, email, profile } = to
  const at = doors.clock()
  const inForce = await done(doors.codes.current('verify-email', accountId, at))
  const { code, token, expiresAt } = inForce ?? (await done(doors.codes.issue('verify-email', accountId, at)))
  if (profile.kind === 'client')
    return mail(
      email,
      'Il tuo codice di verifica Garbo',
      `${greeting(to)}\n\nil tuo codice di verifica è ${code}. Vale fino ${al(dated(expiresAt))}.\n\n` +
        'Se non ti sei registrato su Garbo, ignora questo messaggio.\n',
    )
  return mail(
    email,
    'Conferma la tua email',
    `${greeting(to)}\n\nti diamo il benvenuto su Garbo. Conferma il tuo indirizzo email aprendo questo link, ` +
      `valido fino ${al(dated(expiresAt))}:\n${origin}/confirm-email#token=${encodeURIComponent(token)}\n\n` +
      'Se non ti sei registrato su Garbo, ignora questo messaggio.\n',
  )
}
