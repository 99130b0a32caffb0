import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { grounds } from '../../domain/kernel/vocabulary.ts'
import { noticeKinds, noticeOutcomes } from '../../domain/moderation/vocabulary.ts'
import { DisputeOpened, DisputeRejected, DisputeUpheld, DisputeVoided } from '../../domain/reviews/dispute.ts'
import { ContestVoided, RatingContested, RatingKept, RatingStruck } from '../../domain/ratings/rating-contest.ts'
import { FlagDismissed, FlagClosed, FlagUpheld, ReviewFlagged } from '../../domain/reviews/review-state.ts'
import { countColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const NoticeRowSchema = z.object({
  kind: z.enum(noticeKinds),
  receivedAt: z.string(),
  receivedYear: z.number(),
  outcome: z.enum(noticeOutcomes).nullable(),
  decidedYear: z.number().nullable(),
  /** From the notice to its outcome. */
  minutes: z.number().nullable(),
})
export type NoticeRow = z.infer<typeof NoticeRowSchema>

const noticeEvents = family(
  ReviewFlagged,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  DisputeOpened,
  DisputeUpheld,
  DisputeRejected,
  DisputeVoided,
  RatingContested,
  RatingKept,
  RatingStruck,
  ContestVoided,
)
type NoticeEvent = EventIn<typeof noticeEvents>

/** Flags and disputes with the time to their outcome, for the yearly statistics. Contested ratings are disputes. */
export const notices: Projection<NoticeRow, NoticeEvent> = {
  name: 'notices',
  version: 1,
  row: NoticeRowSchema,
  columns: {
    kind: { type: 'text' },
    receivedAt: { type: 'instant' },
    receivedYear: { type: 'int' },
    outcome: { type: 'text' },
    decidedYear: { type: 'int' },
    minutes: { type: 'int' },
  },
  indexes: ['received_year, kind', 'decided_year, minutes'],
  events: noticeEvents,
  keys: ({ event: { data } }) => [noticeKeyOf(data)],
  evolve: (row, { event }) => {
    const { at } = event.data
    switch (event.type) {
      case ReviewFlagged.type:
        return receivedNotice('FLAG', at)
      case DisputeOpened.type:
      case RatingContested.type:
        return receivedNotice('DISPUTE', at)
      case FlagUpheld.type:
      case DisputeUpheld.type:
      case RatingStruck.type:
        return answeredNotice(row, 'UPHELD', at)
      case FlagDismissed.type:
      case DisputeRejected.type:
      case RatingKept.type:
        return answeredNotice(row, 'REJECTED', at)
      case FlagClosed.type:
        return answeredNotice(row, 'CLOSED', at)
      case DisputeVoided.type:
      case ContestVoided.type:
        return answeredNotice(row, 'VOID', at)
    }
  },
}

const noticeKeyOf = (data: NoticeEvent['data']): string => {
  if ('flagId' in data) return `flag-${data.flagId}`
  return 'ratingId' in data ? `contest-${data.ratingId}` : `dispute-${data.disputeId}`
}

const yearOf = (at: Instant) => Number(romeDay(at).slice(0, 4))

const receivedNotice = (kind: NoticeRow['kind'], at: Instant): NoticeRow => {
  const unanswered = { outcome: null, decidedYear: null, minutes: null }
  return { kind, receivedAt: at, receivedYear: yearOf(at), ...unanswered }
}

const answeredNotice = (
  row: NoticeRow | null,
  outcome: NonNullable<NoticeRow['outcome']>,
  at: Instant,
): NoticeRow | null => {
  if (row === null) return null
  const minutes = Math.max(0, Math.round((Date.parse(at) - Date.parse(row.receivedAt)) / 60_000))
  return { ...row, outcome, decidedYear: yearOf(at), minutes }
}

const Notices = z.object({
  flags: countColumn,
  disputes: countColumn,
})
const Answers = z.object({
  upheld: countColumn,
  rejected: countColumn,
  closed: countColumn,
  void: countColumn,
  medianMinutes: z.number().nullable(),
})
const Actions = z.object({
  held: countColumn,
  hidden: countColumn,
  removed: countColumn,
  restored: countColumn,
  overturned: countColumn,
  detected: countColumn,
  shownAgain: countColumn,
})
const Appeals = z.object({ received: countColumn, upheld: countColumn, partly: countColumn, overturned: countColumn })
const Grounds = z.object({ ground: z.enum(grounds), count: countColumn })

const Year = z.object({ year: z.number().nullable() })

/** The year of the first notice, decision or appeal; null without any. */
export const firstYearWithStatistics = (db: CommonQueryMethods) =>
  db.oneFirst(sql.type(Year)`
    select least((select min(received_year) from read.notices), (select min(year) from read.decisions),
      (select min(lodged_year) from read.appeals)) as year`)

/** The statistics of a year (DSA, articles 15 and 24). Each query reads the rows of that year only. */
export const transparencyStatistics = async (db: CommonQueryMethods, year: number) => {
  const [notices, answers, actions, grounds, appeals] = await Promise.all([
    db.one(sql.type(Notices)`
      select count(*) filter (where kind = 'FLAG') as flags, count(*) filter (where kind = 'DISPUTE') as disputes
      from read.notices where received_year = ${year}`),
    db.one(sql.type(Answers)`
      select count(*) filter (where outcome = 'UPHELD') as upheld, count(*) filter (where outcome = 'REJECTED') as rejected,
        count(*) filter (where outcome = 'CLOSED') as closed, count(*) filter (where outcome = 'VOID') as void,
        percentile_disc(0.5) within group (order by minutes) filter (where outcome <> 'VOID') as "medianMinutes"
      from read.notices where decided_year = ${year}`),
    db.one(sql.type(Actions)`
      select count(*) filter (where kind = 'HELD') as held, count(*) filter (where kind = 'HIDDEN') as hidden,
        count(*) filter (where kind = 'REMOVED') as removed, count(*) filter (where kind = 'RESTORED') as restored,
        count(*) filter (where reverses) as overturned,
        count(*) filter (where automation = 'detection' and kind in ('HIDDEN', 'REMOVED')) as detected,
        count(*) filter (where kind = 'RESTORED' and automation = 'detection') as "shownAgain"
      from read.decisions where year = ${year}`),
    db.any(sql.type(Grounds)`
      select ground, count(*) as count from read.decisions
      where year = ${year} and kind in ('HELD', 'HIDDEN', 'REMOVED') group by ground order by count(*) desc, ground`),
    // appeals against the same decision count as one
    db.one(sql.type(Appeals)`
      select (select count(distinct decision_id) from read.appeals where lodged_year = ${year}) as received,
        count(distinct decision_id) filter (where status = 'UPHELD') as upheld,
        count(distinct decision_id) filter (where status = 'PARTLY') as partly,
        count(distinct decision_id) filter (where status = 'OVERTURNED') as overturned
      from read.appeals where closed_year = ${year}`),
  ])
  return { notices, answers, actions, grounds, appeals }
}
