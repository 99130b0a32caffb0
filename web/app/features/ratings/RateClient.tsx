import { useState, type ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { texts } from '../../texts.ts'
import { RatingForm, type Rated } from './RatingForm.tsx'

const { ratings: words } = texts

interface RateClientProps {
  /** Known when rating somebody of one's own list; asked for by e-mail otherwise. */
  readonly client?: Rated
  readonly small?: boolean
  readonly children: ReactNode
}

/** The button and the dialog of a new rating. */
export function RateClient({ client, small, children }: RateClientProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look={small === true ? 'secondary' : 'primary'} small={small} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onClose={close} title={words.dialogTitle} description={words.dialogText}>
        <RatingForm client={client} onClose={close} />
      </Dialog>
    </>
  )
}
