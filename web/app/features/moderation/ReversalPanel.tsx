import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModeratedReview } from '../../../contract/moderation/cases.ts'
import type { ReversalEffect, ReversalPlan } from '../../../contract/moderation/reversal.ts'
import { ruleFigures } from '../../../contract/rule-figures.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { showErrorToast, showToast } from '../../components/toast.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { dateTime, oneDecimal } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { apiQuery } from '../../shared/queries.ts'
import { componentTexts } from '../../components/texts.ts'
import { reversalTexts } from './reversal.texts.ts'
import { moderationTexts } from './texts.ts'

interface ApproveReversalProps {
  readonly planId: string
  readonly onOutdated: () => void
}

/** By a second moderator, who is asked twice. */
export function ApproveReversal({ planId, onOutdated }: ApproveReversalProps) {
  const [asking, ask] = useState(false)
  const approving = useApiMutation('approveReversal', {
    invalidates: ['moderation', 'reviews', 'businesses'],
    onSuccess: () => {
      showToast({ title: reversalTexts.done })
      ask(false)
    },
    onError: (error) => {
      showErrorToast(errorMessage(error, moderationTexts.failed))
      ask(false)
      if (error.code === 'PlanOutdated') onOutdated()
    },
  })
  return (
    <div>
      <Button onClick={() => ask(true)}>{reversalTexts.approve}</Button>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={reversalTexts.approveTitle}
        description={reversalTexts.approveText}
      >
        <DialogActions>
          <Button variant="secondary" onClick={() => ask(false)}>
            {componentTexts.cancel}
          </Button>
          <Button pending={approving.isPending} onClick={() => approving.mutate({ params: { planId } })}>
            {reversalTexts.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

const aggregateLabels: Readonly<Record<string, string>> = reversalTexts.of
const effectLabels: Readonly<Record<string, string>> = reversalTexts.what

interface EffectListProps {
  readonly title: string
  readonly effects: readonly ReversalEffect[]
}

/** What follows, by what it befalls; what befalls the same stands together. */
export function EffectList({ title, effects }: EffectListProps) {
  const places = [...new Set(effects.map(({ of }) => of))]
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-2 text-sm">
        {places.map((place) => (
          <li key={place} className="border-l-2 border-edge pl-3">
            <span className="font-medium">{aggregateLabels[place] ?? reversalTexts.otherKind}</span>
            <ul className="grid gap-0.5">
              {effects
                .filter(({ of }) => of === place)
                .map((effect) => (
                  <li
                    key={`${effect.what} ${effect.id ?? ''} ${effect.before ?? ''} ${effect.after ?? ''}`}
                    className="break-words"
                  >
                    {effectText(effect)}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

const effectText = (effect: ReversalEffect): string =>
  [effectLabels[effect.what] ?? reversalTexts.otherEffect, effectDetail(effect)]
    .filter((part) => part !== null)
    .join(': ')

const effectDetail = ({ what, id, amount, before, after }: ReversalEffect): string | null => {
  if (what === 'OpinionChanged') return reversalTexts.becomes(starsText(before), starsText(after))
  if (what === 'RewardRevoked') return id
  if (amount === null) return null
  if (what === 'ViolationRecorded') return reversalTexts.strike(amount)
  return what === 'AvaTakenBack' ? reversalTexts.ava(amount) : null
}

const starsText = (stars: number | null): string =>
  stars === null ? reversalTexts.starsNone : reversalTexts.stars(stars)

const averageText = (stars: number | null) => (stars === null ? reversalTexts.none : oneDecimal(stars))

/** Before → after. */
export function FigureChanges({ figures: { venue, ratings, ava, codes } }: Pick<ReversalPlan, 'figures'>) {
  const missing = ruleFigures.ratingsPerAva - (ratings.after % ruleFigures.ratingsPerAva)
  return (
    <section>
      <h3 className="text-sm font-semibold">{reversalTexts.figures}</h3>
      <dl className="mt-1 grid gap-1 text-sm">
        {venue !== null && (
          <>
            <FigureChange
              name={reversalTexts.figure.stars}
              before={averageText(venue.stars.before)}
              after={averageText(venue.stars.after)}
            />
            <FigureChange name={reversalTexts.figure.raters} {...asText(venue.raters)} />
          </>
        )}
        <FigureChange name={reversalTexts.figure.ratings} {...asText(ratings)} />
        <FigureChange name={reversalTexts.figure.ava} {...asText(ava)} />
        {codes !== null && <FigureChange name={reversalTexts.figure.codes} {...asText(codes)} />}
      </dl>
      <p className="mt-1 text-sm text-muted">{reversalTexts.nextAva(missing)}</p>
    </section>
  )
}

const asText = ({ before, after }: { readonly before: number; readonly after: number }) => ({
  before: String(before),
  after: String(after),
})

interface FigureChangeProps {
  readonly name: string
  readonly before: string
  readonly after: string
}

function FigureChange({ name, before, after }: FigureChangeProps) {
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
  /** The review is still in sight: the plan can be approved. */
  readonly open: boolean
  /** The world is no longer the one it was made on. */
  readonly onOutdated: () => void
}

export function ReversalPlanCard({ plan, open, onOutdated }: ReversalPlanProps) {
  const { draftedAt, draftedByMe, approvedAt, effects, kept } = plan
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">
        {approvedAt === null
          ? reversalTexts.drafted(dateTime(draftedAt))
          : reversalTexts.approved(dateTime(approvedAt))}
      </p>
      <FigureChanges figures={plan.figures} />
      <EffectList title={reversalTexts.effects} effects={effects} />
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
      {approvedAt === null && open && draftedByMe && <p className="text-sm">{reversalTexts.needsAnother}</p>}
      {approvedAt === null && open && !draftedByMe && <ApproveReversal planId={plan.planId} onOutdated={onOutdated} />}
      <ReversalOutcome outcome={plan.outcome} />
    </div>
  )
}

/** What became of it, beside what was foreseen. */
function ReversalOutcome({ outcome }: Pick<ReversalPlan, 'outcome'>) {
  if (outcome === null) return null
  const { missing, unforeseen } = outcome
  if (missing.length === 0 && unforeseen.length === 0)
    return <p className="text-sm text-olive">{reversalTexts.asPredicted}</p>
  return (
    <>
      {missing.length > 0 && <EffectList title={reversalTexts.missing} effects={missing} />}
      {unforeseen.length > 0 && <EffectList title={reversalTexts.unexpected} effects={unforeseen} />}
    </>
  )
}

type ReversibleReview = Pick<ModeratedReview, 'id' | 'moderationStatus'>

const reversalPlanQuery = (reviewId: string) =>
  apiQuery('moderation', 'latestReversalOfReview', { params: { id: reviewId } })

/** *Effetto domino*: everything downstream of a review, before anybody decides that it is fake. */
export function ReversalPanel({ review: { id, moderationStatus } }: { readonly review: ReversibleReview }) {
  const latest = useQuery(reversalPlanQuery(id))
  const previewing = useApiMutation('previewReversal', {
    invalidates: ['moderation'],
    onError: (error) => showErrorToast(errorMessage(error, reversalTexts.failed)),
  })
  const foresee = () => previewing.mutate({ params: { id } })
  const inSight = moderationStatus === 'ACTIVE' || moderationStatus === 'PENDING_REVIEW'
  // of a review out of sight nothing can be foreseen any more
  if (!inSight && !latest.data?.plan) return null
  return (
    <Card title={reversalTexts.title}>
      <QueryView query={latest} skeletonRows={2}>
        {({ plan }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">{reversalTexts.intro}</p>
            {inSight && (
              <div>
                <Button variant="secondary" small pending={previewing.isPending} onClick={foresee}>
                  {plan === null ? reversalTexts.preview : reversalTexts.previewAgain}
                </Button>
              </div>
            )}
            {plan !== null && <ReversalPlanCard plan={plan} open={inSight} onOutdated={foresee} />}
          </div>
        )}
      </QueryView>
    </Card>
  )
}
