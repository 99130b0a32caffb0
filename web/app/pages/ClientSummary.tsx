import { BadgeCheck, PenLine } from 'lucide-react'
import { StatCard } from '../components/data-display.tsx'
import { useUser } from '../shared/session.ts'
import { dashboardTexts } from './dashboard.texts.ts'

/** @rule R-42 simple client dashboard */
export function ClientSummary() {
  const { totalRatingsGiven } = useUser()
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4">
      <StatCard icon={PenLine} label={dashboardTexts.ratingsMade} value={totalRatingsGiven} />
      <StatCard icon={BadgeCheck} label={dashboardTexts.accountStatus} value={dashboardTexts.active} />
    </dl>
  )
}
