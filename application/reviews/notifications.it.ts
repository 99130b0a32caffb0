import { FlagClosed } from '../../domain/reviews/review-state.ts'
import { ReplyOutdated } from '../../domain/reviews/reply.ts'
import type { reviewNotifications } from '../../domain/reviews/notifications.ts'
import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const decisions = '/decisions'
/** Where accounts of a kind read what they have written. */
const writtenReviews = (reader: AccountKind) => (reader === 'client' ? '/my-reviews' : '/ratings')

export const reviewNotificationTexts = {
  ReviewSubmitted: ({ stars }, reader) =>
    reader === 'client'
      ? { title: 'Una nota per te', text: 'Una struttura ti ha scritto una nota privata.', link: '/client-dashboard' }
      : {
          title: 'Nuova recensione',
          text: `Hai ricevuto una recensione da ${stars === 1 ? '1 stella' : `${stars} stelle`}.`,
          link: '/ratings',
        },
  ReplyPublished: (_, reader) => ({
    title: 'La struttura ti ha risposto',
    text: 'La struttura ha risposto in pubblico a una tua recensione.',
    link: writtenReviews(reader),
  }),
  [ReplyOutdated.type]: {
    title: 'Una recensione a cui hai risposto è cambiata',
    text: 'Chi l’ha scritta l’ha modificata dopo la tua risposta: controlla che vada ancora bene.',
    link: '/ratings',
  },
  [FlagClosed.type]: {
    title: 'Segnalazione esaminata',
    text: 'La tua segnalazione è stata esaminata e chiusa.',
    link: decisions,
  },
  FlagDismissed: {
    title: 'Segnalazione non accolta',
    text: 'La tua segnalazione è stata esaminata e non è stata accolta.',
    link: decisions,
  },
  FlagUpheld: {
    title: 'Segnalazione accolta',
    text: 'La tua segnalazione è stata accolta: la recensione non è più visibile.',
    link: decisions,
  },
  ReviewHeld: {
    title: 'La tua recensione è in revisione',
    text: 'Per ora non è visibile: un moderatore la esaminerà.',
    link: decisions,
  },
  ReviewHidden: {
    title: 'La tua recensione è stata nascosta',
    text: 'Non è più visibile. Trovi le ragioni tra le decisioni.',
    link: decisions,
  },
  ReviewRemoved: {
    title: 'La tua recensione è stata rimossa',
    text: 'Trovi le ragioni tra le decisioni.',
    link: decisions,
  },
  ReviewRestored: {
    title: 'La tua recensione è di nuovo visibile',
    text: 'Un moderatore l’ha ripristinata.',
    link: decisions,
  },
  DisputeOpened: (_, reader) => ({
    title: 'Una tua recensione è stata contestata',
    text: 'Prima della decisione puoi rispondere alla struttura, che non saprà chi sei.',
    link: writtenReviews(reader),
  }),
  StatementFiled: {
    title: 'Nuova dichiarazione nella contestazione',
    text: 'Chi ha scritto la recensione ha risposto alla tua contestazione.',
    link: '/ratings',
  },
  DisputeTakenUnderReview: {
    title: 'Contestazione presa in esame',
    text: 'Un moderatore sta esaminando la tua contestazione.',
    link: '/ratings',
  },
  DisputeUpheld: {
    title: 'Contestazione accolta',
    text: 'La recensione che avevi contestato viene rimossa.',
    link: decisions,
  },
  DisputeRejected: {
    title: 'Contestazione respinta',
    text: 'La tua contestazione è stata esaminata e respinta.',
    link: decisions,
  },
  DisputeVoided: {
    title: 'Contestazione chiusa',
    text: 'La recensione che avevi contestato non è più visibile per un’altra decisione.',
    link: decisions,
  },
} as const satisfies NotificationTexts<keyof typeof reviewNotifications>
