import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { ExclusionLifted, PeriodExcluded } from '../../domain/reviews/excluded-periods.ts'
import { exclusionReasons } from '../../domain/reviews/vocabulary.ts'
import { instantColumn, romeDayOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

const reason = z.enum(exclusionReasons)
const ExclusionRowSchema = z.object({
  exclusionId: z.string(),
  businessId: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  reason,
  facts: z.string(),
  excludedBy: z.string(),
  excludedAt: z.string(),
  liftedBy: z.string().nullable(),
  liftedAt: z.string().nullable(),
  liftFacts: z.string().nullable(),
})
export type ExclusionRow = z.infer<typeof ExclusionRowSchema>

const events = family(PeriodExcluded, ExclusionLifted)

/** Periods that are or were excluded from a venue's score. */
export const exclusions: Projection<ExclusionRow, EventIn<typeof events>> = {
  name: 'exclusions',
  version: 1,
  row: ExclusionRowSchema,
  columns: {
    exclusionId: { type: 'text' },
    businessId: { type: 'text' },
    fromDay: { type: 'day' },
    toDay: { type: 'day' },
    reason: { type: 'text' },
    facts: { type: 'text', pii: { of: 'businessId', erased: '' } },
    excludedBy: { type: 'text' },
    excludedAt: { type: 'instant' },
    liftedBy: { type: 'text' },
    liftedAt: { type: 'instant' },
    liftFacts: { type: 'text', pii: { of: 'businessId', erased: '' } },
  },
  indexes: ['business_id, excluded_at desc, key desc'],
  events,
  keys: ({ event: { data } }) => [data.exclusionId],
  evolve: (row, { event }) => {
    const { by, at, facts } = event.data
    if (event.type === 'ExclusionLifted') return row && { ...row, liftedBy: by, liftedAt: at, liftFacts: facts }
    const { exclusionId, businessId, from, to } = event.data
    const notLifted = { liftedBy: null, liftedAt: null, liftFacts: null }
    const period = { exclusionId, businessId, fromDay: from, toDay: to, reason: event.data.reason }
    return { ...period, facts, excludedBy: by, excludedAt: at, ...notLifted }
  },
}

const Exclusion = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  reason,
  facts: z.string(),
  excludedAt: instantColumn,
  liftedAt: instantColumn.nullable(),
  liftFacts: z.string().nullable(),
})

const columns = sql.fragment`exclusion_id as id, from_day::text as "from", to_day::text as "to", reason, facts,
  excluded_at as "excludedAt", lifted_at as "liftedAt", lift_facts as "liftFacts"`

/** Periods currently excluded from a venue's score, latest first. */
export const activeExclusions = (db: CommonQueryMethods, businessId: string) =>
  db.any(sql.type(Exclusion)`
    select ${columns} from read.exclusions where business_id = ${businessId} and lifted_at is null
    order by from_day desc, key`)

/** Active and lifted exclusions of a venue, latest decision first. */
export const exclusionsOf = (db: CommonQueryMethods, businessId: string, limit: number) =>
  db.any(sql.type(Exclusion)`
    select ${columns} from read.exclusions where business_id = ${businessId}
    order by excluded_at desc, key desc limit ${limit}`)

/** Whether the review `r` was written in a period excluded from its target's score. */
export const outOfScore = sql.fragment`exists (
    select from read.exclusions e
    where e.business_id = r.target_id and e.lifted_at is null
      and ${romeDayOf(sql.fragment`r.created_at`)} between e.from_day and e.to_day
  )`
