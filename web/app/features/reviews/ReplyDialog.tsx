import { MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import { replyBody, type Review, textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice } from '../../components/feedback.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { personNamedIn } from './named-person.ts'
import { replyTexts } from './texts.ts'

/** Buttons and dialogs of the reviewed business, as far as allowed: publish, edit or withdraw its reply. @rule D-26 */
export function ReplyActions({ review }: { readonly review: Review }) {
  const { reply, withdrawReply } = review.actions
  return (
    <>
      {reply.allowed && <ReplyDialog review={review} />}
      {review.reply !== null && withdrawReply.allowed && <WithdrawReplyDialog reviewId={review.id} />}
    </>
  )
}

function ReplyDialog({ review }: { readonly review: Review }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        {review.reply === null ? replyTexts.write : replyTexts.edit}
      </Button>
      <Dialog open={open} onClose={close} title={replyTexts.dialogTitle} description={replyTexts.dialogText}>
        <ReplyForm reviewId={review.id} text={review.reply?.text ?? ''} onClose={close} />
      </Dialog>
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
    successToast: { title: replyTexts.published },
    onSuccess: onClose,
    failureText: replyTexts.failed,
  })
  return (
    <Form label={replyTexts.dialogTitle} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={replyTexts.label}
        hint={replyTexts.hint}
        maxLength={textLengths.reply.max}
        required
        {...bindField(form, 'text')}
      />
      <NamedPersonWarning text={form.values.text} />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {replyTexts.submit}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** @rule Q-60 a reply must not tell who wrote the review */
function NamedPersonWarning({ text }: { readonly text: string }) {
  const name = personNamedIn(text)
  return (
    <output className="block">
      {name !== null && (
        <Notice>
          <p className="text-sm">{replyTexts.namesPerson(name)}</p>
        </Notice>
      )}
    </output>
  )
}

function WithdrawReplyDialog({ reviewId }: { readonly reviewId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const withdrawing = useApiMutation('withdrawReply', {
    invalidates: ['reviews'],
    onSuccess: () => {
      showToast({ title: replyTexts.withdrawn })
      close()
    },
    onError: (error) => showErrorToast(errorMessage(error, replyTexts.withdrawFailed)),
  })
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {replyTexts.withdraw}
      </Button>
      <Dialog open={open} onClose={close} title={replyTexts.withdraw} description={replyTexts.withdrawText}>
        <DialogActions onCancel={close}>
          <Button pending={withdrawing.isPending} onClick={() => withdrawing.mutate({ params: { id: reviewId } })}>
            {replyTexts.withdraw}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
