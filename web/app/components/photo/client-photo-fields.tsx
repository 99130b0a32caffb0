import { Button } from '../buttons.tsx'
import { Checkbox, Select, TextInput } from '../form-controls.tsx'
import { PhotoPreview, PhotoSources } from './photo-picker.tsx'
import { photoTexts } from './texts.ts'

const networkOptions = Object.entries(photoTexts.client.names).map(([value, label]) => ({ value, label }))

export interface ClientPhotoValues {
  /** `data:` or https URL; empty for none. */
  readonly profilePhoto: string
  readonly socialPhotoUrl: string
  readonly socialPhotoSource: string
  /** Given only by the client. */
  readonly photoConsent?: boolean
}

interface ClientPhotoFieldsProps {
  readonly values: ClientPhotoValues
  readonly onText: (field: Exclude<keyof ClientPhotoValues, 'photoConsent'>, value: string) => void
  readonly onConsent?: (given: boolean) => void
  readonly errorOf: (field: string) => string | undefined
}

/** @rule R-24 V-25 client photo and social network photo, which requires consent */
export function ClientPhotoFields({ values, onText, onConsent, errorOf }: ClientPhotoFieldsProps) {
  const photo = values.profilePhoto === '' ? null : values.profilePhoto
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{photoTexts.client.title}</legend>
      <PhotoPreview photo={photo} shape="client" />
      {photo !== null && (
        <Button variant="secondary" small onClick={() => onText('profilePhoto', '')}>
          {photoTexts.remove}
        </Button>
      )}
      <PhotoSources
        shape="client"
        owner="client"
        photo={photo}
        onPhoto={(next) => onText('profilePhoto', next ?? '')}
      />
      <Select
        label={photoTexts.client.source}
        hint={photoTexts.client.note}
        options={networkOptions}
        placeholder={photoTexts.client.sourcePlaceholder}
        optional
        value={values.socialPhotoSource}
        onChange={({ target }) => onText('socialPhotoSource', target.value)}
        error={errorOf('socialPhotoSource')}
      />
      <TextInput
        label={photoTexts.client.socialUrl}
        type="url"
        inputMode="url"
        optional
        value={values.socialPhotoUrl}
        onChange={({ target }) => onText('socialPhotoUrl', target.value)}
        error={errorOf('socialPhotoUrl')}
      />
      {onConsent !== undefined && (
        <Checkbox
          label={photoTexts.client.consent}
          checked={values.photoConsent ?? false}
          onChange={({ target }) => onConsent(target.checked)}
          error={errorOf('photoConsent')}
        />
      )}
    </fieldset>
  )
}
