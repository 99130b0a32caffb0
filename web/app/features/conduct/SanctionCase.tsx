import type { SanctionCaseFile } from '../../../contract/conduct.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Claim } from '../moderation/Claim.tsx'
import { AppealDecision } from './AppealDecision.tsx'
import { causeOf, ModeratedSanctionCard } from './ModeratedSanctionCard.tsx'

const { conduct, moderation } = texts
const { console: words } = conduct

/** The appeal of a sanction, with what it is against and what came before. */
export function SanctionCase({ file }: { readonly file: SanctionCaseFile }) {
  const { sanction, earlier, overdue, dueAt, closedAt } = file
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">{moderation.kinds.APPEAL}</h2>
        <Badge tone={overdue ? 'bad' : 'plain'}>{overdue ? moderation.overdue : moderation.due(moment(dueAt))}</Badge>
        {closedAt === null ? <Claim of={file} /> : <Badge tone="good">{moderation.closed(moment(closedAt))}</Badge>}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <ul className="grid min-w-0">
          <ModeratedSanctionCard sanction={sanction} />
        </ul>
        <div className="grid min-w-0 gap-5">
          <Card title={words.appeal}>
            <div className="grid gap-4">
              <p className="break-words whitespace-pre-line">{sanction.appealReason}</p>
              <p className="text-sm text-muted">{`${words.cause}: ${causeOf(sanction)}`}</p>
              <AppealDecision sanction={sanction} />
            </div>
          </Card>
          <Card title={words.earlier}>
            {earlier.length === 0 ? (
              <EmptyState text={words.noEarlier} />
            ) : (
              <ul className="grid gap-4">
                {earlier.map((one) => (
                  <ModeratedSanctionCard key={one.id} sanction={one} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
    </>
  )
}
