import type { ReactNode } from 'react'
import type {
  ReplayMoment,
  CaseReplay,
  ReplaySnapshot,
  ReplayDecision,
} from '../../../../contract/moderation/case-replay.ts'
import { Badge, Card } from '../../../components/data-display.tsx'
import { StarRating } from '../../../components/star-rating.tsx'
import { dateTime, longDate, oneDecimal } from '../../../shared/format.ts'
import { type DiffPiece, diffWords } from './word-diff.ts'
import { decisionTexts } from '../decisions.texts.ts'
import { replayTexts } from './texts.ts'
import { moderationTexts } from '../texts.ts'
import { reviewTexts } from '../../reviews/texts.ts'

const momentTitles: Readonly<Record<string, string>> = replayTexts.what
export const momentTitle = ({ what }: ReplayMoment): string => momentTitles[what] ?? replayTexts.otherMoment

export const momentTime = ({ at, precision }: Pick<ReplayMoment, 'at' | 'precision'>): string =>
  precision === 'day' ? longDate(at) : dateTime(at)

/** 150 → 1,5 */
const formatWeight = (hundredths: number): string => oneDecimal(hundredths / 100)

function DefinitionGrid({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">{children}</dl>
}

function DefinitionItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

interface ReplayedAppealProps {
  readonly appeal: NonNullable<ReplayMoment['appeal']>
}

/** The appellant's text or the outcome of the appeal. */
function ReplayedAppeal({ appeal: { text, textState, outcome } }: ReplayedAppealProps) {
  return (
    <DefinitionGrid>
      {text !== null && (
        <DefinitionItem name={replayTexts.appealText}>
          {textState === 'erased' ? replayTexts.erased : text}
        </DefinitionItem>
      )}
      {outcome !== null && <DefinitionItem name={replayTexts.outcome}>{replayTexts.outcomes[outcome]}</DefinitionItem>}
    </DefinitionGrid>
  )
}

/** The recorded reasons of a decision. */
function DecisionDetails({ decision: { statement, notes, resolution } }: { readonly decision: ReplayDecision }) {
  return (
    <div className="grid gap-4">
      {statement === null ? (
        <p className="text-sm text-muted">{replayTexts.noStatement}</p>
      ) : (
        <DefinitionGrid>
          {statement.facts !== null && statement.facts !== '' && (
            <DefinitionItem name={replayTexts.facts}>{statement.facts}</DefinitionItem>
          )}
          <DefinitionItem name={replayTexts.ground}>{decisionTexts.grounds[statement.ground]}</DefinitionItem>
          <DefinitionItem name={replayTexts.rules}>{replayTexts.rulesVersion(statement.rulesVersion)}</DefinitionItem>
          <DefinitionItem name={replayTexts.automation}>{replayTexts.automations[statement.automation]}</DefinitionItem>
          <DefinitionItem name={replayTexts.appeal}>
            {statement.appealableUntil === null
              ? replayTexts.noAppeal
              : replayTexts.appealUntil(longDate(statement.appealableUntil))}
          </DefinitionItem>
        </DefinitionGrid>
      )}
      <DefinitionGrid>
        {notes !== null && <DefinitionItem name={replayTexts.notes}>{notes}</DefinitionItem>}
        {resolution !== null && <DefinitionItem name={replayTexts.resolution}>{resolution}</DefinitionItem>}
      </DefinitionGrid>
    </div>
  )
}

/** The flags received until then that the viewer may see. */
function ReplayedFlags({ replay, view }: { readonly replay: CaseReplay; readonly view: ReplaySnapshot }) {
  if (view.flags.length === 0) return null
  return (
    <ul aria-label={replayTexts.flags} className="grid gap-3">
      {view.flags.map(({ flagId, status }) => {
        const flag = replay.flags.find((candidate) => candidate.flagId === flagId)
        return flag === undefined ? null : (
          <li key={flagId} className="grid gap-1 rounded-control bg-sunken p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{reviewTexts.flagReasons[flag.reason]}</span>
              <Badge>{moderationTexts.flagStatus[status]}</Badge>
            </p>
            {flag.note !== null && <p className="break-words whitespace-pre-line">{flag.note}</p>}
            {flag.weight !== null && flag.weightVersion !== null && (
              <p className="text-muted">{replayTexts.flagWeight(formatWeight(flag.weight), flag.weightVersion)}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Revision = CaseReplay['revisions'][number]

interface ReviewTextProps {
  readonly revision: Revision
  readonly before: Revision | undefined
  readonly textState: CaseReplay['textState']
}

/** The review's text; after an edit, with removed and added words marked. */
function ReviewText({ revision: { comment, reasonTags }, before, textState }: ReviewTextProps) {
  if (textState === 'withheld') return <p className="text-muted">{replayTexts.withheld}</p>
  if (textState === 'erased') return <p className="text-muted">{replayTexts.erased}</p>
  return (
    <div className="grid gap-2">
      <h3 className="text-sm text-muted">{before === undefined ? replayTexts.text : replayTexts.changedText}</h3>
      {before === undefined ? (
        <p className="break-words whitespace-pre-line">
          {comment ?? <em className="text-muted">{reviewTexts.noComment}</em>}
        </p>
      ) : (
        <p className="break-words whitespace-pre-line">
          {diffWords(before.comment ?? '', comment ?? '').map((piece) => (
            <DiffText key={piece.offset} piece={piece} />
          ))}
        </p>
      )}
      {reasonTags.length > 0 && <p className="text-sm break-words text-muted">{reasonTags.join(' · ')}</p>}
    </div>
  )
}

function DiffText({ piece: { text, kind } }: { readonly piece: DiffPiece }) {
  if (kind === 'kept') return text
  const Element = kind === 'removed' ? 'del' : 'ins'
  return (
    <Element className={kind === 'removed' ? 'bg-danger-soft text-danger' : 'bg-olive-soft text-olive'}>
      <span className="sr-only"> ({replayTexts[kind]}) </span>
      {text}
    </Element>
  )
}

interface SnapshotDetailsProps {
  readonly replay: CaseReplay
  readonly view: ReplaySnapshot
  /** Marks the changes to the previous revision. */
  readonly compared?: boolean
}

function SnapshotDetails({ replay, view, compared = false }: SnapshotDetailsProps) {
  const { revisions, dispute, textState } = replay
  const revision = revisions[view.revision]
  const before = compared ? revisions[view.revision - 1] : undefined
  const pending = view.flags.filter(({ status }) => status === 'PENDING').length
  return (
    <div className="grid gap-4">
      {revision !== undefined && (
        <div className="grid gap-2">
          <StarRating value={revision.rating} />
          <ReviewText revision={revision} before={before} textState={textState} />
        </div>
      )}
      <DefinitionGrid>
        <DefinitionItem name={replayTexts.state}>{reviewTexts.status[view.status]}</DefinitionItem>
        <DefinitionItem name={replayTexts.dispute}>
          {view.dispute === null ? replayTexts.noDispute : moderationTexts.disputeStatus[view.dispute]}
        </DefinitionItem>
        {replay.targetType === 'BUSINESS' && (
          <DefinitionItem name={replayTexts.score}>{scoreText(view)}</DefinitionItem>
        )}
        {view.weight !== null && (
          <DefinitionItem name={replayTexts.flags}>
            {replayTexts.flagsLine(pending, formatWeight(view.weight))}
          </DefinitionItem>
        )}
        {view.claim !== null && (
          <DefinitionItem name={replayTexts.claim}>{replayTexts.claimed(dateTime(view.claim.until))}</DefinitionItem>
        )}
      </DefinitionGrid>
      <ReplayedFlags replay={replay} view={view} />
      {view.dispute !== null && dispute !== null && (
        <DefinitionGrid>
          <DefinitionItem name={replayTexts.message}>
            {dispute.messageState === 'shown' ? dispute.message : replayTexts[dispute.messageState]}
          </DefinitionItem>
        </DefinitionGrid>
      )}
    </div>
  )
}

const scoreText = ({ score }: ReplaySnapshot): string => {
  if (score === null) return replayTexts.scoreUnknown
  return score.average === null ? replayTexts.scoreNone : replayTexts.scoreLine(oneDecimal(score.average), score.raters)
}

interface MomentDetailsProps {
  readonly replay: CaseReplay
  readonly moment: ReplayMoment
}

/** The case after the event; for a decision also its reasons and what the moderator saw. */
export function MomentDetails({ replay, moment }: MomentDetailsProps) {
  const { decision, appeal, view, what } = moment
  return (
    <div className="grid min-w-0 gap-5">
      <Card title={replayTexts.snapshotTitle}>
        <SnapshotDetails replay={replay} view={view} compared={what === 'ReviewEdited'} />
      </Card>
      {appeal !== null && (appeal.text !== null || appeal.outcome !== null) && (
        <Card title={replayTexts.appealTitle}>
          <ReplayedAppeal appeal={appeal} />
        </Card>
      )}
      {decision !== null && (
        <Card title={replayTexts.decision}>
          <DecisionDetails decision={decision} />
        </Card>
      )}
      {decision !== null && decision.saw !== null && (
        <Card title={replayTexts.deciderView}>
          <SnapshotDetails replay={replay} view={decision.saw} />
        </Card>
      )}
    </div>
  )
}
