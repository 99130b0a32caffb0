import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { Notice, Skeleton } from '../../components/feedback.tsx'
import { useUser } from '../../shared/session.ts'
import { lazyComponent } from '../../lazy.ts'
import type { RatedClient } from './RatingForms.tsx'
import { ratingTexts } from './texts.ts'

const NewRatingForm = lazyComponent(() => import('./RatingForms.tsx').then((m) => m.NewRatingForm))

interface RateClientDialogProps {
  /** A client of the list; without it the form asks for the e-mail address. */
  readonly client?: RatedClient
  readonly small?: boolean
  readonly children: ReactNode
}

/** Button and dialog for a new rating. @rule R-47 @rule Q-122 what follows for a new guest, or that an unconfirmed business cannot rate */
export function RateClientDialog({ client, small, children }: RateClientDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { emailVerified } = useUser()
  return (
    <>
      <Button variant={small === true ? 'secondary' : 'primary'} small={small} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onClose={close} title={ratingTexts.dialogTitle} description={ratingTexts.dialogText}>
        {emailVerified ? (
          <>
            {client === undefined && <Notice>{ratingTexts.firstContact}</Notice>}
            <Suspense fallback={<Skeleton />}>
              <NewRatingForm client={client} onClose={close} />
            </Suspense>
          </>
        ) : (
          <Notice>{ratingTexts.confirmFirst}</Notice>
        )}
      </Dialog>
    </>
  )
}
