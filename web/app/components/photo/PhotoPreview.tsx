import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { classNames } from '../class-names.ts'
import type { PhotoShape } from './drawing.ts'

const { photos: words } = texts

interface PhotoPreviewProps {
  readonly photo: string | null
  readonly shape: PhotoShape
}

/** The photo as it will be, said aloud when it changes. */
export function PhotoPreview({ photo, shape }: PhotoPreviewProps) {
  const [broken, setBroken] = useState<string>()
  const frame = classNames('size-28 shrink-0 bg-sunken', shape === 'client' ? 'rounded-full' : 'rounded-card')
  const shown = photo !== null && photo !== broken
  return (
    <div aria-live="polite" className="flex items-center gap-4">
      {shown ? (
        <img
          src={photo}
          alt={words.preview}
          referrerPolicy="no-referrer"
          onError={() => setBroken(photo)}
          className={classNames(frame, 'object-cover')}
        />
      ) : (
        <span className={classNames(frame, 'grid place-items-center')}>
          <ImageOff aria-hidden="true" className="size-8 text-muted" />
        </span>
      )}
      {!shown && <p className="text-sm text-muted">{photo === null ? words.noPreview : words.unreadable}</p>}
    </div>
  )
}
