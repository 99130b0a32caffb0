import { streamOf } from '../../application/handle.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import { outcomeWords, voidWords } from './appeal-letter-words.ts'
import { done, greeting, mail, type Writer } from './letter-parts.ts'

const day = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' })
const dated = (at: string) => day.format(new Date(at))

/** How an appeal ended, to whoever appealed and to whoever has won or lost by it. */
const appealOutcome: Writer = async ({ doors, to, data, origin }) => {
  const past = await done(doors.history.read(appeal.events, streamOf(appeal, String(data['decisionId']))))
  const end = past.map(({ event }) => event).findLast(({ type }) => type === 'AppealDecided' || type === 'AppealVoided')
  if (end?.type !== 'AppealDecided' && end?.type !== 'AppealVoided') return null
  const { subject, text } =
    end.type === 'AppealDecided' ? outcomeWords(end.data, to.accountId, dated) : voidWords(end.data)
  return mail(
    to.email,
    subject,
    `${greeting(to)}\n\n${text}\n\nTrovi questa e le altre decisioni che ti riguardano su ${origin}/decisions.\n`,
  )
}

export const appealLetters = { 'appeal-outcome-mail': appealOutcome } as const
