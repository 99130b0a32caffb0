import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import { romeDay } from '../domain/kernel/rome.ts'
import { DisputeOpened, DisputeRejected, DisputeUpheld, DisputeVoided } from '../domain/reputation/dispute/events.ts'
import { FlagDismissed, FlagReviewed, FlagUpheld, ReviewFlagged } from '../domain/reputation/review/events.ts'
import type { Projection } from './projection.ts'

export const noticeOutcome = z.enum(['UPHELD', 'REJECTED', 'CLOSED', 'VOID'])

const Row = z.object({
  kind: z.enum(['FLAG', 'DISPUTE']),
  receivedAt: z.string(),
  receivedYear: z.number(),
  outcome: noticeOutcome.nullable(),
  decidedYear: z.number().nullable(),
  /** From report to answer. */
  minutes: z.number().nullable(),
})
export type NoticeRow = z.infer<typeof Row>

const events = family(
  ReviewFlagged,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  DisputeOpened,
  DisputeUpheld,
  DisputeRejected,
  DisputeVoided,
)
type Event = EventIn<typeof events>

/** Every report of a reporter or a business, with how long its answer took: what the yearly figures count. */
export const notices: Projection<NoticeRow, Event> = {
  name: 'notices',
  version: 1,
  row: Row,
  columns: {
    kind: { type: 'text' },
    receivedAt: { type: 'instant' },
    receivedYear: { type: 'int' },
    outcome: { type: 'text' },
    decidedYear: { type: 'int' },
    minutes: { type: 'int' },
  },
  indexes: ['received_year, kind', 'decided_year, minutes'],
  events,
  keys: ({ event: { data } }) => ['flagId' in data ? `flag-${data.flagId}` : `dispute-${data.disputeId}`],
  evolve: (row, { event }) => {
    const { at } = event.data
    switch (event.type) {
      case 'ReviewFlagged':
        return received('FLAG', at)
      case 'DisputeOpened':
        return received('DISPUTE', at)
      case 'FlagUpheld':
      case 'DisputeUpheld':
        return answered(row, 'UPHELD', at)
      case 'FlagDismissed':
      case 'DisputeRejected':
        return answered(row, 'REJECTED', at)
      case 'FlagReviewed':
        return answered(row, 'CLOSED', at)
      case 'DisputeVoided':
        return answered(row, 'VOID', at)
    }
  },
}

const yearOf = (at: Instant) => Number(romeDay(at).slice(0, 4))

const received = (kind: NoticeRow['kind'], at: Instant): NoticeRow => {
  const unanswered = { outcome: null, decidedYear: null, minutes: null }
  return { kind, receivedAt: at, receivedYear: yearOf(at), ...unanswered }
}

const answered = (row: NoticeRow | null, outcome: NonNullable<NoticeRow['outcome']>, at: Instant): NoticeRow | null => {
  if (row === null) return null
  const minutes = Math.max(0, Math.round((Date.parse(at) - Date.parse(row.receivedAt)) / 60_000))
  return { ...row, outcome, decidedYear: yearOf(at), minutes }
}
