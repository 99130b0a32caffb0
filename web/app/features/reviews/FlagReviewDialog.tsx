import { Flag } from 'lucide-react'
import { useState } from 'react'
import { flagReviewBody } from '../../../contract/reviews/flags-and-disputes.ts'
import { type Review, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, blankToUndefined } from '../../shared/form.ts'
import { errorToast } from '../../toasts.ts'
import { reviewTexts } from './texts.ts'

const reasonOptions = Object.entries(reviewTexts.flagReasons).map(([value, label]) => ({ value, label }))

interface FlagReviewDialogProps {
  readonly review: Pick<Review, 'id' | 'flagged' | 'actions'>
}

/**
 * Button and dialog for flagging a review. After flagging, a text replaces the button. Renders nothing if the viewer may
 * not flag.
 * @rule R-74 @rule B-28
 */
export function FlagReviewDialog({ review: { id, flagged, actions } }: FlagReviewDialogProps) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const close = () => setOpen(false)
  if (flagged === true)
    return (
      <p
        // receives the focus of the button that it replaces
        ref={(text) => {
          if (sent) text?.focus()
        }}
        tabIndex={-1}
        className="flex min-h-9 items-center gap-2 px-3 text-sm text-muted"
      >
        <Flag aria-hidden="true" className="size-4" />
        {reviewTexts.flagged}
      </p>
    )
  if (!actions.flag.allowed) return null
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

const isAlreadyFlagged = ({ code }: ApiError) => code === 'AlreadyFlagged'

interface FlagReviewFormProps {
  readonly reviewId: string
  readonly onClose: () => void
  readonly onSent: () => void
}

function FlagReviewForm({ reviewId, onClose, onSent }: FlagReviewFormProps) {
  const { form, pending, submit } = useFormMutation('flagReview', {
    initialValues: { reason: '', note: '' },
    schema: flagReviewBody,
    toBody: ({ reason, note }) => ({ reason, note: blankToUndefined(note) }),
    toInput: (body) => ({ params: { id: reviewId }, body }),
    invalidates: ['reviews'],
    incompleteToast: ({ reason }) =>
      reason === '' ? { tone: 'bad', title: reviewTexts.flagReasonMissing } : undefined,
    successToast: { title: reviewTexts.flagSent },
    onSuccess: () => {
      onSent()
      onClose()
    },
    failureText: (error) =>
      isAlreadyFlagged(error) ? reviewTexts.flagAlready : errorMessage(error, reviewTexts.flagFailed),
    failureToast: (message, error) => (isAlreadyFlagged(error) ? { tone: 'bad', title: message } : errorToast(message)),
  })
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
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {reviewTexts.flagSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
