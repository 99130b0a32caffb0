import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { texts } from '../../texts.ts'
import { ReviewForm } from './ReviewForm.tsx'
import type { Target } from './TargetPicker.tsx'

const { reviews: words } = texts

interface NewReviewProps {
  readonly label: string
  readonly target?: Target
}

/** The button and the modal of a new review: five hundred characters. */
export function NewReview({ label, target }: NewReviewProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog
        open={open}
        onClose={close}
        title={words.dialogTitle}
        description={target === undefined ? undefined : words.targetChosen(target.name)}
      >
        <ReviewForm
          label={words.dialogTitle}
          target={target}
          longestComment={500}
          failed={words.failedDialog}
          onSaved={close}
          aside={
            <Button look="secondary" onClick={close}>
              {texts.kit.cancel}
            </Button>
          }
        />
      </Dialog>
    </>
  )
}

/** The short way on the dashboard: two thousand characters. */
export function QuickReview() {
  return (
    <Card title={words.quick}>
      <ReviewForm label={words.quick} longestComment={2000} failed={words.failed} onSaved={() => undefined} />
    </Card>
  )
}
