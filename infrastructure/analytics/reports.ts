import type { CommonQueryMethods } from 'slonik'
import type { Reports } from '../../application/analytics/ports.ts'
import type { Clock } from '../../application/ports/clock.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import { publicBusinessById } from '../../projections/accounts/businesses.ts'
import { loadAnalytics } from '../../projections/analytics/figures.ts'
import { segmentOf } from '../../projections/analytics/figures.queries.ts'
import { queryReadModel } from '../read-models.ts'
import { reportPdf } from './report-pdf.ts'

export const reports = (db: CommonQueryMethods, clock: Clock): Reports => ({
  pdf: (businessId, period) =>
    queryReadModel(async () => {
      const business = await publicBusinessById(db, businessId)
      if (business === null) return null
      const request = { businessId, period, premium: true, compare: true, segment: () => segmentOf(db, businessId) }
      const { businessName: name, location, province } = business
      const figures = await loadAnalytics(db, request)
      return reportPdf({ business: { name, location, province }, figures, createdOn: romeDay(clock()) })
    }),
})
