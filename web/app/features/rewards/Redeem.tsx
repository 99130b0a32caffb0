import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { texts } from '../../texts.ts'
import { useRedeeming } from './redeeming.ts'

const { rewards: words } = texts

/** The client’s own code, spent at the till. */
export function Redeem({ code, percent }: { readonly code: string; readonly percent: number }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const redeeming = useRedeeming(close)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {words.redeem}
      </Button>
      <Dialog open={open} onClose={close} title={words.redeemTitle} description={words.redeemText(code, percent)}>
        <DialogActions>
          <Button look="secondary" onClick={close}>
            {texts.kit.cancel}
          </Button>
          <Button pending={redeeming.isPending} onClick={() => redeeming.mutate({ params: { code } })}>
            {words.redeem}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
