import type { Doors } from '../../application/access/doors.ts'
import type { JobHandler } from '../../application/ports/jobs.ts'
import type { Message, Messenger } from '../../application/ports/mail.ts'
import { streamOf } from '../../application/handle.ts'
import { account, type RegisteredAccount } from '../../domain/access/account/decider.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { emailChangeWriter } from './email-change-letters.ts'
import { done } from './letter-parts.ts'
import { isRecoveryLetter, recoveryLetter } from './recovery-letters.ts'

/** Writes and sends the letters jobs ask for: the job names the account, the letter is made here, of the log and the code. */
export const letterWriter =
  (doors: Doors, messenger: Messenger, origin: string): JobHandler =>
  async ({ name, data, key }) => {
    const ofEmailChange = emailChangeWriter(name)
    if (name !== 'confirmation-mail' && !isRecoveryLetter(name) && !ofEmailChange)
      throw new Error(`No letter is called ${name}`)
    const accountId = String(data['accountId'])
    const recorded = await done(doors.history.read(account.events, streamOf(account, accountId)))
    const past = recorded.map(({ event }) => event)
    const state = fold(account, past)
    if (state.kind === null || state.email === '') return
    const letter = await (ofEmailChange?.(doors, { state, past }, String(data['changeId'])) ??
      recoveryLetter(doors, { name, data }, state))
    if (letter) await messenger.send({ ...letter, key })
    if (letter !== undefined) return
    if (state.emailConfirmed) return
    const at = doors.clock()
    const code = await done(doors.codes.current('verify-email', accountId, at))
    const { code: digits, token } = code ?? (await done(doors.codes.issue('verify-email', accountId, at)))
    await messenger.send(
      confirmation(state, { digits, link: `${origin}/confirm-email?token=${encodeURIComponent(token)}`, key }),
    )
  }

const confirmation = (
  { email: to, profile }: RegisteredAccount,
  { digits, link, key }: { readonly digits: string; readonly link: string; readonly key: string },
): Message => {
  const text =
    profile.kind === 'client'
      ? `Ciao ${profile.details.firstName},\n\nil tuo codice di verifica è ${digits}. Vale 15 minuti.\n\n` +
        'Se non ti sei registrato su Garbo, ignora questo messaggio.\n'
      : `Benvenuti, ${profile.details.businessName}!\n\nConfermate il vostro indirizzo email aprendo questo link:\n${link}\n\n` +
        'Se non vi siete registrati su Garbo, ignorate questo messaggio.\n'
  const subject = profile.kind === 'client' ? 'Il tuo codice di verifica Garbo' : 'Confermate la vostra email'
  return { channel: 'email', to, subject, text, key }
}
