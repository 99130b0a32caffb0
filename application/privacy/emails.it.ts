import { account } from '../../domain/accounts/account.ts'
import { fold } from '../../domain/kernel/decider.ts'
import type { AuthServices } from '../accounts/auth-services.ts'
import { type Email, greeting, orThrow, textEmail } from '../email.ts'
import { streamOf } from '../handle.ts'

/** The last letter, to the address that is about to be forgotten: whoever did not ask for this learns of it. */
export const accountDeletedEmail = async (
  { history }: Pick<AuthServices, 'history'>,
  accountId: string,
): Promise<Email | null> => {
  const past = await orThrow(history.read(account.events, streamOf(account, accountId)))
  const before = past.flatMap(({ event }) => (event.type === 'AccountDeleted' ? [] : [event]))
  const who = fold(account, before)
  if (who.kind === null || who.email === '') return null
  return textEmail(
    who.email,
    'Il tuo account è stato eliminato',
    `${greeting(who)}\n\nil tuo account è stato eliminato e i tuoi dati personali sono stati cancellati. Non puoi più ` +
      'accedere, e l’operazione non può essere annullata.\n\nSe non sei stato tu, scrivi subito all’assistenza: ' +
      'questo è l’ultimo messaggio che ricevi a questo indirizzo.\n',
  )
}
