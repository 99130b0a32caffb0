import { MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import { replyBody } from '../../../contract/replies.ts'
import type { Review } from '../../../contract/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** The business answers in public, answers otherwise, or takes its answer back. */
export function AnswerReview({ review }: { readonly review: Review }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        <MessageSquareReply aria-hidden="true" className="size-4" />
        {review.reply === null ? words.answer : words.answerEdit}
      </Button>
      <Dialog open={open} onClose={close} title={words.answerTitle} description={words.answerText}>
        <AnswerForm reviewId={review.id} text={review.reply?.text ?? ''} onClose={close} />
      </Dialog>
      {review.reply !== null && <Withdraw reviewId={review.id} />}
    </>
  )
}

interface AnswerFormProps {
  readonly reviewId: string
  readonly text: string
  readonly onClose: () => void
}

function AnswerForm({ reviewId, text, onClose }: AnswerFormProps) {
  const form = useForm({ text }, replyBody, (body) => body)
  const publishing = useWrite('publishReply', {
    refreshes: ['reviews'],
    onDone: () => {
      showToast({ title: words.answered })
      onClose()
    },
    onRefused: (error) => {
      const why = said(error, words.answerFailed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => publishing.mutate({ params: { id: reviewId }, body }))
  return (
    <Form label={words.answerTitle} onSubmit={submit} faults={form.faults}>
      <TextArea label={words.answerLabel} hint={words.answerHint} maxLength={1000} required {...bind(form, 'text')} />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={publishing.isPending}>
          {words.answerSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}

function Withdraw({ reviewId }: { readonly reviewId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const withdrawing = useWrite('withdrawReply', {
    refreshes: ['reviews'],
    onDone: () => {
      showToast({ title: words.withdrawn })
      close()
    },
    onRefused: (error) => complain(said(error, words.withdrawFailed)),
  })
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        {words.withdraw}
      </Button>
      <Dialog open={open} onClose={close} title={words.withdraw} description={words.withdrawText}>
        <DialogActions>
          <Button look="secondary" onClick={close}>
            {texts.kit.cancel}
          </Button>
          <Button pending={withdrawing.isPending} onClick={() => withdrawing.mutate({ params: { id: reviewId } })}>
            {words.withdraw}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
