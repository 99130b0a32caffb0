import { afterEach, vi } from 'vitest'

/** Fakes bitmap and canvas, which happy-dom lacks: a bitmap of a given size or an unreadable file, and a canvas that records drawing. */
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
