import { maxPhotoBytes } from '../../../contract/fields.ts'
import { photoTexts } from './texts.ts'

/** @rule C-13 the picker keeps the aspect ratio; client photos are square */
export type PhotoShape = 'picker' | 'client'

/** @rule Q-107 determines the message for a file that is too large */
export type PhotoOwner = 'business' | 'client'

const maxSidePixels = 400

/** The photo as a JPEG `data:` URL, or one sentence on what is wrong with the file. @rule V-20..V-22 */
export type ResizeResult =
  { readonly ok: true; readonly photo: string } | { readonly ok: false; readonly error: string }

export const resizeFile = async (file: File, shape: PhotoShape, owner: PhotoOwner): Promise<ResizeResult> => {
  if (!file.type.startsWith('image/')) return { ok: false, error: photoTexts.notAnImage }
  if (file.size > maxPhotoBytes) return { ok: false, error: photoTexts.tooBig[owner] }
  try {
    const picture = await createImageBitmap(file)
    try {
      return { ok: true, photo: drawResized(picture, picture, shape) }
    } finally {
      picture.close()
    }
  } catch {
    return { ok: false, error: photoTexts.unreadable }
  }
}

export const captureVideoFrame = (video: HTMLVideoElement, shape: PhotoShape): ResizeResult => {
  const size = { width: video.videoWidth, height: video.videoHeight }
  return size.width === 0
    ? { ok: false, error: photoTexts.camera.failed }
    : { ok: true, photo: drawResized(video, size, shape) }
}

interface Size {
  readonly width: number
  readonly height: number
}

const drawResized = (source: CanvasImageSource, size: Size, shape: PhotoShape): string => {
  const { from, to } = cropOf(size, shape)
  const canvas = document.createElement('canvas')
  canvas.width = to.width
  canvas.height = to.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Canvas 2D is not supported')
  // JPEG has no transparency: without a background it would turn black
  context.fillStyle = 'white'
  context.fillRect(0, 0, to.width, to.height)
  context.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  return canvas.toDataURL('image/jpeg', shape === 'client' ? 0.8 : 0.7)
}

/** Source rectangle and target size: the central square, or the whole picture scaled to the longest side. */
export const cropOf = ({ width, height }: Size, shape: PhotoShape) => {
  if (shape === 'client') {
    const least = Math.min(width, height)
    const from = { x: (width - least) / 2, y: (height - least) / 2, width: least, height: least }
    return { from, to: { width: maxSidePixels, height: maxSidePixels } }
  }
  const scale = maxSidePixels / Math.max(width, height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { from: { x: 0, y: 0, width, height }, to: { width: scaled(width), height: scaled(height) } }
}
