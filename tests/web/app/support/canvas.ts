import { afterEach, vi } from 'vitest'

/** happy-dom draws nothing: a bitmap of this size, or a file that cannot be read, and a canvas that says what it drew. */
export const stubCanvas = (size: { readonly width: number; readonly height: number } | null) => {
  const drawn: unknown[][] = []
  vi.stubGlobal('createImageBitmap', async () => {
    if (size === null) throw new DOMException('no picture', 'InvalidStateError')
    return { ...size, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (...of: unknown[]) => void drawn.push(of.slice(1)),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (
    this: HTMLCanvasElement,
    type?: string,
    quality?: unknown,
  ) {
    return `data:image/jpeg;base64,${btoa(`${this.width}x${this.height} ${type} ${String(quality)}`)}`
  })
  return drawn
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
