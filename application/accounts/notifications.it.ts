import type { accountNotifications } from '../../domain/accounts/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

export const accountNotificationTexts = {
  SignedInOnNewDevice: {
    title: 'Accesso da un nuovo dispositivo',
    text: 'Qualcuno è entrato nel tuo account da un dispositivo mai usato prima. Se non sei stato tu, cambia subito la password.',
    link: '/profile',
  },
} as const satisfies NotificationTexts<keyof typeof accountNotifications>
