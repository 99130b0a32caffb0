/** One chunk, because each page leads to the other. */
export { AnalyticsPage } from './AnalyticsPage.tsx'
export { AnalyticsRowsPage } from './AnalyticsRowsPage.tsx'
