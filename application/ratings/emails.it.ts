import { type Province, provinces, provincesByRegion } from '../../domain/accounts/vocabulary.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { il } from '../../domain/kernel/text.ts'
import { rating } from '../../domain/ratings/rating.ts'
import { type EmailTemplate, formatInstant, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { streamOf } from '../command-handler.ts'
import { redressOf } from '../moderation/reasons.it.ts'
import { contestEmails } from './contest-emails.it.ts'

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

/** How to have a removal reviewed that no contest preceded. */
const reviewByStaff = (appealableUntil: Instant | null): string => {
  const until = appealableUntil === null ? '' : ` entro ${il(formatInstant(appealableUntil))}`
  return (
    `Puoi chiedere che la decisione sia riesaminata${until} scrivendo all'assistenza, rivolgerti a un organismo di ` +
    'risoluzione extragiudiziale certificato o all’autorità giudiziaria.'
  )
}

/** Statement of reasons, read from the event of the removal. */
const ratingRemoved: EmailTemplate = async ({ services, to, data, origin }) => {
  const stream = streamOf(rating, String(data['ratingId']))
  const events = await runOrThrow(services.history.read(rating.events, stream))
  const decision = events.findLast(({ event }) => event.type === 'RatingRemoved')?.event
  if (decision?.type !== 'RatingRemoved' || decision.data.facts === '') return null
  const { facts, ground, at, appealableUntil, cause } = decision.data
  const redress =
    cause === 'contest'
      ? `${redressOf(decision.data)} Il ricorso si presenta da qui:\n${origin}/decisions\n\n`
      : `${reviewByStaff(appealableUntil)} `
  return textEmail(
    to.email,
    'Una tua valutazione è stata rimossa',
    `${greeting(to)}\n\n${il(formatInstant(at))} un moderatore ha rimosso una valutazione che avevi dato a un cliente.\n\n` +
      `Motivo: ${groundNames[ground] ?? 'un altro motivo'}.\n${facts}\n\n` +
      `${redress}Le regole sono qui:\n${origin}/community-guidelines\n`,
  )
}

const monthName = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Where the venue is, as far as the letter says. @rule Q-122 the region where few venues share the province */
const areaNames = ({ province, named }: Readonly<Record<string, unknown>>): string => {
  const region = Object.entries(provincesByRegion).find(([, codes]) => codes.some((code) => code === province))
  if (region === undefined) return ''
  const [name] = region
  return named === 'province' ? ` in provincia di ${provinces[province as Province]}` : ` nella regione ${name}`
}

/** Names no venue. Cannot be switched off. @rule Q-122 one link, _non sono stato qui_ */
const firstContact: EmailTemplate = async ({ services, to, data, origin }) => {
  const { businessId, clientId, ratingId, stayMonth } = data
  const token = services.contactTokens.issue({
    businessId: String(businessId),
    clientId: String(clientId),
    ratingId: String(ratingId),
  })
  return textEmail(
    to.email,
    'Una struttura ti ha aggiunto ai suoi clienti',
    `${greeting(to)}\n\nuna struttura${areaNames(data)} ti ha aggiunto ai suoi clienti su Garbo, per un soggiorno di ` +
      `${monthName.format(new Date(String(stayMonth)))}. Vede il tuo profilo e ti valuta come ospite. ` +
      'Come per le valutazioni, il suo nome non compare.\n\nSe ci sei stato, non devi fare nulla.\n\n' +
      'Altrimenti dillo da qui: le sue valutazioni vengono ritirate, non vede più il tuo profilo e per dodici mesi non ' +
      `può aggiungerti di nuovo, né tu puoi recensirla.\nNon sono stato qui:\n${origin}/non-ero-io/${token}\n`,
  )
}

export const ratingEmails = {
  'rating-removed-mail': ratingRemoved,
  'first-contact-mail': firstContact,
  ...contestEmails,
} as const
