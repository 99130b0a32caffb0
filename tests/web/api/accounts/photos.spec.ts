import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPhotoBytes } from '../../../../domain/accounts/rules.ts'
import { type ApiClient, csrfTokenOf } from '../../../support/api-client.ts'
import { asDataUrl, decompressionBomb, exifSecret, invalidImages, jpeg, png, webp } from '../../../support/images.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: ApiClient
let rosa: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = (await signUpClient(garbo, 'ana')).browser
  rosa = (await signUpBusiness(garbo, 'rosa')).browser
})
afterAll(() => garbo.stop())

const csrfHeader = async (browser: ApiClient) => ({ 'x-csrf-token': await csrfTokenOf(browser) })
const formOf = (parts: readonly (readonly [name: string, value: Uint8Array<ArrayBuffer> | string])[]) => {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value], { type: 'image/jpeg' }), 'foto.jpg')
  return form
}
const sendForm = async (browser: ApiClient, form: BodyInit, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${garbo.address}/api/upload/photo`, {
    method: 'POST',
    body: form,
    headers: { origin: garbo.address, cookie: browser.cookie(), ...headers },
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as { url?: string } }
}
const upload = async (browser: ApiClient, file: Buffer, type = 'profile') =>
  sendForm(
    browser,
    formOf([
      ['photo', new Uint8Array(file)],
      ['type', type],
    ]),
    await csrfHeader(browser),
  )
const fetchPhoto = async (url: string | null | undefined) => {
  const response = await fetch(garbo.address + url)
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
const countPhotos = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from photos.pictures')).rows[0]?.n
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n

describe('A-63: an uploaded photo', () => {
  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ] as const)('is accepted as %s and shown as a JPEG without camera metadata', async (_, file) => {
    const response = await upload(ana, await file())
    expect(response).toMatchObject({ status: 201, body: { url: expect.stringMatching(/^\/api\/photos\/[\w-]{43}$/) } })
    const { status, headers, body } = await fetchPhoto(response.body.url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, max-age=3600')
    expect((await sharp(body).metadata()).format).toBe('jpeg')
    expect(body.includes(exifSecret)).toBe(false)
  })

  it('V-71: is for profiles and businesses only', async () => {
    expect((await upload(rosa, await png(), 'business')).status).toBe(201)
    expect(await upload(rosa, await png(), 'banner')).toMatchObject({
      status: 400,
      body: { fields: { type: expect.any(String) } },
    })
  })

  it('is stored once when the same account uploads it twice', async () => {
    const file = await jpeg(64, 64)
    const [first, second] = [await upload(ana, file), await upload(ana, file)]
    expect(second.body.url).toBe(first.body.url)
    expect((await upload(rosa, file)).body.url).not.toBe(first.body.url)
  })

  it('Q-21, A-90: requires sign-in and the X-CSRF-Token', async () => {
    const form = async () =>
      formOf([
        ['photo', new Uint8Array(await png())],
        ['type', 'profile'],
      ])
    expect((await sendForm(ana, await form())).status).toBe(403)
    expect((await sendForm(ana, await form(), await csrfHeader(rosa))).status).toBe(403)
    expect((await sendForm(garbo.visitor(), await form())).status).toBe(401)
  })
})

describe('A-63: an upload is rejected in Italian without traces', () => {
  it('V-22: for files that are not pictures, whatever their type', async () => {
    const before = await countPhotos()
    for (const [fault, file] of Object.entries(await invalidImages()))
      expect({ fault, ...(await upload(ana, file)) }).toMatchObject({
        fault,
        status: 400,
        body: { message: expect.stringContaining('Seleziona un file immagine valido.') },
      })
    expect(await countPhotos()).toBe(before)
  })

  it('V-20, C-12: for files above 5 MB and small files with a hundred million pixels', async () => {
    const before = await countPhotos()
    for (const file of [Buffer.alloc(maxPhotoBytes + 1, 7), Buffer.alloc(20_000_000, 7), await decompressionBomb()])
      expect(await upload(ana, file)).toMatchObject({ status: 413, body: { message: 'Foto troppo grande' } })
    expect(await countPhotos()).toBe(before)
  })

  const photo = async () => ['photo', new Uint8Array(await png())] as const
  it.each([
    ['no photo', async () => formOf([['type', 'profile']])],
    ['no type', async () => formOf([await photo()])],
    [
      'a text instead of a photo',
      async () =>
        formOf([
          ['photo', 'ciao'],
          ['type', 'profile'],
        ]),
    ],
    ['two photos', async () => formOf([await photo(), await photo(), ['type', 'profile']])],
    ['two types', async () => formOf([await photo(), ['type', 'profile'], ['type', 'business']])],
    ['an unknown field', async () => formOf([await photo(), ['type', 'profile'], ['role', 'ADMIN']])],
    ['a prototype field', async () => formOf([await photo(), ['type', 'profile'], ['__proto__', 'x']])],
    [
      'many fields',
      async () => formOf([await photo(), ...Array.from({ length: 50 }, (_, i) => [`f${i}`, 'x'] as const)]),
    ],
    ['a very long field', async () => formOf([await photo(), ['type', 'x'.repeat(100_000)]])],
  ])('for a form with %s', async (_, form) => {
    const before = await countPhotos()
    const response = await sendForm(ana, await form(), await csrfHeader(ana))
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(/[a-zà-ù]{3}/) } })
    expect(await countPhotos()).toBe(before)
  })

  it.each([
    [
      'truncated form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['form without boundary', 'multipart/form-data', 'abc', 400],
    ['empty form', 'multipart/form-data; boundary=x', '', 400],
    ['JSON body', 'application/json', '{"photo":"data:image/png;base64,AAAA","type":"profile"}', 415],
    ['plain text', 'text/plain', 'photo', 415],
  ])('for a %s', async (_, type, body, status) => {
    const response = await sendForm(ana, body, { ...(await csrfHeader(ana)), 'content-type': type })
    expect(response).toMatchObject({ status, body: { message: expect.stringMatching(/[a-zà-ù]{3}/) } })
  })

  it('for a form sent to another call', async () => {
    const response = await fetch(`${garbo.address}/api/auth/login`, {
      method: 'POST',
      body: formOf([['username', 'x']]),
    })
    expect(response.status).toBe(415)
  })
})

describe('a stored photo', () => {
  it('cannot be found by guessing its id', async () => {
    expect((await fetchPhoto(`/api/photos/${'A'.repeat(43)}`)).status).toBe(404)
    expect((await fetchPhoto('/api/photos/1')).status).toBe(400)
    expect((await fetchPhoto('/api/photos/..%2f..%2fetc%2fpasswd')).status).toBe(400)
  })

  it('appears in no log line and not in clear in the database', async () => {
    const { body } = await upload(ana, await jpeg(50, 51))
    await fetchPhoto(body.url)
    expect(garbo.log()).toContain('/api/photos/:id')
    expect(garbo.log()).not.toContain(body.url)
    const { rows } = await garbo.database.pool.query<{ sealed: Buffer }>('select sealed from photos.pictures')
    expect(rows.filter(({ sealed }) => sealed.subarray(0, 64).includes(Buffer.from([0xff, 0xd8, 0xff])))).toEqual([])
  })
})

describe('at registration (Q-85)', () => {
  const place = { businessName: 'Hotel Foto', businessType: 'hotel', location: 'Via del Corso 1, Roma', province: 'RM' }
  const business = (username: string, businessPhoto: unknown) => ({
    username,
    email: `${username}@example.it`,
    password: 'Benvenuti.2026!',
    ...place,
    businessPhoto,
  })
  const register = (username: string, photo: unknown, browser = garbo.visitor()) =>
    browser.post('/api/auth/register', business(username, photo))

  it('a business’s picture is stored and used in both places', async () => {
    const { status, body } = await register('foto1', asDataUrl(await jpeg(900, 600)))
    expect(status).toBe(201)
    const { user } = body as { user: { businessPhoto: string; profilePhoto: string } }
    expect(user.businessPhoto).toMatch(/^\/api\/photos\/[\w-]{43}$/)
    expect(user.profilePhoto).toBe(user.businessPhoto)
    expect(await sharp((await fetchPhoto(user.businessPhoto)).body).metadata()).toMatchObject({
      width: 400,
      height: 267,
    })
  })

  it('an https address of a photo is stored and not fetched', async () => {
    const { body } = await register('foto2', 'https://localhost:1/aurora.jpg')
    expect(body).toMatchObject({ user: { businessPhoto: 'https://localhost:1/aurora.jpg' } })
  })

  it('a picture of 5 MB is accepted, a larger one rejected', async () => {
    const noise = await sharp({
      create: {
        width: 1290,
        height: 1290,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(maxPhotoBytes * 0.94)
    expect(noise.length).toBeLessThan(maxPhotoBytes)
    expect((await register('foto3', asDataUrl(noise, 'png'))).status).toBe(201)
    const tooLarge = await register('foto4', asDataUrl(Buffer.alloc(maxPhotoBytes * 2, 7)))
    expect(tooLarge).toMatchObject({ status: 413, body: { message: 'Foto troppo grande' } })
  })

  it('an invalid picture is rejected before any name is reserved', async () => {
    const before = [await countEvents(), await countPhotos()]
    for (const [fault, file] of Object.entries(await invalidImages()))
      expect({ fault, ...(await register('foto5', asDataUrl(file))) }).toMatchObject({ fault, status: 400 })
    for (const address of [
      'http://example.it/a.jpg',
      '/api/photos/1',
      'javascript:alert(1)',
      'data:image/svg+xml;base64,AAAA',
      'https://',
      7,
    ])
      expect({ address, ...(await register('foto5', address)) }).toMatchObject({ address, status: 400 })
    expect(await register('foto5', asDataUrl(await decompressionBomb(), 'png'))).toMatchObject({ status: 413 })
    expect([await countEvents(), await countPhotos()]).toEqual(before)
    expect((await register('foto5', null)).status).toBe(201)
  })
})

describe('A-62: a photo in the profile', () => {
  const setPhotos = (browser: ApiClient, photos: object) => browser.patch('/api/user/profile', photos)
  const countPhotosInUse = async () =>
    (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from photos.pictures where in_use'))
      .rows[0]?.n

  it('is marked as used, and the previous one is deleted', async () => {
    const before = await countPhotosInUse()
    const [first, second] = [(await upload(rosa, await jpeg())).body.url, (await upload(rosa, await png())).body.url]
    expect((await setPhotos(rosa, { profilePhoto: first, businessPhoto: first })).status).toBe(200)
    expect(await countPhotosInUse()).toBe((before ?? 0) + 1)
    expect((await setPhotos(rosa, { profilePhoto: second })).status).toBe(200)
    expect([(await fetchPhoto(first)).status, (await fetchPhoto(second)).status]).toEqual([200, 200])
    expect((await setPhotos(rosa, { businessPhoto: null })).status).toBe(200)
    expect([(await fetchPhoto(first)).status, (await fetchPhoto(second)).status]).toEqual([404, 200])
  })

  it('must belong to the user: another account’s is rejected without changes', async () => {
    const { url } = (await upload(rosa, await jpeg())).body
    const before = await countEvents()
    expect((await setPhotos(ana, { profilePhoto: url })).status).toBe(400)
    expect([await countEvents(), (await fetchPhoto(url)).status]).toEqual([before, 200])
  })
})

describe('Q-23: uploading too many photos', () => {
  it('is rejected with a time to retry', async () => {
    const strict = await startTestGarbo({ LIMIT_UPLOAD_PER_KEY: '2' }, 'as set')
    try {
      const { browser } = await signUpClient(strict, 'lia')
      const { body } = await browser.get('/api/auth/csrf-token')
      const send = () =>
        fetch(`${strict.address}/api/upload/photo`, {
          method: 'POST',
          headers: { cookie: browser.cookie(), 'x-csrf-token': (body as { csrfToken: string }).csrfToken },
          body: formOf([['type', 'profile']]),
        })
      expect([(await send()).status, (await send()).status]).toEqual([400, 400])
      const third = await send()
      expect(third.status).toBe(429)
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await strict.stop()
    }
  })
})
