import type { Sanction } from '../../../contract/conduct.ts'
import { Badge } from '../../components/Badge.tsx'
import { texts } from '../../texts.ts'
import { AppealDecision } from './AppealDecision.tsx'
import { LiftSanction } from './LiftSanction.tsx'
import { SanctionBadges } from './SanctionBadges.tsx'

const { conduct } = texts
const { console: words } = conduct

/** A sanction as moderators see it. */
export function ModeratedSanctionCard({ sanction: one }: { readonly sanction: Sanction }) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <h2 className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-words">{one.userName ?? words.unknown}</span>
        <Badge>{conduct.severities[one.severity]}</Badge>
        {one.appealStatus !== 'NONE' && (
          <Badge tone="gold">{`${words.appeal}: ${conduct.appealStatus[one.appealStatus]}`}</Badge>
        )}
      </h2>
      <SanctionBadges of={one} />
      <p className="grow break-words whitespace-pre-line">{one.facts}</p>
      <p className="text-sm break-words text-muted">
        {[
          conduct.reasons[one.reason],
          causeOf(one),
          one.autoDetected ? words.automatic : null,
          one.userName === null ? words.id(one.userId) : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {one.appealReason !== null && (
        <section aria-label={words.appeal} className="grid gap-3 rounded-control bg-sunken p-3">
          <div>
            <p className="text-sm text-muted">{texts.queue.appealWords}</p>
            <p className="break-words whitespace-pre-line">{one.appealReason}</p>
          </div>
          <AppealDecision appeal={one} />
        </section>
      )}
      {!one.lifted && (
        <div>
          <LiftSanction sanctionId={one.id} />
        </div>
      )}
    </li>
  )
}

/** What brought it about, with the proportion where one was weighed. */
const causeOf = ({ triggerType, triggerData, violationCount }: Sanction): string => {
  const { lost, decided, windowDays } = triggerData
  const cause = words.triggers[triggerType] ?? triggerType
  if (typeof lost === 'number' && typeof decided === 'number' && typeof windowDays === 'number')
    return `${cause} (${words.lost(lost, decided, windowDays)})`
  if (triggerType === 'FLAGS_DISMISSED' && typeof lost === 'number' && typeof decided === 'number')
    return words.dismissed(lost, decided)
  return violationCount === 0 ? cause : `${cause} (${words.strikes(violationCount)})`
}
