import type { SupportEvent } from '../../../domain/support/support-desk.ts'
import { at, type SamplesOf } from '../sample-values.ts'

const request = { requestId: 'request-1', accountId: 'account-giulia' }

export const supportSamples: SamplesOf<SupportEvent> = {
  SupportRequested: {
    ...request,
    messageId: 'request-1',
    subject: 'Codice sconto',
    message: 'Il mio codice non viene accettato alla cassa.',
    at: at('2026-03-02'),
  },
  SupportMessageAdded: {
    ...request,
    messageId: 'message-2',
    message: 'Ho riprovato oggi, con lo stesso risultato.',
    at: at('2026-03-03'),
  },
  SupportAnswered: {
    ...request,
    messageId: 'message-3',
    message: 'Il codice era scaduto: ne trovi uno nuovo tra le tue ricompense.',
    by: 'account-sofia',
    at: at('2026-03-03', '10:30'),
  },
  SupportRequestClosed: { ...request, by: 'account-giulia', at: at('2026-03-04') },
}
