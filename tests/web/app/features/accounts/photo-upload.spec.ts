// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { uploadPhoto } from '../../../../../web/app/features/accounts/profile/PhotoField.tsx'
import { created, failure, ok, stubServer } from '../../support/stub-server.ts'

const csrf = { 'GET /api/auth/csrf-token': ok({ csrfToken: 'parola' }) }
const drawn = `data:image/jpeg;base64,${btoa('una foto')}`

describe('uploading a photo', () => {
  it('A-63, A-90: sends a form with the CSRF token and returns an address', async () => {
    const server = stubServer({ ...csrf, 'POST /api/upload/photo': created({ url: '/api/photos/abc' }) })
    expect(await uploadPhoto(drawn, 'business')).toBe('/api/photos/abc')
    const [sent] = server.to('POST /api/upload/photo')
    expect(sent?.headers['x-csrf-token']).toBe('parola')
    expect(sent?.headers['content-type']).toBeUndefined()
    const body = sent?.body as { type: string; photo: File } | undefined
    expect([body?.type, await body?.photo.text()]).toEqual(['business', 'una foto'])
  })

  it('Q-88: keeps an existing address', async () => {
    const server = stubServer(csrf)
    expect(await uploadPhoto('https://example.it/a.jpg', 'profile')).toBe('https://example.it/a.jpg')
    expect(server.to('POST /api/upload/photo')).toEqual([])
  })

  it('shows the server’s message when rejected', async () => {
    stubServer({ ...csrf, 'POST /api/upload/photo': failure(413, 'Foto troppo grande') })
    await expect(uploadPhoto(drawn, 'profile')).rejects.toThrow('Foto troppo grande')
  })
})
