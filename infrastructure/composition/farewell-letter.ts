import { streamOf } from '../../application/handle.ts'
import type { Doors } from '../../application/access/doors.ts'
import { account } from '../../domain/access/account/decider.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { done, greeting, mail, type Letter } from './letter-parts.ts'

/** The last letter, to the address that is about to be forgotten: whoever did not ask for this learns of it. */
export const farewellLetter = async (
  { history }: Pick<Doors, 'history'>,
  accountId: string,
): Promise<Letter | null> => {
  const past = await done(history.read(account.events, streamOf(account, accountId)))
  const before = past.flatMap(({ event }) => (event.type === 'AccountDeleted' ? [] : [event]))
  const who = fold(account, before)
  if (who.kind === null || who.email === '') return null
  return mail(
    who.email,
    'Il tuo account è stato eliminato',
    `${greeting(who)}\n\nil tuo account è stato eliminato e i tuoi dati personali sono stati cancellati. Non puoi più ` +
      'accedere, e l’operazione non può essere annullata.\n\nSe non sei stato tu, scrivi subito all’assistenza: ' +
      'questo è l’ultimo messaggio che ricevi a questo indirizzo.\n',
  )
}
