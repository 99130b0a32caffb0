import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Card } from '../../../components/data-display.tsx'
import { QueryView } from '../../../components/feedback.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { PhotoPicker } from '../../../components/photo/photo-picker.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { useUser } from '../../../shared/session.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ownProfileQuery } from './queries.ts'
import { usePhotoUpload } from './PhotoField.tsx'
import { profileTexts } from './texts.ts'

/** Page /profile/edit. @rule R-86 */
export function EditProfilePage() {
  const profile = useQuery(ownProfileQuery)
  const navigate = useNavigate()
  const back = () => void navigate('/profile')
  return (
    <PageLayout title={profileTexts.editTitle} narrow>
      <Card>
        <QueryView query={profile}>{(data) => <ProfileForm profile={data} onSaved={back} onCancel={back} />}</QueryView>
      </Card>
    </PageLayout>
  )
}

/** Page /profile/photo; closing the dialog leads back. @rule R-87 @rule B-39 one photo for both photos of a business */
export function ProfilePhotoPage() {
  const { role, profilePhoto } = useUser()
  const navigate = useNavigate()
  const back = () => void navigate('/profile')
  const saving = useApiMutation('updateProfile', {
    invalidates: ['account', 'businesses', 'clients'],
    onSuccess: () => {
      showToast({ title: profileTexts.savedPhoto })
      back()
    },
    onError: (error) => showErrorToast(errorMessage(error, profileTexts.failedPhoto)),
  })
  const save = (photo: string | null) =>
    saving.mutate({
      body: role === 'CLIENTE' ? { profilePhoto: photo } : { profilePhoto: photo, businessPhoto: photo },
    })
  const { pending, upload } = usePhotoUpload('profile', save)
  return (
    <PageLayout title={profileTexts.photoPlace} narrow>
      <PhotoPicker
        open
        onClose={back}
        title={profileTexts.photoPlace}
        owner={role === 'CLIENTE' ? 'client' : 'business'}
        photo={profilePhoto}
        onSave={upload}
        saving={pending || saving.isPending}
      />
    </PageLayout>
  )
}
