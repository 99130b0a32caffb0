import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { texts } from '../../texts.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ownProfile } from './profile.queries.ts'

interface EditDialogProps {
  readonly label: string
  readonly title: string
  /** What else is looked after here, under the form. */
  readonly children?: ReactNode
}

/** A button that opens the same form as /profile/edit. */
export function EditDialog({ label, title, children }: EditDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        <Filled close={close} />
        {children}
      </Dialog>
    </>
  )
}

/** Fetched when somebody opens it, not with the page. */
function Filled({ close }: { readonly close: () => void }) {
  const profile = useQuery(ownProfile)
  return <Loaded query={profile}>{(data) => <ProfileForm profile={data} onSaved={close} onCancel={close} />}</Loaded>
}

/** R-67, B-44, Q-74: who one is, and where one's AVA are paid; both are really saved. */
export function ClientProfileDialog({ wallet }: { readonly wallet: ReactNode }) {
  return (
    <EditDialog label={texts.profile.clientDialog} title={texts.profile.clientDialog}>
      {wallet}
    </EditDialog>
  )
}
