import { Flag } from 'lucide-react'
import { useState } from 'react'
import { flagReviewBody } from '../../../contract/reviews/flags-and-disputes.ts'
import { type Review, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { showErrorToast, showToast } from '../../components/toast.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { bindField, blankToUndefined, useForm } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { componentTexts } from '../../components/texts.ts'
import { reviewTexts } from './texts.ts'

const reasonOptions = Object.entries(reviewTexts.flagReasons).map(([value, label]) => ({ value, label }))

/**
 * Button and dialog for flagging a review; a note replaces them once the viewer has flagged it.
 * @rule R-74 @rule B-28
 */
export function FlagReviewDialog({ review: { id, flagged } }: { readonly review: Pick<Review, 'id' | 'flagged'> }) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const close = () => setOpen(false)
  if (flagged === true)
    return (
      <p
        // receives the focus of the button that it replaces
        ref={(note) => {
          if (sent) note?.focus()
        }}
        tabIndex={-1}
        className="flex min-h-9 items-center gap-2 px-3 text-sm text-muted"
      >
        <Flag aria-hidden="true" className="size-4" />
        {reviewTexts.flagged}
      </p>
    )
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {reviewTexts.flag}
      </Button>
      <Dialog open={open} onClose={close} title={reviewTexts.flagTitle} description={reviewTexts.flagText}>
        <FlagReviewForm reviewId={id} onClose={close} onSent={() => setSent(true)} />
      </Dialog>
    </>
  )
}

interface FlagReviewFormProps {
  readonly reviewId: string
  readonly onClose: () => void
  readonly onSent: () => void
}

function FlagReviewForm({ reviewId, onClose, onSent }: FlagReviewFormProps) {
  const form = useForm({ reason: '', note: '' }, flagReviewBody, ({ reason, note }) => ({
    reason,
    note: blankToUndefined(note),
  }))
  const flagging = useApiMutation('flagReview', {
    invalidates: ['reviews'],
    onSuccess: () => {
      showToast({ title: reviewTexts.flagSent })
      onSent()
      onClose()
    },
    onError: (error) => {
      const alreadyFlagged = error.code === 'AlreadyFlagged'
      const message = alreadyFlagged ? reviewTexts.flagAlready : errorMessage(error, reviewTexts.flagFailed)
      form.showServerError(error, message)
      if (alreadyFlagged) showToast({ tone: 'bad', title: message })
      else showErrorToast(message)
    },
  })
  const submit = () => {
    if (form.values.reason === '') showToast({ tone: 'bad', title: reviewTexts.flagReasonMissing })
    form.submitIfValid((body) => flagging.mutate({ params: { id: reviewId }, body }))
  }
  return (
    <Form label={reviewTexts.flagTitle} onSubmit={submit} errorCount={form.errorCount}>
      <Select
        label={reviewTexts.flagReason}
        options={reasonOptions}
        placeholder={reviewTexts.flagReasonPlaceholder}
        required
        {...bindField(form, 'reason')}
      />
      <TextArea
        label={reviewTexts.flagNote}
        maxLength={textLengths.flagNote.max}
        optional
        {...bindField(form, 'note')}
      />
      <FormAlert text={form.formError} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {componentTexts.cancel}
        </Button>
        <Button type="submit" pending={flagging.isPending}>
          {reviewTexts.flagSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
