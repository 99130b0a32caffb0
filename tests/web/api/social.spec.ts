import { expect, it } from 'vitest'
import { tryApi } from './sample.ts'

it.each([
  ['A-24', '/api/auth/google', 'google'],
  ['A-25', '/api/auth/facebook', 'facebook'],
  ['A-26', '/auth/login-google/start?source=app', 'google'],
])(
  '%s, Q-20: %s leads back to the login, which says that there is no sign-in with %s yet',
  async (_, url, provider) => {
    const { app } = await tryApi()
    const answer = await app.inject(url)
    const kept = url.endsWith('source=app') ? '&source=app' : ''
    const back = `/login?type=client&unavailable=${provider}${kept}`
    expect([answer.statusCode, answer.headers.location]).toEqual([302, back])
  },
)
