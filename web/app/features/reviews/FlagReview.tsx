import { Flag } from 'lucide-react'
import { useState } from 'react'
import { flagReviewBody } from '../../../contract/flags-disputes.ts'
import type { Review } from '../../../contract/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { bind, given, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { reviews: words } = texts
const reasons = Object.entries(words.flagReasons).map(([value, label]) => ({ value, label }))

/** R-74; once for each review (B-28). */
export function FlagReview({ review: { id, flagged } }: { readonly review: Pick<Review, 'id' | 'flagged'> }) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const close = () => setOpen(false)
  if (flagged === true)
    return (
      <p
        // where the button was that had the focus
        ref={(told) => {
          if (sent) told?.focus()
        }}
        tabIndex={-1}
        className="flex min-h-9 items-center gap-2 px-3 text-sm text-muted"
      >
        <Flag aria-hidden="true" className="size-4" />
        {words.flagged}
      </p>
    )
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {words.flag}
      </Button>
      <Dialog open={open} onClose={close} title={words.flagTitle} description={words.flagText}>
        <FlagForm reviewId={id} onClose={close} onSent={() => setSent(true)} />
      </Dialog>
    </>
  )
}

interface FlagFormProps {
  readonly reviewId: string
  readonly onClose: () => void
  readonly onSent: () => void
}

function FlagForm({ reviewId, onClose, onSent }: FlagFormProps) {
  const form = useForm({ reason: '', note: '' }, flagReviewBody, ({ reason, note }) => ({ reason, note: given(note) }))
  const flagging = useWrite('flagReview', {
    refreshes: ['reviews'],
    onDone: () => {
      showToast({ title: words.flagSent })
      onSent()
      onClose()
    },
    onRefused: (error) => {
      const already = error.code === 'AlreadyFlagged'
      const why = already ? words.flagAlready : said(error, words.flagFailed)
      form.refuse(error, why)
      if (already) showToast({ tone: 'bad', title: why })
      else complain(why)
    },
  })
  const submit = () => {
    if (form.values.reason === '') showToast({ tone: 'bad', title: words.flagReasonMissing })
    form.whenSound((body) => flagging.mutate({ params: { id: reviewId }, body }))
  }
  return (
    <Form label={words.flagTitle} onSubmit={submit} faults={form.faults}>
      <Select
        label={words.flagReason}
        choices={reasons}
        placeholder={words.flagReasonPlaceholder}
        required
        {...bind(form, 'reason')}
      />
      <TextArea label={words.flagNote} maxLength={1000} optional {...bind(form, 'note')} />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={flagging.isPending}>
          {words.flagSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
