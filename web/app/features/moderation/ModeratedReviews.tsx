import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import {
  decisionByOutcome,
  type ModeratedFlag,
  type ModeratedReview,
  type SettableReviewStatus,
} from '../../../contract/moderation/cases.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { TextLink } from '../../components/links.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { blankToUndefined } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { DecisionDialog, showErrorUnlessStale } from './DecisionDialog.tsx'
import { moderatedReviewsQuery } from './queries.ts'
import { caseQueueTexts, moderationTexts } from './texts.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { sanctionTexts } from '../sanctions/texts.ts'

type FlagDecision = ModeratedFlag['allowedVerdicts'][number]
const flagButtons: readonly FlagDecision[] = ['DISMISSED', 'UPHELD', 'REVIEWED']
const flagStatusTones: Readonly<Record<ModeratedFlag['status'], BadgeTone>> = {
  PENDING: 'gold',
  REVIEWED: 'plain',
  DISMISSED: 'plain',
  UPHELD: 'good',
}

interface FlagListProps {
  readonly flags: readonly ModeratedFlag[]
  /** Seen position of the review shown, sent with the decision. */
  readonly version: string
}

/** The flags of a review, each with its decision. @rule Q-53 */
function FlagList({ flags, version }: FlagListProps) {
  if (flags.length === 0) return null
  return (
    <ul aria-label={moderationTexts.flagSection} className="grid gap-3 rounded-control bg-sunken p-3">
      {flags.map((flag) => (
        <ModeratedFlagRow key={flag.id} flag={flag} version={version} />
      ))}
    </ul>
  )
}

function ModeratedFlagRow({ flag, version }: { readonly flag: ModeratedFlag; readonly version: string }) {
  const [decision, setDecision] = useState<FlagDecision | null>(null)
  const close = () => {
    setDecision(null)
    deciding.reset()
  }
  const deciding = useApiMutation('decideFlag', {
    invalidates: ['moderation', 'reviews'],
    onSuccess: () => {
      showToast({ title: moderationTexts.done })
      close()
    },
    onError: (error) => showErrorUnlessStale(error, moderationTexts.failed),
  })
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-medium">{reviewTexts.flagReasons[flag.reason]}</span>
        <Badge tone={flagStatusTones[flag.status]}>{moderationTexts.flagStatus[flag.status]}</Badge>
        <span className="text-sm text-muted">
          {caseQueueTexts.reportedBy(flag.reporterName ?? moderationTexts.unknownName)}
        </span>
      </p>
      {flag.note !== null && <p className="text-sm break-words">{flag.note}</p>}
      {flag.allowedVerdicts.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {flagButtons
            .filter((option) => flag.allowedVerdicts.includes(option))
            .map((option) => (
              <Button key={option} variant="secondary" small onClick={() => setDecision(option)}>
                {moderationTexts.flagActions[option]}
              </Button>
            ))}
        </div>
      )}
      {decision !== null && (
        <DecisionDialog
          title={moderationTexts.flagTitles[decision]}
          text={moderationTexts.flagEffects[decision]}
          notes={limitsOf(endpoints.decideFlag.body, 'notes')}
          decision={{ reviewId: flag.reviewId, decision: decisionByOutcome.flag[decision], flagId: flag.id }}
          error={deciding.error}
          pending={deciding.isPending}
          onClose={close}
          onConfirm={(notes, reasons) =>
            deciding.mutate({
              params: { flagId: flag.id },
              body: { status: decision, notes: blankToUndefined(notes), ...reasons, seenVersion: version },
            })
          }
        />
      )}
    </li>
  )
}

const verdictLabels: Readonly<Record<SettableReviewStatus, string>> = {
  HIDDEN: moderationTexts.hide,
  REMOVED: moderationTexts.remove,
  ACTIVE: moderationTexts.restore,
}

interface ReviewActionsProps {
  /** `version` is sent with the decision. */
  readonly review: Pick<ModeratedReview, 'id' | 'allowedVerdicts' | 'statusObstacle' | 'version'>
}

/** @rule R-77 moderators hide, remove and restore reviews */
function ReviewActions({ review: { id, allowedVerdicts, statusObstacle, version } }: ReviewActionsProps) {
  const [verdict, setVerdict] = useState<SettableReviewStatus | null>(null)
  const close = () => {
    setVerdict(null)
    moderating.reset()
  }
  const moderating = useApiMutation('moderateReview', {
    invalidates: ['moderation', 'reviews', 'businesses'],
    onSuccess: () => {
      showToast({ title: moderationTexts.done })
      close()
    },
    onError: (error) => showErrorUnlessStale(error, moderationTexts.failed),
  })
  if (statusObstacle !== null)
    return <p className="text-sm text-muted">{moderationTexts.statusObstacles[statusObstacle]}</p>
  return (
    <div className="flex flex-wrap gap-2">
      {allowedVerdicts.map((option) => (
        <Button
          key={option}
          variant={option === 'REMOVED' ? 'danger' : 'secondary'}
          small
          onClick={() => setVerdict(option)}
        >
          {verdictLabels[option]}
        </Button>
      ))}
      {verdict !== null && (
        <DecisionDialog
          title={moderationTexts.confirmTitles[verdict]}
          text={moderationTexts.confirmText}
          notes={limitsOf(endpoints.moderateReview.body, 'moderatorNotes')}
          decision={{ reviewId: id, decision: decisionByOutcome.review[verdict] }}
          error={moderating.error}
          pending={moderating.isPending}
          onClose={close}
          onConfirm={(notes, reasons) =>
            moderating.mutate({
              params: { id },
              body: {
                moderationStatus: verdict,
                moderatorNotes: blankToUndefined(notes),
                ...reasons,
                seenVersion: version,
              },
            })
          }
        />
      )}
    </div>
  )
}

interface SanctionAuthorLinkProps {
  readonly accountId: string
  readonly name: string | null
}

/** Opens the sanction dialog for the author. The name is passed as router state, not in the URL. */
function SanctionAuthorLink({ accountId, name }: SanctionAuthorLinkProps) {
  const query = new URLSearchParams({ view: 'sanctions', account: accountId })
  return (
    <p className="text-sm">
      <TextLink to={`/admin/reviews?${query.toString()}`} state={{ sanctioned: name }}>
        {sanctionTexts.console.sanctionAuthor}
      </TextLink>
    </p>
  )
}

const reviewStatusTones: Readonly<Record<ModeratedReview['moderationStatus'], BadgeTone>> = {
  ACTIVE: 'good',
  HIDDEN: 'warm',
  REMOVED: 'bad',
  PENDING_REVIEW: 'gold',
}

/** A review with the decisions a moderator can take. */
export function ModeratedReviewCard({ review }: { readonly review: ModeratedReview }) {
  const { authorName, targetName, moderationStatus, disputeStatus, flags } = review
  const pendingFlags = flags.filter(({ status }) => status === 'PENDING').length
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StarRating value={review.rating} />
        <Badge tone={reviewStatusTones[moderationStatus]}>{reviewTexts.status[moderationStatus]}</Badge>
        {disputeStatus !== 'NONE' && <Badge tone="gold">{reviewTexts.disputeStatus[disputeStatus]}</Badge>}
        {pendingFlags > 0 && <Badge tone="warm">{moderationTexts.flags(pendingFlags)}</Badge>}
      </div>
      <p className="break-words whitespace-pre-line">{review.comment ?? reviewTexts.noComment}</p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <InlineDefinition name={moderationTexts.author} value={authorName ?? moderationTexts.unknownName} />
        <InlineDefinition name={moderationTexts.target} value={targetName ?? moderationTexts.unknownName} />
        <InlineDefinition name={reviewTexts.reason} value={reviewTexts.reasons[review.reasonCode]} />
        <InlineDefinition name={moderationTexts.written} value={longDate(review.createdAt)} />
      </dl>
      <FlagList flags={review.flags} version={review.version} />
      <ReviewActions review={review} />
      <SanctionAuthorLink accountId={review.authorId} name={authorName} />
    </li>
  )
}

function InlineDefinition({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="inline text-muted">{name}: </dt>
      <dd className="inline break-words">{value}</dd>
    </div>
  )
}

const statusFilters = ['all', 'PENDING_REVIEW', 'ACTIVE', 'HIDDEN', 'REMOVED'] as const
const statusOptions = statusFilters.map((status) => ({ value: status, label: moderationTexts.filters[status] }))

/** All reviews, filtered by status. */
export function ModeratedReviews() {
  const [status, setStatus] = useState<(typeof statusFilters)[number]>('all')
  const reviews = useInfiniteQuery(moderatedReviewsQuery(status))
  return (
    <div className="grid gap-4">
      <div className="max-w-xs">
        <Select
          label={moderationTexts.filter}
          options={statusOptions}
          value={status}
          onChange={({ target }) => setStatus(statusFilters.find((filter) => filter === target.value) ?? status)}
        />
      </div>
      <QueryView query={reviews} empty={<EmptyState text={moderationTexts.reviewsEmpty} />}>
        {(list) => (
          <>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((review) => (
                <ModeratedReviewCard key={review.id} review={review} />
              ))}
            </ul>
            <LoadMoreButton query={reviews} />
          </>
        )}
      </QueryView>
    </div>
  )
}
