import type { Instant } from '../../domain/kernel/primitives.ts'
import { al } from '../../domain/kernel/text.ts'
import type { SanctionRecordEvent } from '../../domain/sanctions/sanction-record-events.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { type EmailContext, type EmailTemplate, formatInstant, greeting, orThrow, textEmail } from '../email.ts'
import { streamOf } from '../handle.ts'

/** What happened to this sanction, oldest first, personal fields open. */
const sanctionHistory = async ({ auth, to, data }: EmailContext): Promise<readonly SanctionRecordEvent[]> => {
  const past = await orThrow(auth.history.read(sanctionRecord.events, streamOf(sanctionRecord, to.accountId)))
  return past.flatMap(({ event }) =>
    'sanctionId' in event.data && event.data.sanctionId === data['sanctionId'] ? [event] : [],
  )
}

const impositionTypes = ['WarningIssued', 'SuspensionImposed', 'PermanentSuspensionImposed'] as const
type Imposition = Extract<SanctionRecordEvent, { readonly type: (typeof impositionTypes)[number] }>

const findImposition = (story: readonly SanctionRecordEvent[]) =>
  story.find((event): event is Imposition => impositionTypes.some((type) => type === event.type))

const heading = (event: Imposition): { readonly subject: string; readonly says: string } => {
  if (event.type === 'WarningIssued')
    return { subject: 'Un avviso sul tuo account Garbo', says: 'il tuo account ha ricevuto un avviso.' }
  const until =
    event.type === 'SuspensionImposed' ? `fino ${al(formatInstant(event.data.until))}` : 'in modo permanente'
  return { subject: 'Il tuo account Garbo è sospeso', says: `il tuo account è sospeso ${until}.` }
}

/** The statement of reasons, and what can be done about it (DSA, article 17). */
const sanctioned: EmailTemplate = async (matter) => {
  const imposed = findImposition(await sanctionHistory(matter))
  if (imposed === undefined || imposed.data.facts === '') return null
  const head = heading(imposed)
  const { facts, automation, rulesVersion, appealableUntil } = imposed.data
  return textEmail(
    matter.to.email,
    head.subject,
    `${greeting(matter.to)}\n\n${head.says}\n\nPerché: ${facts}\n` +
      `Regole della community, versione ${rulesVersion}: ${matter.origin}/community-guidelines\n` +
      `${automation === 'decision' ? 'La sanzione segue in automatico dalle decisioni dei moderatori.' : 'La decisione è stata presa da un moderatore.'}\n\n` +
      `${redress(matter, appealableUntil)}\n`,
  )
}

const redress = ({ origin }: EmailContext, until: Instant | null) =>
  (until === null ? '' : `Puoi presentare ricorso fino ${al(formatInstant(until))}: ${origin}/sanctions\n`) +
  'Puoi anche rivolgerti a un organismo certificato di risoluzione delle controversie o a un giudice.'

const lifted: EmailTemplate = async (matter) => {
  const found = (await sanctionHistory(matter)).find(({ type }) => type === 'SanctionLifted')
  if (found?.type !== 'SanctionLifted' || found.data.facts === '') return null
  return textEmail(
    matter.to.email,
    'La sanzione sul tuo account Garbo è stata revocata',
    `${greeting(matter.to)}\n\nla sanzione è stata revocata e non conta più.\n\nPerché: ${found.data.facts}\n`,
  )
}

/** Of the decision itself, so that nobody is told the other outcome. */
const appealDecided: EmailTemplate = async (matter) => {
  const found = (await sanctionHistory(matter)).findLast(
    ({ type }) => type === 'AppealApproved' || type === 'AppealRejected',
  )
  if ((found?.type !== 'AppealApproved' && found?.type !== 'AppealRejected') || found.data.facts === '') return null
  const { facts } = found.data
  return found.type === 'AppealApproved'
    ? textEmail(
        matter.to.email,
        'Il tuo ricorso è stato accolto',
        `${greeting(matter.to)}\n\nil tuo ricorso è stato accolto: la sanzione è revocata e non conta più.\n\nPerché: ${facts}\n`,
      )
    : textEmail(
        matter.to.email,
        'Il tuo ricorso è stato respinto',
        `${greeting(matter.to)}\n\nil tuo ricorso è stato respinto: la sanzione resta.\n\nPerché: ${facts}\n\n${redress(matter, null)}\n`,
      )
}

export const sanctionEmails = {
  'sanction-mail': sanctioned,
  'sanction-lifted-mail': lifted,
  'sanction-appeal-mail': appealDecided,
} as const
