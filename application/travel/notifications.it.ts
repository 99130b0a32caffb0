import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import type { travelNotifications } from '../../domain/travel/notifications.ts'
import { formatDay, type NotificationTexts } from '../notification-texts.ts'

const bookingsOf = (reader: AccountKind) => (reader === 'client' ? '/my-travels' : '/dashboard')

export const travelNotificationTexts = {
  BookingConfirmed: ({ hotel, day }, reader) => ({
    title: 'Prenotazione confermata',
    text: `${hotel}, dal ${formatDay(day)}.`,
    link: bookingsOf(reader),
  }),
  BookingCancelled: (_, reader) => ({
    title: 'Prenotazione annullata',
    text: 'La tua prenotazione è stata annullata.',
    link: bookingsOf(reader),
  }),
} as const satisfies NotificationTexts<keyof typeof travelNotifications>
