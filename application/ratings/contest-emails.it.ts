import { il } from '../../domain/kernel/text.ts'
import { ratingContest, type RatingContestEvent } from '../../domain/ratings/rating-contest.ts'
import { streamOf } from '../command-handler.ts'
import { type EmailContext, type EmailTemplate, formatInstant, greeting, textEmail } from '../email.ts'
import { runOrThrow } from '../jobs.ts'
import { reasonsOf, redressOf } from '../moderation/reasons.it.ts'

interface ContestEmail {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** Null for events the client gets no e-mail about. */
const textForClient = (event: RatingContestEvent): ContestEmail | null => {
  switch (event.type) {
    case 'RatingContested':
      return {
        subject: 'Abbiamo ricevuto la tua contestazione',
        paragraphs: [
          'abbiamo ricevuto la tua contestazione di una valutazione.',
          `Un moderatore la esamina, di norma entro ${il(formatInstant(event.data.dueAt))}. Prima la struttura può rispondere.`,
        ],
      }
    case 'ContestAnswered':
      return {
        subject: 'La struttura ha risposto alla tua contestazione',
        paragraphs: [
          'la struttura ha risposto alla tua contestazione di una valutazione.',
          'La risposta la legge il moderatore che decide: a te non la mostriamo, perché potrebbe rivelare il nome della struttura.',
        ],
      }
    case 'RatingKept':
      return {
        subject: 'La tua contestazione è stata respinta',
        paragraphs: [
          'la tua contestazione è stata esaminata e respinta: la valutazione resta.',
          reasonsOf(event.data),
          redressOf(event.data),
          'Il ricorso si presenta dalla pagina delle decisioni che ti riguardano.',
        ],
      }
    case 'RatingStruck':
      return {
        subject: 'La tua contestazione è stata accolta',
        paragraphs: [
          'la tua contestazione è stata accolta: la valutazione viene rimossa e non conta più.',
          reasonsOf(event.data),
        ],
      }
    case 'ContestVoided':
      return {
        subject: 'La tua contestazione è chiusa',
        paragraphs: ['la valutazione che avevi contestato non c’è più: la contestazione è chiusa.'],
      }
    case 'ContestOverturned':
      return null
  }
}

/** Null for events the business gets no e-mail about; that about the removal covers a struck rating. */
const textForBusiness = (event: RatingContestEvent): ContestEmail | null => {
  switch (event.type) {
    case 'RatingContested':
      return {
        subject: 'Una tua valutazione è stata contestata',
        paragraphs: [
          'un cliente ha contestato una valutazione che gli hai dato.',
          `Un moderatore la esamina, di norma entro ${il(formatInstant(event.data.dueAt))}. Fino alla decisione puoi rispondere, una volta sola.`,
        ],
      }
    case 'RatingKept':
      return {
        subject: 'La tua valutazione resta',
        paragraphs: ['un moderatore ha esaminato la contestazione di una tua valutazione e l’ha respinta.'],
      }
    case 'ContestVoided':
      return {
        subject: 'La contestazione di una tua valutazione è chiusa',
        paragraphs: ['la contestazione di una tua valutazione si è chiusa senza una decisione.'],
      }
    case 'ContestAnswered':
    case 'RatingStruck':
    case 'ContestOverturned':
      return null
  }
}

/** E-mail about the event named in the job; its texts are read when it is sent. */
const contestEmail =
  (textFor: (event: RatingContestEvent) => ContestEmail | null, page: string): EmailTemplate =>
  async (context) => {
    const event = await loadEvent(context)
    const email = event === undefined ? null : textFor(event)
    if (email === null) return null
    const { to, origin } = context
    const { subject, paragraphs } = email
    const link = `I dettagli sono in ${origin}${page}.`
    return textEmail(to.email, subject, `${[greeting(to), ...paragraphs, link].join('\n\n')}\n`)
  }

const loadEvent = async ({ services, data }: EmailContext): Promise<RatingContestEvent | undefined> => {
  const stream = streamOf(ratingContest, String(data['ratingId']))
  const past = await runOrThrow(services.history.read(ratingContest.events, stream))
  return past.findLast(({ event }) => event.type === data['about'])?.event
}

export const contestEmails = {
  'contest-client-mail': contestEmail(textForClient, '/client-dashboard'),
  'contest-business-mail': contestEmail(textForBusiness, '/dashboard'),
} as const
