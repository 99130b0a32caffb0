import { useState } from 'react'
import type { Booking } from '../../../contract/bookings.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { travel: words } = texts

export function CancelBooking({ booking: { id, hotelName } }: { readonly booking: Booking }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const cancelling = useWrite('cancelBooking', {
    refreshes: ['bookings', 'ava'],
    onDone: () => {
      showToast({ title: words.cancelled })
      close()
    },
    onRefused: (error) => complain(said(error, words.cancelFailed)),
  })
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {words.cancel}
      </Button>
      <Dialog open={open} onClose={close} title={words.cancelTitle} description={words.cancelText(hotelName)}>
        <DialogActions>
          <Button look="secondary" onClick={close}>
            {words.cancelKeep}
          </Button>
          <Button look="danger" pending={cancelling.isPending} onClick={() => cancelling.mutate({ params: { id } })}>
            {words.cancelConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
