// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { signedCredential, stubAuthenticator } from '../../support/authenticator.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, ok } from '../../support/stub-server.ts'

const challengeBytes = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const moderatorWithoutPasskey = { ...moderator, secondFactorDue: true } as const
const challenge = { challenge: challengeBytes, sessionId: 'A'.repeat(43), rpId: 'localhost', allowCredentials: [] }
const answersWith = (more: Answers): Answers => ({
  ...signedInAs(moderatorWithoutPasskey),
  'POST /api/auth/biometric/authenticate-challenge': ok(challenge),
  ...more,
})
const press = async ({ user }: ReturnType<typeof renderApp>) => {
  const panel = await screen.findByRole('region', { name: 'Accedi con Impronta Digitale' })
  await user.click(within(panel).getByRole('button', { name: /impronta, Touch ID/ }))
}

describe('staff without a passkey where one is required', () => {
  it('ASVS 6.3.3: are led to the passkey and then to the console', async () => {
    stubAuthenticator({ gets: async () => signedCredential })
    const opened = renderApp(
      '/admin/reviews',
      answersWith({ 'POST /api/auth/biometric/authenticate': ok({ user: moderator }) }),
    )
    expect(await screen.findByRole('heading', { name: 'Conferma che sei tu', level: 1 })).toBeTruthy()
    expect(opened.at()).toBe('/staff-passkey')
    await press(opened)
    await vi.waitFor(() => expect(opened.at()).toBe('/admin/reviews'), 20_000)
    expect(opened.server.to('POST /api/auth/biometric/authenticate-challenge')[0]?.body).toEqual({
      userType: 'business',
    })
  })

  it('D-66: are led to the pages for auditors if that is what they are', async () => {
    stubAuthenticator({ gets: async () => signedCredential })
    const auditor = { ...moderator, staffRoles: ['REVISORE'], permissions: ['audit'] }
    const opened = renderApp(
      '/admin/audit/events',
      answersWith({
        ...signedInAs({ ...moderatorWithoutPasskey, staffRoles: ['REVISORE'], permissions: [] }),
        'POST /api/auth/biometric/authenticate': ok({ user: auditor }),
        'GET /api/audit/checkpoints': ok([]),
        'GET /api/audit/keys': ok([]),
        'GET /api/audit/read-models': ok([]),
        'GET /api/audit/search': ok({ items: [], nextCursor: null }),
      }),
    )
    await press(opened)
    await vi.waitFor(() => expect(opened.at()).toBe('/admin/audit'), 20_000)
  })

  it('see that the passkey does not count, and stay', async () => {
    stubAuthenticator({ gets: async () => signedCredential })
    const opened = renderApp(
      '/staff-passkey',
      answersWith({ 'POST /api/auth/biometric/authenticate': ok({ user: moderatorWithoutPasskey }) }),
    )
    await press(opened)
    expect((await screen.findByRole('alert')).textContent).toContain('non per lavorare ai casi')
    expect(opened.at()).toBe('/staff-passkey')
  })

  it('can use the rest of the account', async () => {
    const { at } = renderApp('/profile', answersWith({}))
    await vi.waitFor(() => expect(document.querySelector('main h1')).toBeTruthy(), 20_000)
    expect(at()).toBe('/profile')
  })
})
