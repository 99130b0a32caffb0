import { al } from '../../domain/kernel/italian.ts'
import { houseRule } from '../../application/moderation/house-rules.ts'
import type { Statement } from '../../domain/kernel/statement.ts'
import { DisputeEvents, type DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import { ReviewEvents, type ReviewEvent } from '../../domain/reputation/review/events.ts'
import { dated, done, greeting, mail, type Matter, type Writer } from './letter-parts.ts'

type Decision = Extract<
  ReviewEvent | DisputeEvent,
  {
    readonly type:
      | 'ReviewHeld'
      | 'ReviewHidden'
      | 'ReviewRemoved'
      | 'ReviewRestored'
      | 'FlagReviewed'
      | 'FlagDismissed'
      | 'FlagUpheld'
      | 'DisputeUpheld'
      | 'DisputeRejected'
      | 'DisputeVoided'
  }
>

/** What was decided, as whoever it concerns is told: nobody else's name is in it. */
const words: Readonly<Record<Decision['type'], { readonly subject: string; readonly news: string }>> = {
  ReviewHeld: {
    subject: 'La tua recensione è stata sospesa',
    news: 'una tua recensione è stata sospesa in automatico e per ora non è visibile: un moderatore la esaminerà.',
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
  FlagReviewed: {
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

const decisionLetter: Writer = async (matter) => {
  const decision = await decisionIn(matter)
  if (decision === null) return null
  const { to, origin } = matter
  const { subject, news } = words[decision.type]
  const why = decision.type === 'DisputeVoided' ? [] : [reasonsOf(decision.data), redressOf(decision.data)]
  const where = `Trovi questa e le altre decisioni che ti riguardano su ${origin}/decisions.`
  return mail(to.email, subject, `${[greeting(to), news, ...why, where].join('\n\n')}\n`)
}

/** Null where it cannot be read any more: whom it told has been erased. */
const decisionIn = async ({ doors, data }: Matter): Promise<Decision | null> => {
  const stream = String(data['stream'])
  const past = stream.startsWith('dispute-')
    ? await done(doors.history.read(DisputeEvents, stream))
    : await done(doors.history.read(ReviewEvents, stream))
  const found = past.find(({ id }) => id === data['decisionId'])
  return found !== undefined && found.event.type in words ? (found.event as Decision) : null
}

const automations: Readonly<Record<Statement['automation'], string>> = {
  none: 'La decisione è stata presa da una persona; nessun sistema automatico è intervenuto.',
  detection: 'Il caso è emerso in automatico per il numero di segnalazioni; la decisione è stata presa da una persona.',
  decision: 'La decisione è stata presa in automatico.',
}

const reasonsOf = ({ facts, ground, rulesVersion, automation }: Statement): string => {
  const { title, text } = houseRule(ground, rulesVersion)
  const rule = ground === 'NO_VIOLATION' ? text : `La regola è «${title}»: ${text}`
  return [facts, rule, automations[automation]].filter((part) => part !== '').join('\n\n')
}

const redressOf = ({ appealableUntil }: Statement): string =>
  appealableUntil === null
    ? 'Se non sei d’accordo puoi rivolgerti a un organismo di risoluzione extragiudiziale certificato o al giudice.'
    : `Se non sei d’accordo puoi fare ricorso gratuitamente su Garbo fino ${al(dated(appealableUntil))}, ` +
      'rivolgerti a un organismo di risoluzione extragiudiziale certificato, o al giudice.'

export const decisionLetters = { 'decision-mail': decisionLetter } as const
