import type { avaNotifications } from '../../domain/ava/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const link = '/ava-wallet'

export const avaNotificationTexts = {
  AvaMatured: ({ amount }) => ({
    title: 'AVA disponibili',
    text: `${amount} AVA della tua prenotazione ora si possono usare.`,
    link,
  }),
  PayoutConfirmed: {
    title: 'Pagamento AVA arrivato',
    text: 'Il pagamento al tuo wallet è stato confermato.',
    link,
  },
} as const satisfies NotificationTexts<keyof typeof avaNotifications>
