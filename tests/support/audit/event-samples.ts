import type { OpeningEvent } from '../../../domain/audit/openings.ts'
import { at, type SamplesOf } from '../sample-values.ts'

const opening = {
  openingId: 'opening-1',
  stream: 'review-1',
  by: 'account-sofia',
  reason: 'Richiesta della Procura di Roma, protocollo 12 del 2026.',
  until: at('2026-03-05', '11:00'),
  at: at('2026-03-05', '10:00'),
}

export const openingSamples: SamplesOf<OpeningEvent> = {
  StreamOpened: { ...opening, lastVersion: 4 },
  PersonalDataOpened: { ...opening, accountId: 'account-giulia' },
}
