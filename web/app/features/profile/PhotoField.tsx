import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { PhotoPicker } from '../../components/photo/PhotoPicker.tsx'
import { PhotoPreview } from '../../components/photo/PhotoPreview.tsx'
import type { Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useHandingIn } from './handing-in.ts'

const { profile: words, photos } = texts

interface PhotoFieldProps<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>> {
  readonly form: Form<Values, unknown>
  readonly field: K
}

/** A photo of the form: what is chosen is handed in at once, and counts once the form is saved. */
export function PhotoField<K extends 'businessPhoto' | 'profilePhoto', Values extends Readonly<Record<K, string>>>({
  form,
  field,
}: PhotoFieldProps<K, Values>) {
  const [picking, setPicking] = useState(false)
  const type = field === 'businessPhoto' ? 'business' : 'profile'
  const { pending, handIn } = useHandingIn(type, (address) => {
    form.set(field, (address ?? '') as Values[K])
    setPicking(false)
  })
  const photo = form.values[field] === '' ? null : form.values[field]
  const says = photo === null ? photos.choose : photos.change
  const error = form.errorOf(field)
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{words[field]}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <PhotoPreview photo={photo} shape="picker" />
        <Button look="secondary" aria-label={words.photoOf(says, words[field])} onClick={() => setPicking(true)}>
          {says}
        </Button>
      </div>
      {error !== undefined && <p className="text-sm text-bad">{error}</p>}
      <PhotoPicker
        open={picking}
        onClose={() => setPicking(false)}
        title={words[field]}
        owner={type === 'business' ? 'business' : 'client'}
        photo={photo}
        onSave={handIn}
        saving={pending}
      />
    </fieldset>
  )
}
