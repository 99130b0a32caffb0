import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { rejectedWith } from '../../../../application/use-case.ts'
import type { Position } from '../../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../../domain/kernel/fp.ts'
import { startTestServer } from '../test-server.ts'

it.each([
  ['A-24', '/api/auth/google', 'google'],
  ['A-25', '/api/auth/facebook', 'facebook'],
  ['A-26', '/auth/login-google/start?source=app', 'google'],
])('%s, Q-20: %s returns to the login, which reports that %s sign-in is not available', async (_, url, provider) => {
  const { app } = await startTestServer()
  const response = await app.inject(url)
  const appQuery = url.endsWith('source=app') ? '&source=app' : ''
  const loginPage = `/login?type=client&unavailable=${provider}${appQuery}`
  expect([response.statusCode, response.headers.location]).toEqual([302, loginPage])
})

it('Q-19: a new Google user is in the read models before the redirect', async () => {
  const awaited: string[] = []
  const newUser = { accountId: 'mario', position: '0000000000000007' as Position }
  const { app } = await startTestServer({
    deps: {
      social: {
        begin: () => TE.left(rejectedWith({ type: 'SocialUnavailable', provider: 'google' })),
        finish: () => TE.right({ app: false, outcome: TE.right(newUser) }),
        deleteData: () => TE.left(rejectedWith({ type: 'SocialUnavailable', provider: 'facebook' })),
      },
      waitUntilProjected: async (position) => {
        await pause(20)
        return awaited.push(position) > 0
      },
    },
  })
  const { headers } = await app.inject('/api/auth/google/callback?code=1&state=2')
  expect({ location: headers.location, awaited }).toEqual({
    location: '/client-dashboard',
    awaited: [newUser.position],
  })
})
