import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealTakenUnderReview,
} from '../../domain/sanctions/sanction-record-events.ts'
import type { sanctionNotifications } from '../../domain/sanctions/notifications.ts'
import type { NotificationTexts } from '../notification-texts.ts'

const link = '/sanctions'

export const sanctionNotificationTexts = {
  WarningIssued: {
    title: 'Un avviso sul tuo account',
    text: 'Hai ricevuto un avviso. Trovi le ragioni tra le sanzioni.',
    link,
  },
  SuspensionImposed: {
    title: 'Il tuo account è sospeso',
    text: 'Trovi la durata e le ragioni tra le sanzioni.',
    link,
  },
  PermanentSuspensionImposed: {
    title: 'Il tuo account è sospeso in modo permanente',
    text: 'Trovi le ragioni tra le sanzioni.',
    link,
  },
  PermanentSuspensionConsented: {
    title: 'Il tuo account è sospeso in modo permanente',
    text: 'Un secondo moderatore è d’accordo con la proposta. Trovi le ragioni tra le sanzioni.',
    link,
  },
  PermanentSuspensionRefused: {
    title: 'La tua sospensione resta temporanea',
    text: 'La proposta di renderla permanente è stata respinta. Trovi la durata tra le sanzioni.',
    link,
  },
  SanctionLifted: { title: 'Sanzione revocata', text: 'La sanzione è stata revocata e non conta più.', link },
  [SanctionAppealTakenUnderReview.type]: {
    title: 'Ricorso preso in esame',
    text: 'Un moderatore sta esaminando il tuo ricorso contro la sanzione.',
    link,
  },
  [SanctionAppealApproved.type]: {
    title: 'Ricorso accolto',
    text: 'La sanzione è revocata e non conta più.',
    link,
  },
  [SanctionAppealRejected.type]: { title: 'Ricorso respinto', text: 'La sanzione resta.', link },
} as const satisfies NotificationTexts<keyof typeof sanctionNotifications>
