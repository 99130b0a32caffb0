import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../buttons.tsx'
import { Dialog, DialogActions } from '../dialogs.tsx'
import { TextInput } from '../form-controls.tsx'
import { FormAlert } from '../form.tsx'
import { classNames } from '../styles.ts'
import { Tabs } from '../tabs.tsx'
import { captureVideoFrame, type PhotoOwner, type PhotoShape, resizeFile, type ResizeResult } from './resize-photo.ts'
import { photoTexts } from './texts.ts'

export type CameraState = 'off' | 'starting' | 'on'

/** Camera stream; stops on unmount. */
const useCamera = () => {
  const [state, setState] = useState<CameraState>('off')
  const [error, setError] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const unmounted = useRef(false)

  const stop = () => {
    stopTracks(stream.current)
    stream.current = null
    setState('off')
  }
  const start = async () => {
    setState('starting')
    setError(undefined)
    try {
      const live = await openCamera()
      if (unmounted.current) return stopTracks(live)
      stream.current = live
      if (video.current !== null) video.current.srcObject = live
      setState('on')
    } catch (error) {
      setError(cameraErrorOf(error))
      setState('off')
    }
  }
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
      stopTracks(stream.current)
    }
  }, [])
  return { state, error, video, start, stop }
}

/** `mediaDevices` is missing in insecure contexts and old browsers. */
const openCamera = async (): Promise<MediaStream> => {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new DOMException('no devices', 'NotFoundError')
  return devices.getUserMedia({ video: { facingMode: 'user' } })
}

const stopTracks = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const cameraErrorOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return photoTexts.camera.refused
  return name === 'NotFoundError' || name === 'OverconstrainedError'
    ? photoTexts.camera.missing
    : photoTexts.camera.failed
}

interface CameraSourceProps {
  readonly onShot: (from: HTMLVideoElement) => ResizeResult
}

function CameraSource({ onShot }: CameraSourceProps) {
  const { state, error, video, start, stop } = useCamera()
  const shoot = () => {
    if (video.current !== null && onShot(video.current).ok) stop()
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{photoTexts.camera.intro}</p>
      <video
        ref={video}
        aria-label={photoTexts.camera.live}
        autoPlay
        muted
        playsInline
        className={classNames(
          'aspect-square w-full max-w-64 rounded-card bg-sunken object-cover',
          state !== 'on' && 'hidden',
        )}
      />
      <FormAlert text={error} />
      {state === 'on' ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={shoot}>{photoTexts.camera.shoot}</Button>
          <Button variant="secondary" onClick={stop}>
            {photoTexts.camera.stop}
          </Button>
        </div>
      ) : (
        <Button
          variant="secondary"
          pending={state === 'starting'}
          pendingText={photoTexts.camera.starting}
          onClick={() => void start()}
        >
          {photoTexts.camera.start}
        </Button>
      )}
    </div>
  )
}

interface PhotoSourcesProps {
  readonly shape: PhotoShape
  readonly owner: PhotoOwner
  /** `data:` URL, https URL or null. */
  readonly photo: string | null
  readonly onPhoto: (photo: string | null) => void
}

/** Photo from camera, gallery or URL. */
export function PhotoSources({ shape, owner, photo, onPhoto }: PhotoSourcesProps) {
  const [tab, setTab] = useState('gallery')
  const [error, setError] = useState<string>()
  const take = (drawn: ResizeResult) => {
    setError(drawn.ok ? undefined : drawn.error)
    if (drawn.ok) onPhoto(drawn.photo)
    return drawn
  }
  const tabs = [
    {
      value: 'camera',
      label: photoTexts.tabs.camera,
      content: <CameraSource onShot={(video) => take(captureVideoFrame(video, shape))} />,
    },
    {
      value: 'gallery',
      label: photoTexts.tabs.gallery,
      content: <GallerySource onFile={async (file) => void take(await resizeFile(file, shape, owner))} />,
    },
    { value: 'url', label: photoTexts.tabs.url, content: <UrlSource photo={photo} onPhoto={onPhoto} /> },
  ]
  return (
    <div className="grid gap-3">
      <Tabs
        label={photoTexts.sources}
        tabs={tabs}
        value={tab}
        onChange={(next) => {
          setError(undefined)
          setTab(next)
        }}
      />
      <FormAlert text={error} />
    </div>
  )
}

/** @rule V-22 any image type may be selected; validity shows when it is drawn */
function GallerySource({ onFile }: { readonly onFile: (file: File) => Promise<void> }) {
  return (
    <TextInput
      label={photoTexts.file}
      hint={photoTexts.fileHint}
      type="file"
      accept="image/*"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file !== undefined) void onFile(file)
        // allows selecting the same file again
        target.value = ''
      }}
    />
  )
}

type UrlSourceProps = Pick<PhotoSourcesProps, 'photo' | 'onPhoto'>

function UrlSource({ photo, onPhoto }: UrlSourceProps) {
  const [typed, setTyped] = useState(photo?.startsWith('https://') === true ? photo : '')
  const wrong = typed.trim() !== '' && !isHttpsUrl(typed.trim())
  return (
    <TextInput
      label={photoTexts.url}
      hint={photoTexts.urlHint}
      error={wrong ? photoTexts.urlHint : undefined}
      type="url"
      inputMode="url"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const address = target.value.trim()
        onPhoto(isHttpsUrl(address) ? address : null)
      }}
    />
  )
}

/** @rule Q-88 https only */
const isHttpsUrl = (text: string) => text.startsWith('https://') && URL.canParse(text)

interface PhotoPreviewProps {
  readonly photo: string | null
  readonly shape: PhotoShape
}

/** Preview, announced when it changes. */
export function PhotoPreview({ photo, shape }: PhotoPreviewProps) {
  const [broken, setBroken] = useState<string>()
  const frame = classNames('size-28 shrink-0 bg-sunken', shape === 'client' ? 'rounded-full' : 'rounded-card')
  const shown = photo !== null && photo !== broken
  return (
    <div aria-live="polite" className="flex items-center gap-4">
      {shown ? (
        <img
          src={photo}
          alt={photoTexts.preview}
          referrerPolicy="no-referrer"
          onError={() => setBroken(photo)}
          className={classNames(frame, 'object-cover')}
        />
      ) : (
        <span className={classNames(frame, 'grid place-items-center')}>
          <ImageOff aria-hidden="true" className="size-8 text-muted" />
        </span>
      )}
      {!shown && <p className="text-sm text-muted">{photo === null ? photoTexts.noPreview : photoTexts.unreadable}</p>}
    </div>
  )
}

interface PhotoPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Determines the message for a file that is too large. */
  readonly owner: PhotoOwner
  /** Current photo; null for none. */
  readonly photo: string | null
  /** `data:` or https URL; null to remove the photo. The caller closes the dialog. */
  readonly onSave: (photo: string | null) => void
  readonly saving?: boolean | undefined
}

/**
 * Photo dialog: saves the previewed photo on confirmation.
 * @rule S-10 photo chosen, previewed, saved
 * @rule R-22 photo picker
 * @rule V-23 a photo is required
 */
export function PhotoPicker({ open, onClose, title, ...rest }: PhotoPickerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <PhotoPickerForm {...rest} />
    </Dialog>
  )
}

function PhotoPickerForm({
  owner,
  photo,
  onSave,
  saving = false,
}: Omit<PhotoPickerProps, 'open' | 'onClose' | 'title'>) {
  const [chosen, setChosen] = useState(photo)
  return (
    <div className="grid gap-4">
      <PhotoPreview photo={chosen} shape="picker" />
      <PhotoSources shape="picker" owner={owner} photo={chosen} onPhoto={setChosen} />
      <DialogActions>
        <Button variant="secondary" disabled={saving} onClick={() => onSave(null)}>
          {photoTexts.none}
        </Button>
        <Button disabled={chosen === null} pending={saving} onClick={() => onSave(chosen)}>
          {photoTexts.save}
        </Button>
      </DialogActions>
    </div>
  )
}
