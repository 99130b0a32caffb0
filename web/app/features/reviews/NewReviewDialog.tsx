import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minQueryLength } from '../../../contract/accounts/venues.ts'
import { maxDialogComment, remarkVisibility, submitReviewBody, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { SearchSelect, useSearchText } from '../../components/search-picker.tsx'
import { StarRatingInput } from '../../components/star-rating.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, blankToUndefined } from '../../shared/form.ts'
import type { Toast } from '../../toasts.ts'
import { businessSearchQuery } from './queries.ts'
import { premiumBadgeTexts } from '../../components/premium-badge.texts.ts'
import { reviewTexts } from './texts.ts'

export interface ReviewTarget {
  readonly id: string
  readonly name: string
}

interface TargetPickerProps {
  readonly selected: ReviewTarget | null
  readonly onChoose: (target: ReviewTarget | null) => void
  readonly error: string | undefined
}

/** Search for a business by name; the server leaves out the user's own. @rule Q-47 */
function TargetPicker({ selected, onChoose, error }: TargetPickerProps) {
  const { typed, setTyped, query, isCurrent } = useSearchText()
  const search = useQuery({ ...businessSearchQuery(query), enabled: query.length >= minQueryLength })
  const found = isCurrent ? search.data : undefined
  return (
    <SearchSelect
      selected={
        selected && {
          text: reviewTexts.targetChosen(selected.name),
          changeLabel: reviewTexts.targetChange,
          onChange: () => onChoose(null),
        }
      }
      label={reviewTexts.target}
      hint={reviewTexts.targetHint}
      error={error}
      required
      query={typed}
      onQueryChange={setTyped}
      results={found?.map(({ id, businessName, location, isPremium }) => ({
        id,
        name: businessName,
        note: isPremium ? `${premiumBadgeTexts.name} · ${location}` : location,
      }))}
      searchError={search.error?.message}
      emptyText={reviewTexts.targetNone}
      onChoose={({ id, name }) => onChoose({ id, name })}
    />
  )
}

/** Initial values, restored after saving. @rule S-18 */
const blankReview = { rating: 0, comment: '', reasonCode: 'OTHER', visibility: 'PUBLIC_ANONYMOUS' }

interface ReviewFormOptions extends Pick<ReviewFormProps, 'failureText' | 'onSaved'> {
  readonly targetType: 'BUSINESS' | 'USER'
  readonly targetId: string | undefined
}

const useReviewForm = ({ targetType, targetId, failureText, onSaved }: ReviewFormOptions) =>
  useFormMutation('submitReview', {
    initialValues: blankReview,
    schema: submitReviewBody,
    toBody: ({ comment, ...rest }) => ({
      ...rest,
      comment: blankToUndefined(comment),
      ...(targetType === 'USER' ? { visibility: remarkVisibility } : {}),
      targetType,
      targetId,
    }),
    toInput: (body) => ({ body }),
    invalidates: ['reviews', 'businesses', 'rewards', 'ava', 'account'],
    incompleteToast: ({ rating }) =>
      rating === 0 ? { tone: 'bad', title: reviewTexts.missingTitle, text: reviewTexts.missing } : undefined,
    successToast: ({ newlyIssuedRewards }) => savedToast(newlyIssuedRewards),
    resetOnSuccess: true,
    onSuccess: onSaved,
    failureText,
  })

interface NewReward {
  readonly discountPercent: number
  readonly code: string
}

/** One toast: the codes of all rewards, or “saved” without rewards. @rule Q-115 */
const savedToast = (rewards: readonly NewReward[]): Toast =>
  rewards.length === 0
    ? { title: reviewTexts.saved }
    : {
        title: reviewTexts.rewardTitle,
        text: rewards.map(({ discountPercent, code }) => reviewTexts.rewardLine(discountPercent, code)).join('\n'),
      }

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
export const reasonOptions = optionsOf(reviewTexts.reasons)
const visibilityOptions = optionsOf(reviewTexts.visibilities)

interface ReviewFormProps {
  readonly label: string
  /** Fixed on the page of a business; elsewhere the form has a search. */
  readonly target?: ReviewTarget | undefined
  /** USER: a private remark about a client. @rule Q-113 */
  readonly targetType?: 'BUSINESS' | 'USER'
  readonly maxCommentLength: number
  /** Message for failures without an explanation from the server. */
  readonly failureText: string
  readonly onSaved: () => void
  /** Adds a button that cancels. */
  readonly onCancel?: () => void
}

export function ReviewForm({
  label,
  target,
  targetType = 'BUSINESS',
  maxCommentLength,
  failureText,
  onSaved,
  onCancel,
}: ReviewFormProps) {
  const [picked, setPicked] = useState<ReviewTarget | null>(target ?? null)
  const { form, pending, submit } = useReviewForm({
    targetType,
    targetId: picked?.id,
    failureText,
    onSaved: () => {
      setPicked(target ?? null)
      onSaved()
    },
  })
  return (
    <Form label={label} onSubmit={submit} errorCount={form.errorCount}>
      {target === undefined && (
        <TargetPicker
          selected={picked}
          onChoose={setPicked}
          error={picked === null && form.errorOf('targetId') !== undefined ? reviewTexts.targetMissing : undefined}
        />
      )}
      <StarRatingInput
        legend={reviewTexts.rating}
        value={form.values.rating}
        error={form.errorOf('rating')}
        onChange={(stars) => form.set('rating', stars)}
      />
      <TextArea label={reviewTexts.comment} maxLength={maxCommentLength} optional {...bindField(form, 'comment')} />
      <div className="grid gap-4 @md:grid-cols-2">
        <Select label={reviewTexts.reason} options={reasonOptions} {...bindField(form, 'reasonCode')} />
        {targetType === 'BUSINESS' && (
          <Select label={reviewTexts.visibility} options={visibilityOptions} {...bindField(form, 'visibility')} />
        )}
      </div>
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onCancel}>
        <Button type="submit" pending={pending}>
          {reviewTexts.submit}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface NewReviewDialogProps {
  readonly label: string
  readonly target?: ReviewTarget
}

/** Button and dialog for a new review. @rule R-60 */
export function NewReviewDialog({ label, target }: NewReviewDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog
        open={open}
        onClose={close}
        title={reviewTexts.dialogTitle}
        description={target === undefined ? undefined : reviewTexts.targetChosen(target.name)}
      >
        <ReviewForm
          label={reviewTexts.dialogTitle}
          target={target}
          maxCommentLength={maxDialogComment}
          failureText={reviewTexts.failedDialog}
          onSaved={close}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}

/** Review form on the dashboard. @rule R-52 */
export function QuickReviewCard() {
  return (
    <Card title={reviewTexts.quickTitle}>
      <ReviewForm
        label={reviewTexts.quickTitle}
        maxCommentLength={textLengths.comment.max}
        failureText={reviewTexts.failed}
        onSaved={() => undefined}
      />
    </Card>
  )
}
