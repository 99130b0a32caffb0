import { texts } from '../../texts.ts'
import { Button } from '../Button.tsx'
import { CheckBox } from '../CheckBox.tsx'
import { Select } from '../Select.tsx'
import { TextInput } from '../TextInput.tsx'
import { PhotoPreview } from './PhotoPreview.tsx'
import { PhotoSources } from './PhotoSources.tsx'

const { client: words, remove } = texts.photos
const networks = Object.entries(words.names).map(([value, label]) => ({ value, label }))

export interface ClientPhotoValues {
  /** A `data:` or https address; empty for none. */
  readonly profilePhoto: string
  readonly socialPhotoUrl: string
  readonly socialPhotoSource: string
  /** Only the client gives it. */
  readonly photoConsent?: boolean
}

interface ClientPhotosProps {
  readonly values: ClientPhotoValues
  readonly onText: (field: Exclude<keyof ClientPhotoValues, 'photoConsent'>, value: string) => void
  readonly onConsent?: (given: boolean) => void
  readonly errorOf: (field: string) => string | undefined
}

/** the client's photo, square, and one from the social networks, which needs consent (V-25). */
export function ClientPhotos({ values, onText, onConsent, errorOf }: ClientPhotosProps) {
  const photo = values.profilePhoto === '' ? null : values.profilePhoto
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{words.title}</legend>
      <PhotoPreview photo={photo} shape="client" />
      {photo !== null && (
        <Button look="secondary" small onClick={() => onText('profilePhoto', '')}>
          {remove}
        </Button>
      )}
      <PhotoSources
        shape="client"
        owner="client"
        photo={photo}
        onPhoto={(next) => onText('profilePhoto', next ?? '')}
      />
      <Select
        label={words.source}
        hint={words.note}
        choices={networks}
        placeholder={words.sourcePlaceholder}
        optional
        value={values.socialPhotoSource}
        onChange={({ target }) => onText('socialPhotoSource', target.value)}
        error={errorOf('socialPhotoSource')}
      />
      <TextInput
        label={words.socialUrl}
        type="url"
        inputMode="url"
        optional
        value={values.socialPhotoUrl}
        onChange={({ target }) => onText('socialPhotoUrl', target.value)}
        error={errorOf('socialPhotoUrl')}
      />
      {onConsent !== undefined && (
        <CheckBox
          label={words.consent}
          checked={values.photoConsent ?? false}
          onChange={({ target }) => onConsent(target.checked)}
          error={errorOf('photoConsent')}
        />
      )}
    </fieldset>
  )
}
