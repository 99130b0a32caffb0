import { MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import { replyBody, type Review, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { componentTexts } from '../../components/texts.ts'
import { disputeTexts } from './texts.ts'

/** Buttons and dialogs of the reviewed business: publish, edit or withdraw its reply. */
export function ReplyActions({ review }: { readonly review: Review }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        {review.reply === null ? disputeTexts.answer : disputeTexts.answerEdit}
      </Button>
      <Dialog open={open} onClose={close} title={disputeTexts.answerTitle} description={disputeTexts.answerText}>
        <ReplyForm reviewId={review.id} text={review.reply?.text ?? ''} onClose={close} />
      </Dialog>
      {review.reply !== null && <WithdrawReplyDialog reviewId={review.id} />}
    </>
  )
}

interface ReplyFormProps {
  readonly reviewId: string
  readonly text: string
  readonly onClose: () => void
}

function ReplyForm({ reviewId, text, onClose }: ReplyFormProps) {
  const { form, pending, submit } = useFormMutation('publishReply', {
    initialValues: { text },
    schema: replyBody,
    toInput: (body) => ({ params: { id: reviewId }, body }),
    invalidates: ['reviews'],
    successToast: { title: disputeTexts.answered },
    onSuccess: onClose,
    failureText: disputeTexts.answerFailed,
  })
  return (
    <Form label={disputeTexts.answerTitle} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={disputeTexts.answerLabel}
        hint={disputeTexts.answerHint}
        maxLength={textLengths.reply.max}
        required
        {...bindField(form, 'text')}
      />
      <FormAlert text={form.formError} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {componentTexts.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {disputeTexts.answerSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}

function WithdrawReplyDialog({ reviewId }: { readonly reviewId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const withdrawing = useApiMutation('withdrawReply', {
    invalidates: ['reviews'],
    onSuccess: () => {
      showToast({ title: disputeTexts.withdrawn })
      close()
    },
    onError: (error) => showErrorToast(errorMessage(error, disputeTexts.withdrawFailed)),
  })
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {disputeTexts.withdraw}
      </Button>
      <Dialog open={open} onClose={close} title={disputeTexts.withdraw} description={disputeTexts.withdrawText}>
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            {componentTexts.cancel}
          </Button>
          <Button pending={withdrawing.isPending} onClick={() => withdrawing.mutate({ params: { id: reviewId } })}>
            {disputeTexts.withdraw}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
