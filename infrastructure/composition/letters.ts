import type { Doors } from '../../application/access/doors.ts'
import type { JobHandler } from '../../application/ports/jobs.ts'
import type { Message, Messenger } from '../../application/ports/mail.ts'
import { streamOf } from '../../application/handle.ts'
import { account, type RegisteredAccount } from '../../domain/access/account/decider.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { E } from '../../domain/kernel/fp.ts'
import { isRecoveryLetter, recoveryLetter } from './recovery-letters.ts'

/** Writes and sends the letters jobs ask for: the job names the account, the letter is made here, of the log and the code. */
export const letterWriter =
  (doors: Doors, messenger: Messenger, origin: string): JobHandler =>
  async ({ name, data, key }) => {
    if (name !== 'confirmation-mail' && !isRecoveryLetter(name)) throw new Error(`No letter is called ${name}`)
    const accountId = String(data['accountId'])
    const past = right(await doors.history.read(account.events, streamOf(account, accountId))())
    const state = fold(
      account,
      past.map(({ event }) => event),
    )
    if (state.kind === null || state.registration.data.email === '') return
    if (isRecoveryLetter(name)) {
      const letter = await recoveryLetter(doors, { name, data }, state)
      if (letter) await messenger.send({ ...letter, key })
      return
    }
    if (state.emailConfirmed) return
    const at = doors.clock()
    const code = right(await doors.codes.current('verify-email', accountId, at)())
    const { code: digits, token } = code ?? right(await doors.codes.issue('verify-email', accountId, at)())
    await messenger.send(
      confirmation(state, { digits, link: `${origin}/confirm-email?token=${encodeURIComponent(token)}`, key }),
    )
  }

const confirmation = (
  { registration }: RegisteredAccount,
  { digits, link, key }: { readonly digits: string; readonly link: string; readonly key: string },
): Message => {
  const { email: to } = registration.data
  const text =
    registration.type === 'ClientRegistered'
      ? `Ciao ${registration.data.firstName},\n\nil tuo codice di verifica è ${digits}. Vale 15 minuti.\n\n` +
        'Se non ti sei registrato su Garbo, ignora questo messaggio.\n'
      : `Benvenuti, ${registration.data.businessName}!\n\nConfermate il vostro indirizzo email aprendo questo link:\n${link}\n\n` +
        'Se non vi siete registrati su Garbo, ignorate questo messaggio.\n'
  const subject =
    registration.type === 'ClientRegistered' ? 'Il tuo codice di verifica Garbo' : 'Confermate la vostra email'
  return { channel: 'email', to, subject, text, key }
}

const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error('The letter cannot be written now', { cause: outcome.left })
  return outcome.right
}
