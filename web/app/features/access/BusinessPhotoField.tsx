import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { PhotoPicker } from '../../components/photo/PhotoPicker.tsx'
import { PhotoPreview } from '../../components/photo/PhotoPreview.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { texts } from '../../texts.ts'

const { photos, access } = texts
const { register: words } = access

interface BusinessPhotoFieldProps {
  /** A `data:` or https address; empty for none. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (photo: string) => void
}

/** the dialog and the address feed the same photo; the last change wins. */
export function BusinessPhotoField({ value, error, onChange }: BusinessPhotoFieldProps) {
  const [picking, setPicking] = useState(false)
  const photo = value === '' ? null : value
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{words.photo}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <PhotoPreview photo={photo} shape="picker" />
        <Button look="secondary" onClick={() => setPicking(true)}>
          {photo === null ? photos.choose : photos.change}
        </Button>
      </div>
      <TextInput
        label={words.businessPhoto}
        hint={words.businessPhotoHint}
        type="url"
        inputMode="url"
        optional
        error={error}
        value={value.startsWith('data:') ? '' : value}
        onChange={({ target }) => onChange(target.value)}
      />
      <PhotoPicker
        open={picking}
        onClose={() => setPicking(false)}
        title={photos.choose}
        owner="business"
        photo={photo}
        onSave={(next) => {
          onChange(next ?? '')
          setPicking(false)
        }}
      />
    </fieldset>
  )
}
