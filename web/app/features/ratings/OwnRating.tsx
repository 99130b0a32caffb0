import { useState } from 'react'
import type { RatingGiven } from '../../../contract/ratings.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { isOver, longDate } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { OpinionFields } from './OpinionFields.tsx'
import { useAmendment } from './rating-form.ts'

const { ratings: words } = texts

interface OwnRatingProps {
  readonly rating: RatingGiven
}

/** What a business may still do about a rating it gave: change it, take it back. */
export function OwnRating({ rating }: OwnRatingProps) {
  const [doing, setDoing] = useState<'amend' | 'withdraw'>()
  const close = () => setDoing(undefined)
  const { clientName, changeableUntil } = rating
  if (isOver(changeableUntil)) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" small aria-label={`${words.amend} ${clientName}`} onClick={() => setDoing('amend')}>
        {words.amend}
      </Button>
      <Button look="quiet" small aria-label={`${words.withdraw} ${clientName}`} onClick={() => setDoing('withdraw')}>
        {words.withdraw}
      </Button>
      <Dialog
        open={doing === 'amend'}
        onClose={close}
        title={words.amendTitle}
        description={words.changeableUntil(clientName, longDate(changeableUntil))}
      >
        <Amendment rating={rating} onClose={close} />
      </Dialog>
      <Dialog open={doing === 'withdraw'} onClose={close} title={words.withdrawTitle} description={words.withdrawText}>
        <Withdrawal rating={rating} onClose={close} />
      </Dialog>
    </div>
  )
}

interface StepProps extends OwnRatingProps {
  readonly onClose: () => void
}

function Amendment({ rating, onClose }: StepProps) {
  const { form, pending, submit } = useAmendment(rating, onClose)
  return (
    <Form label={words.amendTitle} onSubmit={submit} faults={form.faults}>
      <OpinionFields
        values={form.values}
        errorOf={form.errorOf}
        onScore={form.set}
        onComment={(said) => form.set('comment', said)}
      />
      <FormAlert text={form.complaint} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {words.amendSubmit}
        </Button>
      </DialogActions>
    </Form>
  )
}

function Withdrawal({ rating: { id }, onClose }: StepProps) {
  const withdrawing = useWrite('withdrawRating', {
    refreshes: ['ratings', 'clients', 'statistics', 'ava', 'account'],
    onDone: () => {
      showToast({ title: words.withdrawn })
      onClose()
    },
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return (
    <DialogActions>
      <Button look="secondary" onClick={onClose}>
        {texts.kit.cancel}
      </Button>
      <Button pending={withdrawing.isPending} onClick={() => withdrawing.mutate({ params: { ratingId: id } })}>
        {words.withdrawSubmit}
      </Button>
    </DialogActions>
  )
}
