import { al, il } from '../../domain/kernel/italian.ts'
import { dated, done, greeting, mail, type Writer } from './letter-parts.ts'

/** to the new address, while it is the one that waits. */
const codeForNewEmail: Writer = async ({ doors, to, data }) => {
  const { waitingEmail } = to
  const changeId = String(data['changeId'])
  if (waitingEmail?.changeId !== changeId || waitingEmail.email === '') return null
  const code = await done(doors.codes.current('change-email', changeId, doors.clock()))
  if (code === null) return null
  return mail(
    waitingEmail.email,
    'Il codice per la tua nuova email Garbo',
    `${greeting(to)}\n\nil codice per confermare questo indirizzo è ${code.code}. ` +
      `Vale fino ${al(dated(code.expiresAt))}.\n\n` +
      "Se non l'hai chiesto tu, ignora questo messaggio: l'account resta con l'indirizzo di prima.\n",
  )
}

/** to the address that was left, without a word of the new one. */
const emailChanged: Writer = async ({ to, past, data: { changeId } }) => {
  const change = past.find(({ type, data }) => type === 'EmailChanged' && data.changeId === changeId)
  if (change?.type !== 'EmailChanged' || change.data.formerEmail === '') return null
  return mail(
    change.data.formerEmail,
    "L'email del tuo account Garbo è cambiata",
    `${greeting(to)}\n\n${il(dated(change.data.at))} l'indirizzo email del tuo account è stato cambiato. ` +
      'Questo indirizzo non serve più per accedere.\n\n' +
      'Se non sei stato tu, scrivi subito alla nostra assistenza.\n',
  )
}

export const emailChangeLetters = {
  'email-change-code-mail': codeForNewEmail,
  'email-changed-mail': emailChanged,
} as const
