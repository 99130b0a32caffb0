import { useState } from 'react'
import { editReviewBody, type OwnReview } from '../../../contract/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { Stars } from '../../components/Stars.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { bind, useForm } from '../../shared/form.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { reasonChoices } from './ReviewForm.tsx'

const { reviews: words } = texts

export function EditReview({ review }: { readonly review: OwnReview }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {words.edit}
      </Button>
      <Dialog open={open} onClose={close} title={words.editTitle}>
        <EditForm review={review} onClose={close} />
      </Dialog>
    </>
  )
}

function EditForm({ review, onClose }: { readonly review: OwnReview; readonly onClose: () => void }) {
  const { id, rating, comment, reasonCode } = review
  const form = useForm({ rating, comment: comment ?? '', reasonCode }, editReviewBody, (body) => body)
  const editing = useWrite('editReview', {
    refreshes: ['reviews', 'businesses'],
    onDone: () => {
      showToast({ title: words.saved })
      onClose()
    },
    onRefused: (error) => {
      const why = said(error, words.failedDialog)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => editing.mutate({ params: { id }, body }))
  return (
    <Form label={words.editTitle} onSubmit={submit} faults={form.faults}>
      <Stars
        legend={words.rating}
        value={form.values.rating}
        error={form.errorOf('rating')}
        onChange={(stars) => form.set('rating', stars)}
      />
      <TextArea label={words.comment} maxLength={2000} optional {...bind(form, 'comment')} />
      <Select label={words.reason} choices={reasonChoices} {...bind(form, 'reasonCode')} />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={editing.isPending}>
          {words.editSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}
