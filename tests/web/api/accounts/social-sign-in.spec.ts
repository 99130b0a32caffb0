import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { refuse } from '../../../../application/use-case.ts'
import type { Position } from '../../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../../domain/kernel/fp.ts'
import { startTestServer } from '../test-server.ts'

it.each([
  ['A-24', '/api/auth/google', 'google'],
  ['A-25', '/api/auth/facebook', 'facebook'],
  ['A-26', '/auth/login-google/start?source=app', 'google'],
])('%s, Q-20: %s returns to the login, which says that %s sign-in is not available', async (_, url, provider) => {
  const { app } = await startTestServer()
  const answer = await app.inject(url)
  const kept = url.endsWith('source=app') ? '&source=app' : ''
  const back = `/login?type=client&unavailable=${provider}${kept}`
  expect([answer.statusCode, answer.headers.location]).toEqual([302, back])
})

it('Q-19: a new Google user is in the read models before the redirect', async () => {
  const shown: string[] = []
  const arrived = { accountId: 'mario', position: '0000000000000007' as Position }
  const { app } = await startTestServer({
    deps: {
      social: {
        begin: () => TE.left(refuse({ type: 'SocialUnavailable', provider: 'google' })),
        finish: () => TE.right({ app: false, outcome: TE.right(arrived) }),
        deleteData: () => TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' })),
      },
      waitUntilProjected: async (position) => {
        await pause(20)
        return shown.push(position) > 0
      },
    },
  })
  const { headers } = await app.inject('/api/auth/google/callback?code=1&state=2')
  expect({ location: headers.location, shown }).toEqual({ location: '/client-dashboard', shown: [arrived.position] })
})
