import { useState } from 'react'
import { Button } from '../../../components/buttons.tsx'
import { PhotoPicker, PhotoPreview } from '../../../components/photo/photo-picker.tsx'
import { showErrorToast } from '../../../components/toast.tsx'
import { errorMessage, isApiError } from '../../../shared/api-error.ts'
import { call } from '../../../shared/api.ts'
import type { FormState } from '../../../shared/form.ts'
import { photoTexts } from '../../../components/photo/texts.ts'
import { profileTexts } from './texts.ts'

/** hands a drawn photo (`data:`) in and answers where it lies; one that lies somewhere already stays there. */
export const uploadPhoto = async (photo: string, type: 'profile' | 'business'): Promise<string> => {
  if (!photo.startsWith('data:')) return photo
  const bytes = Uint8Array.from(atob(photo.slice(photo.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  return (await call('uploadPhoto', { body: { photo: new File([bytes], 'foto.jpg'), type } })).url
}

/** Brings a chosen photo to where it can be named by its address; `then` hears that address, null for none. */
export const usePhotoUpload = (type: 'profile' | 'business', then: (address: string | null) => void) => {
  const [pending, setPending] = useState(false)
  const handIn = async (photo: string | null) => {
    setPending(true)
    try {
      then(photo === null ? null : await uploadPhoto(photo, type))
    } catch (error) {
      showErrorToast(isApiError(error) ? errorMessage(error, profileTexts.failedPhoto) : profileTexts.failedPhoto)
    } finally {
      setPending(false)
    }
  }
  return { pending, handIn: (photo: string | null) => void handIn(photo) }
}

interface PhotoFieldProps<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>> {
  readonly form: FormState<Values, unknown>
  readonly field: K
}

/** A photo of the form: what is chosen is handed in at once, and counts once the form is saved. */
export function PhotoField<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>>({
  form,
  field,
}: PhotoFieldProps<K, Values>) {
  const [picking, setPicking] = useState(false)
  const type = field === 'businessPhoto' ? 'business' : 'profile'
  const { pending, handIn } = usePhotoUpload(type, (address) => {
    form.set(field, (address ?? '') as Values[K])
    setPicking(false)
  })
  const photo = form.values[field] === '' ? null : form.values[field]
  const says = photo === null ? photoTexts.choose : photoTexts.change
  const error = form.errorOf(field)
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{profileTexts[field]}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <PhotoPreview photo={photo} shape="picker" />
        <Button
          variant="secondary"
          aria-label={profileTexts.photoOf(says, profileTexts[field])}
          onClick={() => setPicking(true)}
        >
          {says}
        </Button>
      </div>
      {error !== undefined && <p className="text-sm text-bad">{error}</p>}
      <PhotoPicker
        open={picking}
        onClose={() => setPicking(false)}
        title={profileTexts[field]}
        owner={type === 'business' ? 'business' : 'client'}
        photo={photo}
        onSave={handIn}
        saving={pending}
      />
    </fieldset>
  )
}
