import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import type { ContestOutcome, ModeratedContest } from '../../../contract/moderation/cases.ts'
import { type Ground, ground, maxFactsLength } from '../../../contract/moderation/decisions.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { blankToUndefined } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { showToast } from '../../toasts.ts'
import { contestTexts } from '../ratings/contest.texts.ts'
import { RatingScores } from '../../components/rating-scores.tsx'
import { ratingTexts } from '../ratings/texts.ts'
import { disputeTexts, reviewTexts } from '../reviews/texts.ts'
import { DecisionDialog, showErrorUnlessStale } from './DecisionDialog.tsx'
import { decisionTexts } from './decisions.texts.ts'
import { contestModerationTexts, moderationTexts } from './texts.ts'

/** A contested rating with what both parties wrote, and the decision. @rule Q-136 */
export function ContestPanel({ contest }: { readonly contest: ModeratedContest }) {
  const [outcome, setOutcome] = useState<ContestOutcome | null>(null)
  const { status, reason, message, answer, clientName, businessName, contestedAt, answeredAt, rating } = contest
  return (
    <Card title={contestModerationTexts.section} action={<Badge tone="gold">{contestTexts.status[status]}</Badge>}>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StarRating value={rating.overallRating} />
          <span className="font-medium">{ratingTexts.stayOn(longDate(rating.stayDate))}</span>
          {!rating.exists && <Badge>{contestModerationTexts.gone}</Badge>}
        </p>
        <RatingScores rating={rating} />
        {rating.comment !== null && <p className="break-words">{rating.comment}</p>}
        <p className="font-medium">{reviewTexts.disputeReasons[reason]}</p>
        <Said by={clientName ?? moderationTexts.unknownName} at={contestedAt} text={message} />
        {answer !== null && answeredAt !== null && (
          <Said by={businessName ?? disputeTexts.business} at={answeredAt} text={answer} />
        )}
        {contest.resolution !== null && <p className="text-sm text-muted">{contest.resolution}</p>}
        <div className="flex flex-wrap gap-2">
          {contest.allowedOutcomes.map((allowed) => (
            <Button key={allowed} variant="secondary" small onClick={() => setOutcome(allowed)}>
              {contestModerationTexts.actions[allowed]}
            </Button>
          ))}
        </div>
      </div>
      {outcome !== null && (
        <ContestDecisionDialog contest={contest} outcome={outcome} onClose={() => setOutcome(null)} />
      )}
    </Card>
  )
}

function Said({ by, at, text }: { readonly by: string; readonly at: string; readonly text: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{`${by} · ${longDate(at)}`}</p>
      <p className="break-words whitespace-pre-line">{text}</p>
    </div>
  )
}

interface ContestDecisionDialogProps {
  readonly contest: ModeratedContest
  readonly outcome: ContestOutcome
  readonly onClose: () => void
}

const { body: decisionBody } = endpoints.decideRatingContest
const groundOptions = ground
  .exclude(['NO_VIOLATION'])
  .options.map((value) => ({ value, label: decisionTexts.grounds[value] }))

function ContestDecisionDialog({ contest, outcome, onClose }: ContestDecisionDialogProps) {
  const [facts, setFacts] = useState('')
  const [resolution, setResolution] = useState('')
  const [broken, setBroken] = useState<Ground>(contest.reason)
  const [missing, setMissing] = useState(false)
  const deciding = useApiMutation('decideRatingContest', {
    invalidates: ['moderation', 'ratings'],
    onSuccess: () => {
      showToast({ title: moderationTexts.done })
      onClose()
    },
    onError: (error) => showErrorUnlessStale(error, moderationTexts.failed),
  })
  const decide = (notes: string) => {
    if (facts.trim() === '') return setMissing(true)
    const reasons = { facts, ...(outcome === 'STRUCK' && { ground: broken }) }
    const texts = { moderatorNotes: blankToUndefined(notes), resolution: blankToUndefined(resolution) }
    deciding.mutate({ params: { ratingId: contest.id }, body: { outcome, ...texts, reasons } })
  }
  return (
    <DecisionDialog
      title={contestModerationTexts.titles[outcome]}
      text={contestModerationTexts.effects[outcome]}
      notes={limitsOf(decisionBody, 'moderatorNotes')}
      decision={null}
      error={deciding.error}
      pending={deciding.isPending}
      onClose={onClose}
      onConfirm={decide}
    >
      {outcome === 'STRUCK' && (
        <Select
          label={decisionTexts.dialog.ground}
          value={broken}
          options={groundOptions}
          onChange={({ target }) => setBroken(target.value as Ground)}
        />
      )}
      <TextArea
        label={decisionTexts.dialog.facts}
        hint={contestModerationTexts.factsHint}
        maxLength={maxFactsLength}
        required
        error={missing && facts.trim() === '' ? contestModerationTexts.factsMissing : undefined}
        value={facts}
        onChange={({ target }) => setFacts(target.value)}
      />
      <TextArea
        label={contestModerationTexts.resolution}
        {...limitsOf(decisionBody, 'resolution')}
        value={resolution}
        onChange={({ target }) => setResolution(target.value)}
      />
    </DecisionDialog>
  )
}
