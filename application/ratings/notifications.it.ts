import type { ratingNotifications } from '../../domain/ratings/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const link = '/client-dashboard'
const newRating = { title: 'Nuova valutazione', text: 'Una struttura ti ha valutato come ospite.', link }

export const ratingNotificationTexts = {
  ClientRated: newRating,
  RatingsReleased: ({ count }) =>
    count === 1 ? newRating : { title: 'Nuove valutazioni', text: `Hai ${count} nuove valutazioni come ospite.`, link },
  RatingRemoved: {
    title: 'Una tua valutazione è stata rimossa',
    text: 'Trovi le ragioni tra le decisioni.',
    link: '/decisions',
  },
} as const satisfies NotificationTexts<keyof typeof ratingNotifications>
