import type { AnalyticsLookups } from '../../application/analytics/lookups.ts'
import { businessesWithoutReport } from '../../projections/analytics/monthly-reports.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const analyticsLookups = ({ db }: ReadModels): AnalyticsLookups => ({
  businessesWithoutReport: (request) => queryReadModel(() => businessesWithoutReport(db, request)),
})
