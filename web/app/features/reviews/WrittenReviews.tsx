import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { editReviewBody, type OwnReview, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, Notice, QueryView } from '../../components/feedback.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { StarRatingInput } from '../../components/star-rating.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { DisputeThread } from './DisputeThread.tsx'
import { reasonOptions } from './NewReviewDialog.tsx'
import { DecisionReason, RejectionReasons, ReviewCard } from './ReviewCard.tsx'
import { writtenReviewsQuery } from './queries.ts'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { replayTexts } from '../moderation/replay/texts.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

function EditReviewDialog({ review }: { readonly review: OwnReview }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {reviewTexts.edit}
      </Button>
      <Dialog open={open} onClose={close} title={reviewTexts.editTitle}>
        <EditReviewForm review={review} onClose={close} />
      </Dialog>
    </>
  )
}

function EditReviewForm({ review, onClose }: { readonly review: OwnReview; readonly onClose: () => void }) {
  const { id, rating, comment, reasonCode } = review
  const { form, pending, submit } = useFormMutation('editReview', {
    initialValues: { rating, comment: comment ?? '', reasonCode },
    schema: editReviewBody,
    toInput: (body) => ({ params: { id }, body }),
    invalidates: ['reviews', 'businesses', 'rewards'],
    successToast: { title: reviewTexts.saved },
    onSuccess: onClose,
    failureText: reviewTexts.failedDialog,
  })
  return (
    <Form label={reviewTexts.editTitle} onSubmit={submit} errorCount={form.errorCount}>
      <StarRatingInput
        legend={reviewTexts.rating}
        value={form.values.rating}
        error={form.errorOf('rating')}
        onChange={(stars) => form.set('rating', stars)}
      />
      <TextArea
        label={reviewTexts.comment}
        maxLength={textLengths.comment.max}
        optional
        {...bindField(form, 'comment')}
      />
      <Select label={reviewTexts.reason} options={reasonOptions} {...bindField(form, 'reasonCode')} />
      <SuspensionWarning review={review} stars={form.values.rating} />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {reviewTexts.editSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Says before saving that the review's code would be suspended. @rule Q-132 */
function SuspensionWarning({ review, stars }: { readonly review: OwnReview; readonly stars: number }) {
  const { rating, codeSuspension } = review
  const isSuspending = codeSuspension !== null && stars < rating && stars <= codeSuspension.atOrBelow
  return (
    <output>
      {isSuspending && (
        <Notice>
          <p>{reviewTexts.suspendsCode(longDate(codeSuspension.until))}</p>
        </Notice>
      )}
    </output>
  )
}

/** Reviews of the user, with editing or the reason why it is not possible. @rule Q-48 */
export function WrittenReviews() {
  const reviews = useInfiniteQuery(writtenReviewsQuery)
  return (
    <Card title={reviewTexts.written}>
      <QueryView query={reviews} empty={<EmptyState text={reviewTexts.writtenEmpty} />}>
        {(list) => (
          <>
            <ul className="grid gap-4">
              {list.map((review) => (
                <ReviewCard key={review.id} review={review} heading={<ReviewSubject review={review} />}>
                  {review.why !== null && <DecisionReason why={review.why} />}
                  {review.actions.edit.allowed ? (
                    <EditReviewDialog review={review} />
                  ) : (
                    <RejectionReasons of={[review.actions.edit]} />
                  )}
                  {review.disputeId !== null && (
                    <DisputeThread disputeId={review.disputeId} label={disputeTexts.show} />
                  )}
                  {review.caseId !== null && <ReplayLink caseId={review.caseId} disputed={review.disputeId !== null} />}
                </ReviewCard>
              ))}
            </ul>
            <LoadMoreButton query={reviews} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** Link to the case replay of a review. */
export function ReplayLink({ caseId, disputed }: { readonly caseId: string; readonly disputed: boolean }) {
  return (
    <p className="text-sm">
      <TextLink to={`/cases/${caseId}`}>{disputed ? replayTexts.title : replayTexts.titleUndisputed}</TextLink>
    </p>
  )
}

function ReviewSubject({ review }: { readonly review: OwnReview }) {
  const { targetType, targetId, targetName } = review
  if (targetName === null) return <p className="text-muted">{reviewTexts.targetUnknown}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {targetType === 'BUSINESS' ? (
        <TextLink to={`/business/${targetId}`}>{reviewTexts.about(targetName)}</TextLink>
      ) : (
        <span className="font-medium">{reviewTexts.about(targetName)}</span>
      )}
      <PremiumBadge shown={review.targetIsPremium} />
    </p>
  )
}
