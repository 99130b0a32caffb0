import { useQuery } from '@tanstack/react-query'
import { isOver, longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { AppealOutcome, AppealStatusBadge } from './AppealOutcome.tsx'
import { ownAppeals } from './appeals.queries.ts'
import { LodgeAppeal } from './LodgeAppeal.tsx'

const { appeals: words } = texts

/** What can be turned against: what was decided against whom it tells. */
const turnable: ReadonlySet<string> = new Set([
  'author HIDDEN',
  'author REMOVED',
  'reporter FLAG_DISMISSED',
  'reporter FLAG_REVIEWED',
  'business DISPUTE_REJECTED',
])

interface AppealAgainstProps {
  readonly decision: {
    readonly id: string
    readonly kind: string
    readonly addressee: string
    readonly appealableUntil: string | null
  }
}

/** Under a decision: the way to appeal, until when, or what became of the appeal. */
export function AppealAgainst({ decision }: AppealAgainstProps) {
  const { data: appeals } = useQuery(ownAppeals)
  const { id, kind, addressee, appealableUntil } = decision
  if (appeals === undefined || !turnable.has(`${addressee} ${kind}`)) return null
  const mine = appeals.find(({ decisionId }) => decisionId === id)
  if (mine !== undefined)
    return (
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{words.yours}</span>
          <AppealStatusBadge status={mine.status} />
        </p>
        <AppealOutcome appeal={mine} />
      </div>
    )
  if (appealableUntil === null) return <p className="text-sm text-muted">{words.final}</p>
  if (isOver(appealableUntil)) return <p className="text-sm text-muted">{words.tooLate(longDate(appealableUntil))}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LodgeAppeal decisionId={id} />
      <span className="text-sm text-muted">{words.until(longDate(appealableUntil))}</span>
    </div>
  )
}
