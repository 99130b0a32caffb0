import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReversalChange, ReversalPlan } from '../../../contract/moderation/reversal.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { dateTime, oneDecimal } from '../../shared/format.ts'
import { apiQuery } from '../../shared/queries.ts'
import { reversalTexts } from './reversal.texts.ts'
import { moderationTexts } from './texts.ts'

interface ApproveReversalProps {
  readonly planId: string
  readonly onOutdated: () => void
}

/** Button and confirmation dialog for the second moderator. */
function ApproveReversal({ planId, onOutdated }: ApproveReversalProps) {
  const [open, setOpen] = useState(false)
  const approving = useApiMutation('approveReversal', {
    invalidates: ['moderation', 'reviews', 'businesses'],
    onSuccess: () => {
      showToast({ title: reversalTexts.done })
      setOpen(false)
    },
    onError: (error) => {
      showErrorToast(errorMessage(error, moderationTexts.failed))
      setOpen(false)
      if (error.code === 'PlanOutdated') onOutdated()
    },
  })
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{reversalTexts.approve}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={reversalTexts.approveTitle}
        description={reversalTexts.approveText}
      >
        <DialogActions onCancel={() => setOpen(false)}>
          <Button pending={approving.isPending} onClick={() => approving.mutate({ params: { planId } })}>
            {reversalTexts.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

const aggregateLabels: Readonly<Record<string, string>> = reversalTexts.of
const changeLabels: Readonly<Record<string, string>> = reversalTexts.what

interface ChangeListProps {
  readonly title: string
  readonly changes: readonly ReversalChange[]
}

/** Changes grouped by the aggregate they change. */
function ChangeList({ title, changes }: ChangeListProps) {
  const aggregates = [...new Set(changes.map(({ of }) => of))]
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-2 text-sm">
        {aggregates.map((aggregate) => (
          <li key={aggregate} className="border-l-2 border-edge pl-3">
            <span className="font-medium">{aggregateLabels[aggregate] ?? reversalTexts.otherKind}</span>
            <ul className="grid gap-0.5">
              {changes
                .filter(({ of }) => of === aggregate)
                .map((change) => (
                  <li
                    key={`${change.what} ${change.id ?? ''} ${change.before ?? ''} ${change.after ?? ''}`}
                    className="break-words"
                  >
                    {changeText(change)}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

const changeText = (change: ReversalChange): string =>
  [changeLabels[change.what] ?? reversalTexts.otherChange, changeDetail(change)]
    .filter((part) => part !== null)
    .join(': ')

const changeDetail = ({ measure, id, amount, before, after }: ReversalChange): string | null => {
  if (measure === 'stars') return reversalTexts.becomes(starsText(before), starsText(after))
  if (measure === 'code') return id
  if (amount === null || measure === null) return null
  return measure === 'strike' ? reversalTexts.strike(amount) : reversalTexts.ava(amount)
}

const starsText = (stars: number | null): string =>
  stars === null ? reversalTexts.starsNone : reversalTexts.stars(stars)

const averageText = (stars: number | null) => (stars === null ? reversalTexts.none : oneDecimal(stars))

function MetricChanges({ figures: { venue, ratings, ava, codes, ratingsToNextAva } }: Pick<ReversalPlan, 'figures'>) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{reversalTexts.metrics}</h3>
      <dl className="mt-1 grid gap-1 text-sm">
        {venue !== null && (
          <>
            <MetricChange
              name={reversalTexts.metric.stars}
              before={averageText(venue.stars.before)}
              after={averageText(venue.stars.after)}
            />
            <MetricChange name={reversalTexts.metric.raters} {...asText(venue.raters)} />
          </>
        )}
        <MetricChange name={reversalTexts.metric.ratings} {...asText(ratings)} />
        <MetricChange name={reversalTexts.metric.ava} {...asText(ava)} />
        {codes !== null && <MetricChange name={reversalTexts.metric.codes} {...asText(codes)} />}
      </dl>
      <p className="mt-1 text-sm text-muted">{reversalTexts.nextAva(ratingsToNextAva)}</p>
    </section>
  )
}

const asText = ({ before, after }: { readonly before: number; readonly after: number }) => ({
  before: String(before),
  after: String(after),
})

interface MetricChangeProps {
  readonly name: string
  readonly before: string
  readonly after: string
}

function MetricChange({ name, before, after }: MetricChangeProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">
        <span aria-hidden="true">
          {before} → {after}
        </span>
        <span className="sr-only">{reversalTexts.becomes(before, after)}</span>
      </dd>
    </div>
  )
}

interface ReversalPlanProps {
  readonly plan: ReversalPlan
  /** Whether the moderator may remove the review as fake, alone or as the second moderator. */
  readonly canPreview: boolean
  /** Called if the plan's predictions no longer hold. */
  readonly onOutdated: () => void
}

function ReversalPlanCard({ plan, canPreview, onOutdated }: ReversalPlanProps) {
  const { draftedAt, draftedByMe, approvedAt, canApprove, effects, kept } = plan
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">
        {approvedAt === null
          ? reversalTexts.drafted(dateTime(draftedAt))
          : reversalTexts.approved(dateTime(approvedAt))}
      </p>
      <MetricChanges figures={plan.figures} />
      <ChangeList title={reversalTexts.predictedChanges} changes={effects} />
      {kept.length > 0 && (
        <section>
          <h3 className="text-sm font-semibold">{reversalTexts.irreversible}</h3>
          <ul className="mt-1 grid gap-1 text-sm">
            {kept.map(({ what, id, amount }) => (
              <li key={`${what} ${id ?? ''}`} className="break-words">
                {what === 'code-redeemed'
                  ? reversalTexts.redeemedCode(id ?? '', amount)
                  : reversalTexts.spentAva(amount)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {approvedAt === null && canPreview && draftedByMe && <p className="text-sm">{reversalTexts.needsAnother}</p>}
      {canApprove && <ApproveReversal planId={plan.planId} onOutdated={onOutdated} />}
      <ReversalOutcome outcome={plan.outcome} />
    </div>
  )
}

/** Differences between the predicted and the actual changes. */
function ReversalOutcome({ outcome }: Pick<ReversalPlan, 'outcome'>) {
  if (outcome === null) return null
  const { missing, unforeseen } = outcome
  if (missing.length === 0 && unforeseen.length === 0)
    return <p className="text-sm text-olive">{reversalTexts.asPredicted}</p>
  return (
    <>
      {missing.length > 0 && <ChangeList title={reversalTexts.missing} changes={missing} />}
      {unforeseen.length > 0 && <ChangeList title={reversalTexts.unexpected} changes={unforeseen} />}
    </>
  )
}

const reversalPlanQuery = (reviewId: string) =>
  apiQuery('moderation', 'latestReversalOfReview', { params: { id: reviewId } })

/** *Effetto domino*: previews the consequences of judging a review fake, and has a second moderator approve them. */
export function ReversalPanel({ reviewId: id }: { readonly reviewId: string }) {
  const latest = useQuery(reversalPlanQuery(id))
  const previewing = useApiMutation('draftReversalPlan', {
    invalidates: ['moderation'],
    onError: (error) => showErrorToast(errorMessage(error, reversalTexts.failed)),
  })
  const preview = () => previewing.mutate({ params: { id } })
  if (latest.data?.canPreview !== true && !latest.data?.plan) return null
  return (
    <Card title={reversalTexts.title}>
      <QueryView query={latest} skeletonRows={2}>
        {({ plan, canPreview }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">{reversalTexts.intro}</p>
            {canPreview && (
              <div>
                <Button variant="secondary" small pending={previewing.isPending} onClick={preview}>
                  {plan === null ? reversalTexts.preview : reversalTexts.previewAgain}
                </Button>
              </div>
            )}
            {plan !== null && <ReversalPlanCard plan={plan} canPreview={canPreview} onOutdated={preview} />}
          </div>
        )}
      </QueryView>
    </Card>
  )
}
