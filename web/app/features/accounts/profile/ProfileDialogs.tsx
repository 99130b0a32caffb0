import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialogs.tsx'
import { QueryView, Skeleton } from '../../../components/feedback.tsx'
import { lazyComponent } from '../../../lazy.ts'
import { ownProfileQuery } from './queries.ts'
import { profileTexts } from './texts.ts'

const ProfileForm = lazyComponent(() => import('./ProfileForm.tsx').then((m) => m.ProfileForm))

interface EditProfileDialogProps {
  readonly label: string
  readonly title: string
  /** Further content below the form. */
  readonly children?: ReactNode
}

/** Button that opens the form of /profile/edit in a dialog. @rule R-51 R-67 @rule Q-74 */
export function EditProfileDialog({ label, title, children }: EditProfileDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        <LoadedProfileForm close={close} />
        {children}
      </Dialog>
    </>
  )
}

/** Loads the profile when the dialog opens. */
function LoadedProfileForm({ close }: { readonly close: () => void }) {
  const profile = useQuery(ownProfileQuery)
  return (
    <Suspense fallback={<Skeleton />}>
      <QueryView query={profile}>{(data) => <ProfileForm profile={data} onSaved={close} onCancel={close} />}</QueryView>
    </Suspense>
  )
}

/** Profile and AVA wallet of a client. @rule R-67 @rule B-44 Q-74 both are saved */
export function ClientProfileDialog({ wallet }: { readonly wallet: ReactNode }) {
  return (
    <EditProfileDialog label={profileTexts.clientDialog} title={profileTexts.clientDialog}>
      {wallet}
    </EditProfileDialog>
  )
}
