import { il } from '../../domain/kernel/text.ts'
import { rating } from '../../domain/ratings/rating.ts'
import { type EmailTemplate, formatInstant, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { streamOf } from '../command-handler.ts'

const groundNames: Readonly<Record<string, string>> = {
  SPAM: 'spam',
  INAPPROPRIATE: 'contenuto inappropriato',
  FAKE: 'contenuto falso',
  FAKE_REVIEWS: 'valutazioni false',
  OFFENSIVE: 'linguaggio offensivo',
  HARASSMENT: 'molestie',
  INCORRECT_INFO: 'informazioni errate',
  UNFAIR_RATING: 'valutazione ingiusta',
  POLICY_VIOLATION: 'violazione delle regole',
}

/** Statement of reasons, read from the event of the removal. */
const ratingRemoved: EmailTemplate = async ({ services, to, data, origin }) => {
  const stream = streamOf(rating, String(data['ratingId']))
  const events = await runOrThrow(services.history.read(rating.events, stream))
  const decision = events.findLast(({ event }) => event.type === 'RatingRemoved')?.event
  if (decision?.type !== 'RatingRemoved' || decision.data.facts === '') return null
  const { facts, ground, at, appealableUntil } = decision.data
  const until = appealableUntil === null ? '' : ` entro ${il(formatInstant(appealableUntil))}`
  return textEmail(
    to.email,
    'Una tua valutazione è stata rimossa',
    `${greeting(to)}\n\n${il(formatInstant(at))} un moderatore ha rimosso una valutazione che avevi dato a un cliente.\n\n` +
      `Motivo: ${groundNames[ground] ?? 'un altro motivo'}.\n${facts}\n\n` +
      `Puoi chiedere che la decisione sia riesaminata${until} scrivendo all'assistenza, rivolgerti a un organismo di ` +
      `risoluzione extragiudiziale certificato o all’autorità giudiziaria. Le regole sono qui:\n${origin}/community-guidelines\n`,
  )
}

export const ratingEmails = { 'rating-removed-mail': ratingRemoved } as const
