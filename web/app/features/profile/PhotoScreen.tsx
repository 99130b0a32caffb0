import { useNavigate } from 'react-router-dom'
import { PhotoPicker } from '../../components/photo/PhotoPicker.tsx'
import { Screen } from '../../components/Screen.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useUser } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { useHandingIn } from './handing-in.ts'

const { profile: words } = texts

/** R-87, B-39: one picture for both places a business has for one; closing it leads back. */
export function PhotoScreen() {
  const { role, profilePhoto } = useUser()
  const navigate = useNavigate()
  const back = () => void navigate('/profile')
  const saving = useWrite('updateProfile', {
    refreshes: ['account', 'businesses', 'clients'],
    onDone: () => {
      showToast({ title: words.savedPhoto })
      back()
    },
    onRefused: (error) => complain(said(error, words.failedPhoto)),
  })
  const save = (photo: string | null) =>
    saving.mutate({
      body: role === 'CLIENTE' ? { profilePhoto: photo } : { profilePhoto: photo, businessPhoto: photo },
    })
  const { pending, handIn } = useHandingIn('profile', save)
  return (
    <Screen title={words.photoPlace} narrow>
      <PhotoPicker
        open
        onClose={back}
        title={words.photoPlace}
        owner={role === 'CLIENTE' ? 'client' : 'business'}
        photo={profilePhoto}
        onSave={handIn}
        saving={pending || saving.isPending}
      />
    </Screen>
  )
}
