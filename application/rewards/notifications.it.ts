import type { rewardNotifications } from '../../domain/rewards/notifications.ts'
import { formatDay, type NotificationTexts } from '../notification-texts.ts'

const link = '/my-rewards'

export const rewardNotificationTexts = {
  RewardIssued: ({ percent }) => ({
    title: 'Hai un nuovo sconto',
    text: `Hai un codice per uno sconto del ${percent}%.`,
    link,
  }),
  CrossProviderDiscountActivated: ({ percent }) => ({
    title: 'Sconto attivato',
    text: `Da oggi hai uno sconto permanente del ${percent}% nelle strutture aderenti.`,
    link,
  }),
  RewardExpiring: ({ percent, day }) => ({
    title: 'Un tuo codice sta per scadere',
    text: `Il codice per lo sconto del ${percent}% si può usare fino al ${formatDay(day)}.`,
    link,
  }),
} as const satisfies NotificationTexts<keyof typeof rewardNotifications>
