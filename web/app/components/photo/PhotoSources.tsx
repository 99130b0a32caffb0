import { useState } from 'react'
import { texts } from '../../texts.ts'
import { FormAlert } from '../FormAlert.tsx'
import { Tabs } from '../Tabs.tsx'
import { TextInput } from '../TextInput.tsx'
import { CameraSource } from './CameraSource.tsx'
import { drawnFromFile, drawnFromVideo, type Drawn, type PhotoOwner, type PhotoShape } from './drawing.ts'

const { photos: words } = texts

interface PhotoSourcesProps {
  readonly shape: PhotoShape
  readonly owner: PhotoOwner
  /** As it is now: a `data:` address, an https address, or null. */
  readonly photo: string | null
  readonly onPhoto: (photo: string | null) => void
}

/** Camera, Gallery and URL: three ways to one photo. */
export function PhotoSources({ shape, owner, photo, onPhoto }: PhotoSourcesProps) {
  const [tab, setTab] = useState('gallery')
  const [complaint, setComplaint] = useState<string>()
  const take = (drawn: Drawn) => {
    setComplaint(drawn.ok ? undefined : drawn.complaint)
    if (drawn.ok) onPhoto(drawn.photo)
    return drawn
  }
  const tabs = [
    {
      value: 'camera',
      label: words.tabs.camera,
      content: <CameraSource onShot={(video) => take(drawnFromVideo(video, shape))} />,
    },
    {
      value: 'gallery',
      label: words.tabs.gallery,
      content: <GallerySource onFile={async (file) => void take(await drawnFromFile(file, shape, owner))} />,
    },
    { value: 'url', label: words.tabs.url, content: <AddressSource photo={photo} onPhoto={onPhoto} /> },
  ]
  return (
    <div className="grid gap-3">
      <Tabs
        label={words.sources}
        tabs={tabs}
        value={tab}
        onChange={(next) => {
          setComplaint(undefined)
          setTab(next)
        }}
      />
      <FormAlert text={complaint} />
    </div>
  )
}

/** Any image may be offered (V-22): what it really is, is seen when it is drawn. */
function GallerySource({ onFile }: { readonly onFile: (file: File) => Promise<void> }) {
  return (
    <TextInput
      label={words.file}
      hint={words.fileHint}
      type="file"
      accept="image/*"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file !== undefined) void onFile(file)
        // the same file may be chosen again
        target.value = ''
      }}
    />
  )
}

type AddressSourceProps = Pick<PhotoSourcesProps, 'photo' | 'onPhoto'>

function AddressSource({ photo, onPhoto }: AddressSourceProps) {
  const [typed, setTyped] = useState(photo?.startsWith('https://') === true ? photo : '')
  const wrong = typed.trim() !== '' && !isAddress(typed.trim())
  return (
    <TextInput
      label={words.url}
      hint={words.urlHint}
      error={wrong ? words.urlHint : undefined}
      type="url"
      inputMode="url"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const address = target.value.trim()
        onPhoto(isAddress(address) ? address : null)
      }}
    />
  )
}

/** */
const isAddress = (text: string) => text.startsWith('https://') && URL.canParse(text)
