import { useUser } from '../shared/session.ts'
import { BusinessDashboard } from './BusinessDashboard.tsx'
import { ClientView } from './ClientView.tsx'

/** R-41, B-16: each side its own view. */
export function DashboardPage() {
  return useUser().role === 'CLIENTE' ? <ClientView /> : <BusinessDashboard />
}
