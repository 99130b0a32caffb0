import { texts } from '../../texts.ts'
import { Button } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { FormAlert } from '../FormAlert.tsx'
import { useCamera } from './camera.ts'
import type { Drawn } from './drawing.ts'

const { camera: words } = texts.photos

interface CameraSourceProps {
  readonly onShot: (from: HTMLVideoElement) => Drawn
}

export function CameraSource({ onShot }: CameraSourceProps) {
  const { state, complaint, video, start, stop } = useCamera()
  const shoot = () => {
    if (video.current !== null && onShot(video.current).ok) stop()
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{words.intro}</p>
      <video
        ref={video}
        aria-label={words.live}
        autoPlay
        muted
        playsInline
        className={classNames(
          'aspect-square w-full max-w-64 rounded-card bg-sunken object-cover',
          state !== 'on' && 'hidden',
        )}
      />
      <FormAlert text={complaint} />
      {state === 'on' ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={shoot}>{words.shoot}</Button>
          <Button look="secondary" onClick={stop}>
            {words.stop}
          </Button>
        </div>
      ) : (
        <Button
          look="secondary"
          pending={state === 'starting'}
          pendingText={words.starting}
          onClick={() => void start()}
        >
          {words.start}
        </Button>
      )}
    </div>
  )
}
