import type { CommonQueryMethods } from 'slonik'
import type { Reports } from '../../application/analytics/ports.ts'
import type { Clock } from '../../application/ports/clock.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { publicBusinessById } from '../../projections/accounts/businesses.ts'
import { loadAnalytics } from '../../projections/analytics/figures.ts'
import { segmentOf } from '../../projections/analytics/figures.queries.ts'
import { queryReadModel } from '../read-models.ts'
import { taskThread } from '../task-thread.ts'
import type { reportPdf } from './report-pdf.ts'

/** A report takes about 200 ms, during which requests would wait. */
const reportInThread = taskThread<typeof reportPdf>(new URL('report-thread.ts', import.meta.url))

export const reports = (db: CommonQueryMethods, clock: Clock): Reports => ({
  pdf: (businessId, period) =>
    queryReadModel(async () => {
      const business = await publicBusinessById(db, businessId)
      if (business === null) return null
      const today = romeDay(clock())
      const facts = { businessId, period, today, segment: () => segmentOf(db, businessId) }
      const { businessName: name, location, province } = business
      const figures = await loadAnalytics(db, { ...facts, premium: true, compare: true })
      return reportInThread({ business: { name, location, province }, figures, createdOn: today })
    }),
})
