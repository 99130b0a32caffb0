import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'

interface PictureProps {
  readonly src: string
  /** How wide it may become; its shape is always 16 by 9. */
  readonly width?: string
}

/** A picture beside words that already say what it shows; when it cannot be had, an empty frame. */
export function Picture({ src, width = 'w-full' }: PictureProps) {
  const [missing, setMissing] = useState(false)
  return (
    <div className={classNames('grid aspect-video shrink-0 place-items-center overflow-hidden bg-sunken', width)}>
      {missing ? (
        <ImageOff aria-hidden="true" className="size-8 text-muted" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setMissing(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
