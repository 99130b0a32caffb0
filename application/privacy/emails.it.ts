import { account } from '../../domain/accounts/account.ts'
import { fold } from '../../domain/kernel/decider.ts'
import type { AuthServices } from '../accounts/auth-services.ts'
import { type Email, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { streamOf } from '../command-handler.ts'

/** The last e-mail, rendered before the address is erased; it warns owners who did not request the deletion. */
export const accountDeletedEmail = async (
  { history }: Pick<AuthServices, 'history'>,
  accountId: string,
): Promise<Email | null> => {
  const past = await runOrThrow(history.read(account.events, streamOf(account, accountId)))
  const before = past.flatMap(({ event }) => (event.type === 'AccountDeleted' ? [] : [event]))
  // the address now belongs to the account that has replaced this one
  if (past.some(({ event }) => event.type === 'AccountDeleted' && event.data.cause === 'replaced')) return null
  const owner = fold(account, before)
  if (owner.kind === null || owner.email === '') return null
  return textEmail(
    owner.email,
    'Il tuo account è stato eliminato',
    `${greeting(owner)}\n\nil tuo account è stato eliminato e i tuoi dati personali sono stati cancellati. Non puoi più ` +
      'accedere, e l’operazione non può essere annullata.\n\nRestano, per un periodo limitato, solo impronte cifrate ' +
      'di email, telefono e account social: se l’account aveva una sanzione o recensioni recenti, impediscono di ' +
      'registrarsi di nuovo per aggirarle. Non vi si può leggere nulla.\n\nSe non l’hai eliminato tu, scrivi subito all’assistenza: ' +
      'questo è l’ultimo messaggio che ricevi a questo indirizzo.\n',
  )
}
