import sharp from 'sharp'

/** Metadata that only the camera's EXIF block contains. */
export const exifSecret = 'Zafferano: scattata in Via dei Mille 7'

const solidImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03020' } })

export const jpeg = (width = 640, height = 480) =>
  solidImage(width, height)
    .withExif({ IFD0: { ImageDescription: exifSecret } })
    .jpeg()
    .toBuffer()
export const png = () => solidImage(30, 20).png().toBuffer()
export const webp = () => solidImage(30, 20).webp().toBuffer()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')

/** A small file that decodes to a hundred million pixels. */
export const decompressionBomb = () => solidImage(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer()

const truncated = (file: Buffer) => file.subarray(0, file.length / 2)

/** Bytes that are not an image, whatever their file name. */
export const invalidImages = async (): Promise<Readonly<Record<string, Buffer>>> => ({
  'an empty file': Buffer.alloc(0),
  'a single byte': Buffer.from([0xff]),
  SVG: svg,
  GIF: await solidImage(9, 9).gif().toBuffer(),
  TIFF: await solidImage(9, 9).tiff().toBuffer(),
  HTML: Buffer.from('<html><script>alert(1)</script></html>'),
  'half a JPEG': truncated(await jpeg()),
  'half a PNG': truncated(await png()),
  'a JPEG’s first bytes before noise': Buffer.concat([(await jpeg()).subarray(0, 20), Buffer.alloc(2_000, 7)]),
})

export const asDataUrl = (file: Uint8Array, type = 'jpeg') =>
  `data:image/${type};base64,${Buffer.from(file).toString('base64')}`
