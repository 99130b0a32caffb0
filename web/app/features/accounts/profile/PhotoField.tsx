import { useState } from 'react'
import { Button } from '../../../components/buttons.tsx'
import { PhotoPicker, PhotoPreview } from '../../../components/photo/photo-picker.tsx'
import { call } from '../../../shared/api.ts'
import type { FormState } from '../../../shared/form.ts'
import { photoTexts } from '../../../components/photo/texts.ts'
import { profileTexts } from './texts.ts'

/** Uploads a `data:` URL and returns the URL of the stored photo; other URLs are returned unchanged. @rule A-63 */
export const uploadPhoto = async (photo: string, type: 'profile' | 'business'): Promise<string> => {
  if (!photo.startsWith('data:')) return photo
  const bytes = Uint8Array.from(atob(photo.slice(photo.indexOf(',') + 1)), (char) => char.charCodeAt(0))
  return (await call('uploadPhoto', { body: { photo: new File([bytes], 'foto.jpg'), type } })).url
}

/**
 * Uploads a chosen photo and calls `onUploaded` with its URL, or null for none.
 * @rule B-42 Q-88 a failed upload is only logged, and the old photo remains
 */
export const usePhotoUpload = (type: 'profile' | 'business', onUploaded: (url: string | null) => void) => {
  const [pending, setPending] = useState(false)
  const upload = async (photo: string | null) => {
    setPending(true)
    try {
      onUploaded(photo === null ? null : await uploadPhoto(photo, type))
    } catch (error) {
      // oxlint-disable-next-line no-console -- specified: nothing is shown
      console.error('The photo was not uploaded', error)
    } finally {
      setPending(false)
    }
  }
  return { pending, upload: (photo: string | null) => void upload(photo) }
}

interface PhotoFieldProps<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>> {
  readonly form: FormState<Values, unknown>
  readonly field: K
}

/** Photo of a form: uploaded when chosen, saved with the form. @rule R-22 */
export function PhotoField<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>>({
  form,
  field,
}: PhotoFieldProps<K, Values>) {
  const [picking, setPicking] = useState(false)
  const type = field === 'businessPhoto' ? 'business' : 'profile'
  const { pending, upload } = usePhotoUpload(type, (url) => {
    form.set(field, (url ?? '') as Values[K])
    setPicking(false)
  })
  const photo = form.values[field] === '' ? null : form.values[field]
  const label = photo === null ? photoTexts.choose : photoTexts.change
  const error = form.errorOf(field)
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{profileTexts[field]}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <PhotoPreview photo={photo} shape="picker" />
        <Button
          variant="secondary"
          aria-label={profileTexts.photoOf(label, profileTexts[field])}
          onClick={() => setPicking(true)}
        >
          {label}
        </Button>
      </div>
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
      <PhotoPicker
        open={picking}
        onClose={() => setPicking(false)}
        title={profileTexts[field]}
        owner={type === 'business' ? 'business' : 'client'}
        photo={photo}
        onSave={upload}
        saving={pending}
      />
    </fieldset>
  )
}
