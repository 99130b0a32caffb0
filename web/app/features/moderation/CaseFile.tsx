import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { CaseFile as File } from '../../../contract/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { AppealPanel } from './AppealPanel.tsx'
import { Claim } from './Claim.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import { caseFile } from './moderation.queries.ts'
import { ModeratedReviewCard } from './ModeratedReviewCard.tsx'

const { moderation: words } = texts

/** Accounts travel as ids; of those in a case only the two parties have a name to show. */
const nameIn = ({ authorId, authorName, targetId, targetName }: File['review'], account: string | null) =>
  [
    { id: authorId, name: authorName },
    { id: targetId, name: targetName },
  ].find(({ id }) => id === account)?.name ?? null

interface CaseFileProps {
  readonly caseId: string
  readonly onBack: () => void
}

/** Everything a moderator should know before deciding. */
export function CaseFile({ caseId, onBack }: CaseFileProps) {
  const file = useQuery(caseFile(caseId))
  return (
    <div className="grid gap-5">
      <div>
        <Button look="quiet" small onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {words.backToQueue}
        </Button>
      </div>
      <Loaded query={file}>{(opened) => <Opened file={opened} />}</Loaded>
    </div>
  )
}

function Opened({ file }: { readonly file: File }) {
  const { kind, priority, dueAt, overdue, closedAt, review, dispute, author, timeline } = file
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">{words.kinds[kind]}</h2>
        <Badge>{words.priority(priority)}</Badge>
        <Badge tone={overdue ? 'bad' : 'plain'}>{overdue ? words.overdue : words.due(moment(dueAt))}</Badge>
        {closedAt === null ? <Claim of={file} /> : <Badge tone="good">{words.closed(moment(closedAt))}</Badge>}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <ul className="grid min-w-0">
          <ModeratedReviewCard review={review} />
        </ul>
        <div className="grid min-w-0 gap-5">
          {kind === 'APPEAL' && <AppealPanel decisionId={file.caseId.replace(/^appeal-/, '')} />}
          {dispute !== null && <DisputePanel dispute={dispute} statements={file.statements} />}
          <Card title={words.author}>
            <p>{review.authorName ?? words.unknownName}</p>
            <p className="mt-1 text-sm text-muted">{words.record(author)}</p>
          </Card>
          <Card title={words.timeline}>
            <ol className="grid gap-3">
              {timeline.map(({ at, what, by }) => (
                <li key={`${at} ${what} ${by ?? ''}`} className="text-sm">
                  <span className="block text-muted">{moment(at)}</span>
                  <span className="break-words">{[what, nameIn(review, by)].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ol>
          </Card>
        </div>
      </div>
    </>
  )
}
