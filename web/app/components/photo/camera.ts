import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'

const { camera: words } = texts.photos

export type CameraState = 'off' | 'starting' | 'on'

/** The camera: on only when asked, off when what asked for it goes. */
export const useCamera = () => {
  const [state, setState] = useState<CameraState>('off')
  const [complaint, setComplaint] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const gone = useRef(false)

  const stop = () => {
    release(stream.current)
    stream.current = null
    setState('off')
  }
  const start = async () => {
    setState('starting')
    setComplaint(undefined)
    try {
      const live = await openCamera()
      if (gone.current) return release(live)
      stream.current = live
      if (video.current !== null) video.current.srcObject = live
      setState('on')
    } catch (error) {
      setComplaint(complaintOf(error))
      setState('off')
    }
  }
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      release(stream.current)
    }
  }, [])
  return { state, complaint, video, start, stop }
}

/** Where pages are not secure, and in old browsers, there is no way to a camera at all. */
const openCamera = async (): Promise<MediaStream> => {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new DOMException('no devices', 'NotFoundError')
  return devices.getUserMedia({ video: { facingMode: 'user' } })
}

const release = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const complaintOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return words.refused
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? words.missing : words.failed
}
