import type { Instant } from '../../domain/kernel/primitives.ts'
import { al } from '../../domain/kernel/text.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealSubmitted,
  type SanctionRecordEvent,
} from '../../domain/sanctions/sanction-record-events.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { type EmailContext, type EmailTemplate, formatInstant, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { streamOf } from '../command-handler.ts'

/** The sanction's events, oldest first, decrypted. */
const sanctionHistory = async ({ services, to, data }: EmailContext): Promise<readonly SanctionRecordEvent[]> => {
  const past = await runOrThrow(services.history.read(sanctionRecord.events, streamOf(sanctionRecord, to.accountId)))
  return past.flatMap(({ event }) =>
    'sanctionId' in event.data && event.data.sanctionId === data['sanctionId'] ? [event] : [],
  )
}

const impositionTypes = ['WarningIssued', 'SuspensionImposed', 'PermanentSuspensionImposed'] as const
type Imposition = Extract<SanctionRecordEvent, { readonly type: (typeof impositionTypes)[number] }>

const findImposition = (events: readonly SanctionRecordEvent[]) =>
  events.find((event): event is Imposition => impositionTypes.some((type) => type === event.type))

const heading = (event: Imposition): { readonly subject: string; readonly opening: string } => {
  if (event.type === 'WarningIssued')
    return { subject: 'Un avviso sul tuo account Garbo', opening: 'il tuo account ha ricevuto un avviso.' }
  const until =
    event.type === 'SuspensionImposed' ? `fino ${al(formatInstant(event.data.until))}` : 'in modo permanente'
  return { subject: 'Il tuo account Garbo è sospeso', opening: `il tuo account è sospeso ${until}.${proposal(event)}` }
}

const proposal = (event: Imposition) =>
  event.type === 'SuspensionImposed' && event.data.proposed !== null
    ? ' Un moderatore propone di renderla permanente: succede solo se entro quella data un secondo moderatore è d’accordo.'
    : ''

/** Statement of reasons with the available redress (DSA, article 17). */
const sanctioned: EmailTemplate = async (context) => {
  const imposed = findImposition(await sanctionHistory(context))
  if (imposed === undefined || imposed.data.facts === '') return null
  const { subject, opening } = heading(imposed)
  const { facts, automation, rulesVersion, appealableUntil } = imposed.data
  return textEmail(
    context.to.email,
    subject,
    `${greeting(context.to)}\n\n${opening}\n\nPerché: ${facts}\n` +
      `Regole della community, versione ${rulesVersion}: ${context.origin}/community-guidelines\n` +
      `${automation === 'decision' ? 'La sanzione è scattata in automatico in base alle decisioni dei moderatori.' : 'La decisione è stata presa da un moderatore.'}\n\n` +
      `${redress(context, appealableUntil)}\n`,
  )
}

/** The reasons are those of the proposal. */
const madePermanent: EmailTemplate = async (context) => {
  const history = await sanctionHistory(context)
  const imposed = findImposition(history)
  const consented = history.find(({ type }) => type === 'PermanentSuspensionConsented')
  if (consented?.type !== 'PermanentSuspensionConsented' || imposed === undefined || imposed.data.facts === '')
    return null
  const { facts, rulesVersion } = imposed.data
  const isAppealed = history.some(({ type }) => type === SanctionAppealSubmitted.type)
  return textEmail(
    context.to.email,
    'La sospensione del tuo account Garbo è permanente',
    `${greeting(context.to)}\n\nun secondo moderatore è d’accordo: il tuo account è sospeso in modo permanente.\n\nPerché: ${facts}\n` +
      `Regole della community, versione ${rulesVersion}: ${context.origin}/community-guidelines\n` +
      `La decisione è stata presa da due moderatori.\n\n` +
      `${redress(context, isAppealed ? null : consented.data.appealableUntil)}\n`,
  )
}

const redress = ({ origin }: EmailContext, until: Instant | null) =>
  (until === null ? '' : `Puoi presentare ricorso fino ${al(formatInstant(until))}: ${origin}/sanctions\n`) +
  'Puoi anche rivolgerti a un organismo certificato di risoluzione delle controversie o all’autorità giudiziaria.'

const lifted: EmailTemplate = async (context) => {
  const event = (await sanctionHistory(context)).find(({ type }) => type === 'SanctionLifted')
  if (event?.type !== 'SanctionLifted' || event.data.facts === '') return null
  return textEmail(
    context.to.email,
    'La sanzione sul tuo account Garbo è stata revocata',
    `${greeting(context.to)}\n\nla sanzione è stata revocata e non conta più.\n\nPerché: ${event.data.facts}\n`,
  )
}

/** Reads the outcome from the deciding event, because a later lift also changes the sanction's state. */
const appealDecided: EmailTemplate = async (context) => {
  const event = (await sanctionHistory(context)).findLast(
    ({ type }) => type === SanctionAppealApproved.type || type === SanctionAppealRejected.type,
  )
  if (
    (event?.type !== SanctionAppealApproved.type && event?.type !== SanctionAppealRejected.type) ||
    event.data.facts === ''
  )
    return null
  const { facts } = event.data
  return event.type === SanctionAppealApproved.type
    ? textEmail(
        context.to.email,
        'Il tuo ricorso è stato accolto',
        `${greeting(context.to)}\n\nil tuo ricorso è stato accolto: la sanzione è revocata e non conta più.\n\nPerché: ${facts}\n`,
      )
    : textEmail(
        context.to.email,
        'Il tuo ricorso è stato respinto',
        `${greeting(context.to)}\n\nil tuo ricorso è stato respinto: la sanzione resta.\n\nPerché: ${facts}\n\n${redress(context, null)}\n`,
      )
}

export const sanctionEmails = {
  'sanction-mail': sanctioned,
  'permanent-suspension-mail': madePermanent,
  'sanction-lifted-mail': lifted,
  'sanction-appeal-mail': appealDecided,
} as const
