import type { ratingNotifications } from '../../domain/ratings/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const link = '/client-dashboard'
const newRating = { title: 'Nuova valutazione', text: 'Una struttura ti ha valutato come ospite.', link }

export const ratingNotificationTexts = {
  ClientRated: newRating,
  RatingsReleased: ({ count }) =>
    count === 1 ? newRating : { title: 'Nuove valutazioni', text: `Hai ${count} nuove valutazioni come ospite.`, link },
  RatingContested: {
    title: 'Una tua valutazione è stata contestata',
    text: 'Prima della decisione puoi rispondere, una volta sola.',
    link: '/dashboard',
  },
  ContestAnswered: {
    title: 'La struttura ha risposto alla tua contestazione',
    text: 'Un moderatore leggerà la risposta prima di decidere.',
    link,
  },
  RatingKept: (_, reader) => ({
    title: 'Contestazione di una valutazione respinta',
    text: 'Un moderatore l’ha esaminata: la valutazione resta.',
    link: reader === 'client' ? '/decisions' : '/dashboard',
  }),
  RatingStruck: {
    title: 'Contestazione accolta',
    text: 'La valutazione che avevi contestato viene rimossa.',
    link,
  },
  ContestVoided: {
    title: 'Contestazione chiusa',
    text: 'La valutazione che avevi contestato non c’è più.',
    link,
  },
  RatingRemoved: {
    title: 'Una tua valutazione è stata rimossa',
    text: 'Trovi le ragioni tra le decisioni.',
    link: '/decisions',
  },
  GuestContactDenied: {
    title: 'Il cliente ha dichiarato di non essere stato ospite',
    text: 'Le tue valutazioni di questo cliente sono state ritirate e non vedi più il suo profilo.',
    link: '/dashboard',
  },
} as const satisfies NotificationTexts<keyof typeof ratingNotifications>
