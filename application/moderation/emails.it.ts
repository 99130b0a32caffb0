import { il } from '../../domain/kernel/text.ts'
import type { DataOf } from '../../domain/kernel/event.ts'
import { appeal, type AppealEvent, furtherAppellants } from '../../domain/moderation/appeal.ts'
import { type AppealOutcome, type AppealSide, type Measure, isAboutRating } from '../../domain/moderation/vocabulary.ts'
import { type DisputeEvent, DisputeEvents } from '../../domain/reviews/dispute.ts'
import { FlagClosed, type ReviewEvent, ReviewEvents } from '../../domain/reviews/review-state.ts'
import { type EmailContext, type EmailTemplate, type EmailTemplates, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { streamOf } from '../command-handler.ts'
import { reasonsOf, redressOf } from './reasons.it.ts'

type Decision = Extract<
  ReviewEvent | DisputeEvent,
  {
    readonly type:
      | 'ReviewHeld'
      | 'ReviewHidden'
      | 'ReviewRemoved'
      | 'ReviewRestored'
      | typeof FlagClosed.type
      | 'FlagDismissed'
      | 'FlagUpheld'
      | 'DisputeUpheld'
      | 'DisputeRejected'
      | 'DisputeVoided'
  }
>

/** Texts for the addressee. They name no other person. */
const decisionTexts: Readonly<Record<Decision['type'], { readonly subject: string; readonly news: string }>> = {
  ReviewHeld: {
    subject: 'La tua recensione è in revisione',
    news: 'una tua recensione è stata messa in revisione in automatico e per ora non è visibile: un moderatore la esaminerà.',
  },
  ReviewHidden: {
    subject: 'La tua recensione è stata nascosta',
    news: 'una tua recensione è stata nascosta e non è più visibile.',
  },
  ReviewRemoved: {
    subject: 'La tua recensione è stata rimossa',
    news: 'una tua recensione è stata rimossa.',
  },
  ReviewRestored: {
    subject: 'La tua recensione è di nuovo visibile',
    news: 'una tua recensione è di nuovo visibile.',
  },
  [FlagClosed.type]: {
    subject: 'La tua segnalazione è stata esaminata',
    news: 'la tua segnalazione è stata esaminata e chiusa.',
  },
  FlagDismissed: {
    subject: 'La tua segnalazione non è stata accolta',
    news: 'la tua segnalazione è stata esaminata e non è stata accolta.',
  },
  FlagUpheld: {
    subject: 'La tua segnalazione è stata accolta',
    news: 'la tua segnalazione è stata accolta: la recensione non è più visibile.',
  },
  DisputeUpheld: {
    subject: 'La tua contestazione è stata accolta',
    news: 'la tua contestazione è stata accolta: la recensione viene rimossa.',
  },
  DisputeRejected: {
    subject: 'La tua contestazione è stata respinta',
    news: 'la tua contestazione è stata esaminata e respinta.',
  },
  DisputeVoided: {
    subject: 'La tua contestazione è chiusa',
    news: 'la recensione che avevi contestato non è più visibile per un’altra decisione: la contestazione è chiusa.',
  },
}

const decisionEmail: EmailTemplate = async (context) => {
  const decision = await loadDecision(context)
  if (decision === null) return null
  const { to, origin } = context
  const { subject, news } = decisionTexts[decision.type]
  const reasons = decision.type === 'DisputeVoided' ? [] : [reasonsOf(decision.data), redressOf(decision.data)]
  const link = `Trovi questa e le altre decisioni che ti riguardano su ${origin}/decisions.`
  return textEmail(to.email, subject, `${[greeting(to), news, ...reasons, link].join('\n\n')}\n`)
}

/** Null if the decision can no longer be read, because the addressee has been erased. */
const loadDecision = async ({ services, data }: EmailContext): Promise<Decision | null> => {
  const stream = String(data['stream'])
  const past = stream.startsWith('dispute-')
    ? await runOrThrow(services.history.read(DisputeEvents, stream))
    : await runOrThrow(services.history.read(ReviewEvents, stream))
  const found = past.find(({ id }) => id === data['decisionId'])
  return found !== undefined && found.event.type in decisionTexts ? (found.event as Decision) : null
}

const decisionEmails = { 'decision-mail': decisionEmail } as const

type AppealRuling = DataOf<AppealEvent, 'AppealDecided'>

interface EmailText {
  readonly subject: string
  readonly text: string
}

/** The e-mail about a decided appeal for one of its recipients. */
export const appealOutcomeText = (
  ruling: AppealRuling,
  accountId: string,
  formatDate: (at: string) => string,
): EmailText => {
  const { side, before, measure, appellants, others, facts } = ruling
  const isAppellant = appellants.includes(accountId)
  const recipientSide = others.find((party) => party.accountId === accountId)?.side ?? side
  const { subject, opening } = isAppellant ? outcomeTexts[ruling.outcome] : thirdPartyText(measure, recipientSide)
  const state = measureNameFor(recipientSide, measure)
  const effect = `${reviewNames[recipientSide]} ${before === measure ? 'resta' : 'ora è'} ${state}.`
  const reasons = facts === '' ? '' : `\n\nLe ragioni: ${facts}`
  return { subject, text: `${opening} ${effect}${reasons}\n\n${appealRedress(ruling, accountId, formatDate)}` }
}

export const appealVoidedText = ({ side, measure }: DataOf<AppealEvent, 'AppealVoided'>): EmailText => ({
  subject: 'Il tuo ricorso non è più necessario',
  text:
    'nel frattempo la decisione contro cui avevi fatto ricorso è cambiata: ' +
    `${lowerFirst(reviewNames[side])} ${changeFor(side, measure === 'VISIBLE' ? 'REMOVED' : 'VISIBLE')}.`,
})

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const reviewNames: Readonly<Record<AppealSide, string>> = {
  author: 'La tua recensione',
  reporter: 'La recensione che avevi segnalato',
  business: 'La recensione che avevi contestato',
  guest: 'La valutazione che avevi contestato',
  venue: 'La tua valutazione',
}
const measureNames: Readonly<Record<Measure, string>> = { VISIBLE: 'visibile', HIDDEN: 'nascosta', REMOVED: 'rimossa' }

const measureNameFor = (side: AppealSide, measure: Measure): string =>
  isAboutRating({ side }) && measure === 'VISIBLE' ? 'valida' : measureNames[measure]

const changeFor = (side: AppealSide, measure: Measure): string => {
  const shown = measureNameFor(side, 'VISIBLE')
  return measure === 'VISIBLE' ? `è di nuovo ${shown}` : `non è più ${shown}`
}

const outcomeTexts: Readonly<Record<AppealOutcome, { readonly subject: string; readonly opening: string }>> = {
  UPHELD: {
    subject: 'Il tuo ricorso è stato respinto',
    opening: 'un altro moderatore ha riesaminato tutto e ha confermato la decisione.',
  },
  PARTLY: {
    subject: 'Il tuo ricorso è stato accolto in parte',
    opening: 'un altro moderatore ha riesaminato tutto e ti ha dato ragione in parte.',
  },
  OVERTURNED: {
    subject: 'Il tuo ricorso è stato accolto',
    opening: 'un altro moderatore ha riesaminato tutto e ti ha dato ragione.',
  },
}

const thirdPartyText = (measure: Measure, side: AppealSide) => ({
  subject: `${reviewNames[side]} ${changeFor(side, measure)}`,
  opening: 'su ricorso di un’altra persona un altro moderatore ha riesaminato la decisione precedente e l’ha cambiata.',
})

const appealRedress = (ruling: AppealRuling, accountId: string, formatDate: (at: string) => string): string => {
  const mayAppeal = furtherAppellants(ruling).some((party) => party.accountId === accountId)
  const elsewhere =
    'rivolgerti a un organismo certificato di risoluzione extragiudiziale delle controversie o all’autorità giudiziaria.'
  return mayAppeal && ruling.appealableUntil !== null
    ? `Puoi fare ricorso, una volta sola, entro ${il(formatDate(ruling.appealableUntil))}; puoi anche ${elsewhere}`
    : `Su questa decisione Garbo non accetta un altro tuo ricorso; se non sei d’accordo puoi ${elsewhere}`
}

const dayFormat = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' })
const formatDay = (at: string) => dayFormat.format(new Date(at))

/** Outcome of an appeal, for the appellants and the affected parties. */
const appealOutcomeEmail: EmailTemplate = async ({ services, to, data, origin }) => {
  const past = await runOrThrow(services.history.read(appeal.events, streamOf(appeal, String(data['decisionId']))))
  const last = past
    .map(({ event }) => event)
    .findLast(({ type }) => type === 'AppealDecided' || type === 'AppealVoided')
  if (last?.type !== 'AppealDecided' && last?.type !== 'AppealVoided') return null
  const { subject, text } =
    last.type === 'AppealDecided' ? appealOutcomeText(last.data, to.accountId, formatDay) : appealVoidedText(last.data)
  return textEmail(
    to.email,
    subject,
    `${greeting(to)}\n\n${text}\n\nTrovi questa e le altre decisioni che ti riguardano su ${origin}/decisions.\n`,
  )
}

const appealEmails = { 'appeal-outcome-mail': appealOutcomeEmail } as const

const countNoun = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Number of overdue and soon due cases, for current moderators only. @rule B-47 */
const queueDigest: EmailTemplate = async ({ to, data, origin }) => {
  const staff = to.roles.includes('MODERATORE') || to.roles.includes('ADMIN')
  if (!staff) return null
  const overdue = countNoun(Number(data['overdue']), 'caso in ritardo', 'casi in ritardo')
  const dueSoon = countNoun(
    Number(data['dueSoon']),
    'caso da decidere entro un giorno lavorativo',
    'casi da decidere entro un giorno lavorativo',
  )
  return textEmail(
    to.email,
    'Coda di moderazione: casi in scadenza',
    `${greeting(to)}\n\nnella coda di moderazione ci sono:\n\n- ${overdue}\n- ${dueSoon}\n\n` +
      `Per deciderli: ${origin}/admin/reviews\n`,
  )
}

const queueEmails = { 'queue-digest-mail': queueDigest } as const

export const moderationEmails = { ...decisionEmails, ...appealEmails, ...queueEmails } as const satisfies EmailTemplates
