import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CaseFile, Lane } from '../../../contract/moderation/cases.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { dateTime, longDate } from '../../shared/format.ts'
import { AppealPanel } from './AppealPanel.tsx'
import { PriorityBreakdown } from './CaseQueue.tsx'
import { ContestPanel } from './ContestPanel.tsx'
import { DisputePanel } from './DisputePanel.tsx'
import { FlagAbusePanel } from './FlagAbusePanel.tsx'
import { ModeratedReviewCard } from './ModeratedReviews.tsx'
import { ReversalPanel } from './ReversalPanel.tsx'
import { ClaimStatus, useClaim, useClaimRenewal, useNextCase } from './CaseClaim.tsx'
import { graphAddress } from './connections/graph-address.ts'
import { connectionTexts } from './connections/texts.ts'
import { useKeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { caseFileQuery } from './queries.ts'
import { replayTexts } from './replay/texts.ts'
import { caseQueueTexts, contestModerationTexts, flagAbuseTexts, moderationTexts } from './texts.ts'
import { sanctionTexts } from '../sanctions/texts.ts'

/** The sanction under appeal, its reasons and the appellant's text. */
function AppealedSanctionCard({ sanction }: { readonly sanction: NonNullable<CaseFile['sanction']> }) {
  const { severity, facts, appealReason, createdAt, expiresAt } = sanction
  return (
    <Card title={caseQueueTexts.appealedSanction}>
      <p>
        {caseQueueTexts.severity[severity]} ·{' '}
        {caseQueueTexts.sanctionPeriod(longDate(createdAt), expiresAt === null ? null : longDate(expiresAt))}
      </p>
      <dl className="mt-3 grid gap-3">
        <div>
          <dt className="text-sm text-muted">{caseQueueTexts.sanctionFacts}</dt>
          <dd className="break-words whitespace-pre-line">{facts}</dd>
        </div>
        {appealReason !== null && (
          <div>
            <dt className="text-sm text-muted">{caseQueueTexts.appellantStatement}</dt>
            <dd className="break-words whitespace-pre-line">{appealReason}</dd>
          </div>
        )}
      </dl>
      <p className="mt-4">
        <TextLink to="/admin/reviews?view=sanctions">{sanctionTexts.console.decideLink}</TextLink>
      </p>
    </Card>
  )
}

/** Reviews and sanctions of the account the decision affects. */
function AuthorRecordCard({ file }: { readonly file: CaseFile }) {
  const { author, review, sanction, flagging } = file
  const accountId = review?.authorId ?? sanction?.accountId ?? flagging?.accountId
  return (
    <Card title={recordTitle(file)}>
      <p>{author.name ?? moderationTexts.unknownName}</p>
      <p className="mt-1 text-sm text-muted">{moderationTexts.record(author)}</p>
      {author.sanctions.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{caseQueueTexts.noSanctions}</p>
      ) : (
        <ul aria-label={caseQueueTexts.sanctions} className="mt-3 grid gap-2">
          {author.sanctions.map(({ id, severity, active, createdAt, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
              <span>{caseQueueTexts.severity[severity]}</span>
              <Badge tone={active ? 'bad' : 'plain'}>{active ? caseQueueTexts.inForce : caseQueueTexts.ended}</Badge>
              <span className="text-muted">
                {caseQueueTexts.sanctionPeriod(longDate(createdAt), expiresAt === null ? null : longDate(expiresAt))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {accountId !== undefined && (
        <p className="mt-3 text-sm">
          <TextLink to={graphAddress(accountId)}>{connectionTexts.link}</TextLink>
        </p>
      )}
    </Card>
  )
}

interface CaseFileViewProps {
  readonly caseId: string
  /** Lane the next case is taken from. */
  readonly lane: Lane
  /** Set when opened from the queue, so that the focus follows. */
  readonly focusHeading: boolean
  readonly onBack: () => void
  readonly onOpen: (caseId: string) => void
}

export function CaseFileView({ caseId, lane, focusHeading, onBack, onOpen }: CaseFileViewProps) {
  const file = useQuery(caseFileQuery(caseId))
  const next = useNextCase(lane, onOpen)
  useKeyboardShortcuts({ Escape: onBack, n: () => void next.claim() })
  return (
    <div className="grid gap-5">
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button variant="quiet" small aria-keyshortcuts="Escape" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {moderationTexts.backToQueue}
        </Button>
        <Button variant="quiet" small aria-keyshortcuts="n" pending={next.pending} onClick={() => void next.claim()}>
          {caseQueueTexts.next}
        </Button>
      </div>
      <QueryView query={file}>
        {(loaded) =>
          loaded.ownMatter ? (
            <Card title={moderationTexts.kinds[loaded.kind]}>
              <p>{moderationTexts.ownMatter}</p>
            </Card>
          ) : (
            <CaseFileDetails file={loaded} focusHeading={focusHeading} onOpen={onOpen} />
          )
        }
      </QueryView>
    </div>
  )
}

type CaseFileDetailsProps = Pick<CaseFileViewProps, 'focusHeading' | 'onOpen'> & { readonly file: CaseFile }

function CaseFileDetails({ file, focusHeading, onOpen }: CaseFileDetailsProps) {
  const { kind, review, dispute, contest, sanction, flagging, timeline, appealedDecisionId, replayId } = file
  const content = useRef<HTMLUListElement>(null)
  const sidePanel = useRef<HTMLDivElement>(null)
  const panels = kind === 'DISPUTE' ? [sidePanel, content] : [content, sidePanel]
  const firstDecisionButton = () => panels.flatMap(({ current }) => [...(current?.querySelectorAll('button') ?? [])])[0]
  const claiming = useClaim(file)
  useClaimRenewal(file)
  useKeyboardShortcuts({ c: claiming.toggle, d: () => firstDecisionButton()?.focus() })
  return (
    <>
      <CaseHeading file={file} focusHeading={focusHeading} claiming={claiming} />
      <RelatedCases others={file.others} onOpen={onOpen} />
      <div className="max-w-md">
        <PriorityBreakdown why={file.why} />
        {replayId !== null && (
          <p className="mt-1 text-sm">
            <TextLink to={`/cases/${replayId}`}>
              {dispute === null ? replayTexts.titleUndisputed : replayTexts.title}
            </TextLink>
          </p>
        )}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <ul ref={content} className="grid min-w-0">
          {review !== null && <ModeratedReviewCard review={review} />}
        </ul>
        <div className="grid min-w-0 gap-5 lg:row-span-2">
          {appealedDecisionId !== null && <AppealPanel decisionId={appealedDecisionId} />}
          <div ref={sidePanel} className="empty:hidden">
            {dispute !== null && review !== null && (
              <DisputePanel dispute={dispute} statements={file.statements} version={review.version} />
            )}
            {contest !== null && <ContestPanel contest={contest} />}
            {sanction !== null && <AppealedSanctionCard sanction={sanction} />}
            {flagging !== null && <FlagAbusePanel file={file} flagAbuse={flagging} />}
          </div>
          <AuthorRecordCard file={file} />
          <Card title={moderationTexts.timeline}>
            <ol className="grid gap-3">
              {timeline.map(({ at, what, by, byName }) => (
                <li key={`${at} ${what} ${by ?? ''}`} className="text-sm">
                  <span className="block text-muted">{dateTime(at)}</span>
                  <span className="break-words">{[what, byName].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ol>
          </Card>
        </div>
        {review !== null && (
          <div className="min-w-0 empty:hidden lg:col-start-1">
            <ReversalPanel reviewId={review.id} />
          </div>
        )}
      </div>
    </>
  )
}

const recordTitle = ({ flagging, contest }: CaseFile) => {
  if (flagging !== null) return flagAbuseTexts.reporter
  return contest === null ? moderationTexts.author : contestModerationTexts.business
}

type CaseHeadingProps = Pick<CaseFileDetailsProps, 'file' | 'focusHeading'> & {
  readonly claiming: ReturnType<typeof useClaim>
}

function CaseHeading({ file, focusHeading, claiming }: CaseHeadingProps) {
  const { kind, flagging, priority, dueAt, overdue, closedAt } = file
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {flagging === null ? moderationTexts.kinds[kind] : flagAbuseTexts.title}
      </h2>
      <Badge>{moderationTexts.priority(priority)}</Badge>
      <Badge tone={overdue ? 'bad' : 'plain'}>
        {overdue ? moderationTexts.overdue : moderationTexts.due(dateTime(dueAt))}
      </Badge>
      {closedAt === null ? (
        <ClaimStatus claimedCase={file} claiming={claiming} />
      ) : (
        <Badge tone="good">{moderationTexts.closed(dateTime(closedAt))}</Badge>
      )}
    </div>
  )
}

function RelatedCases({ others, onOpen }: Pick<CaseFileDetailsProps, 'onOpen'> & Pick<CaseFile, 'others'>) {
  if (others.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-sm text-muted">{caseQueueTexts.sameReview}</p>
      {others.map(({ caseId, kind, claimedByName }) => (
        <Button key={caseId} variant="secondary" small onClick={() => onOpen(caseId)}>
          {caseQueueTexts.caseLabel(moderationTexts.kinds[kind], claimedByName)}
        </Button>
      ))}
    </div>
  )
}
