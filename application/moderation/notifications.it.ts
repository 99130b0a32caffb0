import type { moderationNotifications } from '../../domain/moderation/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const link = '/decisions'

export const moderationNotificationTexts = {
  AppealTaken: {
    title: 'Ricorso preso in esame',
    text: 'Un altro moderatore sta esaminando il tuo ricorso.',
    link,
  },
  AppealDecided: {
    title: 'Ricorso deciso',
    text: 'Un altro moderatore ha riesaminato una decisione che ti riguarda.',
    link,
  },
  AppealVoided: {
    title: 'Il tuo ricorso non è più necessario',
    text: 'Nel frattempo la decisione è cambiata.',
    link,
  },
} as const satisfies NotificationTexts<keyof typeof moderationNotifications>
