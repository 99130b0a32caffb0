import type { supportNotifications } from '../../domain/support/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

export const supportNotificationTexts = {
  SupportAnswered: {
    title: 'Assistenza',
    text: 'L’assistenza ha risposto alla tua richiesta.',
    link: '/support',
  },
} as const satisfies NotificationTexts<keyof typeof supportNotifications>
