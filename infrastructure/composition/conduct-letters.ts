import { al } from '../../domain/kernel/italian.ts'
import { streamOf } from '../../application/handle.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import type { ConductEvent } from '../../domain/conduct/conduct/events.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { dated, done, greeting, mail, type Matter, type Writer } from './letter-parts.ts'

/** What happened to this sanction, oldest first, personal fields open. */
const storyOf = async ({ doors, to, data }: Matter): Promise<readonly ConductEvent[]> => {
  const past = await done(doors.history.read(conduct.events, streamOf(conduct, to.accountId)))
  return past.flatMap(({ event }) =>
    'sanctionId' in event.data && event.data.sanctionId === data['sanctionId'] ? [event] : [],
  )
}

const imposing = ['WarningIssued', 'SuspensionImposed', 'PermanentSuspensionImposed'] as const
type Imposed = Extract<ConductEvent, { readonly type: (typeof imposing)[number] }>

const imposedIn = (story: readonly ConductEvent[]) =>
  story.find((event): event is Imposed => imposing.some((type) => type === event.type))

const heading = (event: Imposed): { readonly subject: string; readonly says: string } => {
  if (event.type === 'WarningIssued')
    return { subject: 'Un avviso sul tuo account Garbo', says: 'il tuo account ha ricevuto un avviso.' }
  const until = event.type === 'SuspensionImposed' ? `fino ${al(dated(event.data.until))}` : 'in modo permanente'
  return { subject: 'Il tuo account Garbo è sospeso', says: `il tuo account è sospeso ${until}.` }
}

/** The statement of reasons, and what can be done about it (DSA, article 17). */
const sanctioned: Writer = async (matter) => {
  const imposed = imposedIn(await storyOf(matter))
  if (imposed === undefined || imposed.data.facts === '') return null
  const head = heading(imposed)
  const { facts, automation, rulesVersion, appealableUntil } = imposed.data
  return mail(
    matter.to.email,
    head.subject,
    `${greeting(matter.to)}\n\n${head.says}\n\nPerché: ${facts}\n` +
      `Regole della community, versione ${rulesVersion}: ${matter.origin}/community-guidelines\n` +
      `${automation === 'decision' ? 'La sanzione segue in automatico dalle decisioni dei moderatori.' : 'La decisione è stata presa da un moderatore.'}\n\n` +
      `${redress(matter, appealableUntil)}\n`,
  )
}

const redress = ({ origin }: Matter, until: Instant | null) =>
  (until === null ? '' : `Puoi presentare ricorso fino ${al(dated(until))}: ${origin}/sanctions\n`) +
  'Puoi anche rivolgerti a un organismo certificato di risoluzione delle controversie o a un giudice.'

const lifted: Writer = async (matter) => {
  const found = (await storyOf(matter)).find(({ type }) => type === 'SanctionLifted')
  if (found?.type !== 'SanctionLifted' || found.data.facts === '') return null
  return mail(
    matter.to.email,
    'La sanzione sul tuo account Garbo è stata revocata',
    `${greeting(matter.to)}\n\nla sanzione è stata revocata e non conta più.\n\nPerché: ${found.data.facts}\n`,
  )
}

/** Of the decision itself, so that nobody is told the other outcome. */
const appealDecided: Writer = async (matter) => {
  const found = (await storyOf(matter)).findLast(({ type }) => type === 'AppealApproved' || type === 'AppealRejected')
  if ((found?.type !== 'AppealApproved' && found?.type !== 'AppealRejected') || found.data.facts === '') return null
  const { facts } = found.data
  return found.type === 'AppealApproved'
    ? mail(
        matter.to.email,
        'Il tuo ricorso è stato accolto',
        `${greeting(matter.to)}\n\nil tuo ricorso è stato accolto: la sanzione è revocata e non conta più.\n\nPerché: ${facts}\n`,
      )
    : mail(
        matter.to.email,
        'Il tuo ricorso è stato respinto',
        `${greeting(matter.to)}\n\nil tuo ricorso è stato respinto: la sanzione resta.\n\nPerché: ${facts}\n\n${redress(matter, null)}\n`,
      )
}

export const conductLetters = {
  'sanction-mail': sanctioned,
  'sanction-lifted-mail': lifted,
  'sanction-appeal-mail': appealDecided,
} as const
