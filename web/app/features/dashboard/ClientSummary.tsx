import { BadgeCheck, PenLine } from 'lucide-react'
import { StatCard } from '../../components/StatCard.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'

const { dashboard: words } = texts

/** what the simple dashboard of a client says. */
export function ClientSummary() {
  const { totalRatingsGiven } = useUser()
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4">
      <StatCard icon={PenLine} label={words.ratingsMade} value={totalRatingsGiven} />
      <StatCard icon={BadgeCheck} label={words.accountStatus} value={words.active} />
    </dl>
  )
}
