import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { maxPhotoBytes } from '../../../domain/accounts/rules.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { sharpImageProcessor } from '../../../infrastructure/accounts/photos.ts'
import { decompressionBomb, exifSecret, invalidImages, jpeg, png, webp } from '../../support/images.ts'

const { reencode } = sharpImageProcessor()
const reencodedBytes = async (file: Uint8Array): Promise<Buffer> => {
  const reencoded = await reencode(file)()
  if (E.isLeft(reencoded)) throw new Error(reencoded.left.type)
  return Buffer.from(reencoded.right)
}
const invalidFiles = Object.entries(await invalidImages())

describe('an uploaded picture', () => {
  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ] as const)('Q-88: %s is converted to our own JPEG', async (_, file) => {
    const { format } = await sharp(await reencodedBytes(await file())).metadata()
    expect(format).toBe('jpeg')
  })

  it('C-13: is scaled down to at most 400 pixels and never enlarged', async () => {
    const sizeOf = async (file: Buffer) => {
      const { width, height } = await sharp(await reencodedBytes(file)).metadata()
      return { width, height }
    }
    expect(await sizeOf(await jpeg(1200, 800))).toEqual({ width: 400, height: 267 })
    expect(await sizeOf(await jpeg(300, 1200))).toEqual({ width: 100, height: 400 })
    expect(await sizeOf(await png())).toEqual({ width: 30, height: 20 })
  })

  it('Q-88: loses its camera metadata and is rotated upright', async () => {
    const turned = await sharp(await jpeg(80, 40))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await jpeg()).includes(exifSecret)).toBe(true)
    const reencoded = await reencodedBytes(turned)
    expect(reencoded.includes(exifSecret)).toBe(false)
    expect(await sharp(reencoded).metadata()).toMatchObject({ width: 40, height: 80 })
    expect((await sharp(reencoded).metadata()).exif).toBeUndefined()
  })

  it('Q-88: loses data appended to it', async () => {
    const polyglot = Buffer.concat([await jpeg(), Buffer.from('<script>alert("due cose")</script>PK\u0003\u0004')])
    expect((await reencodedBytes(polyglot)).includes('due cose')).toBe(false)
  })

  it('gets white in place of transparency', async () => {
    const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
    const file = await sharp({ create: { width: 8, height: 8, channels: 4, background: transparent } })
      .png()
      .toBuffer()
    const { dominant } = await sharp(await reencodedBytes(file)).stats()
    expect(dominant.r).toBeGreaterThan(240)
  })

  it.each(invalidFiles)('V-22: is rejected when it is %s', async (_, file) =>
    expect(await reencode(file)()).toEqual(E.left({ type: 'NotAPicture' })),
  )

  it('V-20: is rejected when a small file would become a huge picture', async () => {
    const file = await decompressionBomb()
    expect(file.length).toBeLessThan(maxPhotoBytes)
    expect(await reencode(file)()).toEqual(E.left({ type: 'PictureTooLarge' }))
  })

  it('V-20: is rejected above 5 MB before decoding', async () =>
    expect(await reencode(Buffer.alloc(maxPhotoBytes + 1))()).toEqual(E.left({ type: 'PictureTooLarge' })))
})
