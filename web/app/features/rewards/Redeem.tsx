import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { rewards: words } = texts

/** A code is spent once: asked twice, done once. */
export function Redeem({ code, percent }: { readonly code: string; readonly percent: number }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const redeeming = useWrite('redeemReward', {
    refreshes: ['rewards'],
    onDone: ({ message }) => {
      showToast({ title: words.redeemed, text: message })
      close()
    },
    onRefused: (error) => complain([words.redeemFailed, said(error, '')].join('\n').trim()),
  })
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
