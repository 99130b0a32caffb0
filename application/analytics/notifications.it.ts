import type { analyticsNotifications } from '../../domain/analytics/notifications.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { NotificationTexts } from '../notification-texts.ts'
import { monthOf } from './monthly-reports.ts'

const monthName = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const analyticsNotificationTexts = {
  MonthlyReportIssued: ({ month }) => {
    const { from, to } = monthOf(String(month) as Day)
    return {
      title: `Il tuo report di ${monthName.format(new Date(from))}`,
      text: 'Punteggio, risposte, ospiti di ritorno e ricompense del mese appena concluso.',
      link: `/analytics?period=custom&from=${from}&to=${to}`,
    }
  },
} as const satisfies NotificationTexts<keyof typeof analyticsNotifications>
