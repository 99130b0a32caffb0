import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  AnomalyDetected,
  AnomalyDismissed,
  daysOfPeriod,
  PeriodExcluded,
} from '../../domain/reviews/excluded-periods.ts'
import { anomalyStatuses } from '../../domain/reviews/vocabulary.ts'
import { dayCursor, decodeCursor, instantColumn, pageOf, type PageRequest } from '../columns.ts'
import type { Projection } from '../projection.ts'

const AnomalyRowSchema = z.object({
  businessId: z.string(),
  day: z.string(),
  opinions: z.number(),
  stars: z.number(),
  newAccounts: z.number(),
  usualTenths: z.number(),
  scoreTenths: z.number(),
  detectorVersion: z.number(),
  detectedAt: z.string(),
  /** Set by moderators. */
  status: z.enum(anomalyStatuses),
})
export type AnomalyRow = z.infer<typeof AnomalyRowSchema>

const events = family(AnomalyDetected, AnomalyDismissed, PeriodExcluded)

/** Anomalous days of venues, with their moderation status. */
export const anomalies: Projection<AnomalyRow, EventIn<typeof events>> = {
  name: 'anomalies',
  version: 1,
  row: AnomalyRowSchema,
  columns: {
    businessId: { type: 'text' },
    day: { type: 'day' },
    opinions: { type: 'int' },
    stars: { type: 'int' },
    newAccounts: { type: 'int' },
    usualTenths: { type: 'int' },
    scoreTenths: { type: 'int' },
    detectorVersion: { type: 'int' },
    detectedAt: { type: 'instant' },
    status: { type: 'text' },
  },
  indexes: ['status, day desc, key desc'],
  events,
  keys: ({ event: { type, data } }) => {
    switch (type) {
      case 'AnomalyDetected':
        return [keyOf(data.businessId, data.evidence.day)]
      case 'AnomalyDismissed':
        return [keyOf(data.businessId, data.day)]
      case 'PeriodExcluded':
        return daysOfPeriod(data).map((day) => keyOf(data.businessId, day))
    }
  },
  evolve: (row, { event: { type, data } }) => {
    switch (type) {
      case 'AnomalyDetected':
        return { businessId: data.businessId, ...data.evidence, detectedAt: data.at, status: 'open' }
      case 'AnomalyDismissed':
        return row && { ...row, status: 'dismissed' }
      case 'PeriodExcluded':
        return row && { ...row, status: 'excluded' }
    }
  },
}

const keyOf = (businessId: string, day: string) => `${businessId}_${day}`

const Anomaly = z.object({
  key: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  day: z.string(),
  opinions: z.number(),
  stars: z.number(),
  newAccounts: z.number(),
  usualTenths: z.number(),
  scoreTenths: z.number(),
  detectorVersion: z.number(),
  detectedAt: instantColumn,
})

/** Anomalies that no moderator has handled yet, latest day first. */
export const openAnomalies = async (db: CommonQueryMethods, { limit, cursor }: PageRequest) => {
  const last = decodeCursor(dayCursor, cursor)
  const before = last === null ? sql.fragment`true` : sql.fragment`(n.day, n.key) < (${last[0]}::date, ${last[1]})`
  const rows = await db.any(sql.type(Anomaly)`
    select n.key, n.business_id as "businessId", a.business_name as "businessName", n.day::text as day, n.opinions, n.stars,
      n.new_accounts as "newAccounts", n.usual_tenths as "usualTenths", n.score_tenths as "scoreTenths",
      n.detector_version as "detectorVersion", n.detected_at as "detectedAt"
    from read.anomalies n join read.accounts a on a.key = n.business_id
    where n.status = 'open' and ${before} order by n.day desc, n.key desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ day, key }) => [day, key])
}
