import sharp from 'sharp'
import { largestFile, type PictureFlaw, type Pictures } from '../../application/ports/photos.ts'
import { TE } from '../../domain/kernel/fp.ts'

// what else libvips can read (SVG, PDF, TIFF, GIF …) is not even tried
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)

const mostPixels = 50_000_000
const longestSide = 400
const patience = { seconds: 10 }

/** Told by its content, decoded whole and drawn anew: what else the file carried stays behind. */
export const sharpPictures = (): Pictures => ({
  redraw: (file) =>
    file.length > largestFile ? TE.left({ type: 'PictureTooLarge' }) : TE.tryCatch(() => drawn(file), flawOf),
})

/** Async to its first line: sharp throws at once at a file without a byte. */
const drawn = async (file: Uint8Array): Promise<Uint8Array> =>
  sharp(file, { limitInputPixels: mostPixels, autoOrient: true })
    .timeout(patience)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer()

const flawOf = (error: unknown): PictureFlaw => ({
  type: error instanceof Error && error.message.includes('pixel limit') ? 'PictureTooLarge' : 'NotAPicture',
})
