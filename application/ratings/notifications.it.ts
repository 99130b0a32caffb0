import type { ratingNotifications } from '../../domain/ratings/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

export const ratingNotificationTexts = {
  ClientRated: {
    title: 'Nuova valutazione',
    text: 'Una struttura ti ha valutato come ospite.',
    link: '/client-dashboard',
  },
  RatingsReleased: ({ count }) =>
    count === 1
      ? {
          title: 'Nuova valutazione',
          text: 'Una struttura ti ha valutato come ospite.',
          link: '/client-dashboard',
        }
      : {
          title: 'Nuove valutazioni',
          text: `Hai ${count} nuove valutazioni come ospite.`,
          link: '/client-dashboard',
        },
  RatingRemoved: {
    title: 'Una tua valutazione è stata rimossa',
    text: 'Trovi le ragioni tra le decisioni.',
    link: '/decisions',
  },
} as const satisfies NotificationTexts<keyof typeof ratingNotifications>
