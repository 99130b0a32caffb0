// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { androidAppAnswer, stubUserAgent } from '../../support/authenticator.ts'
import { giulia, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const noAndroidApp = { 'GET /api/auth/biometric/android-app': androidAppAnswer(null) }
const facebook = { appId: '100', sdk: 'https://sdk.example/sdk.js', version: 'v24.0' }
const answers: Answers = { ...visitor, ...noAndroidApp, 'GET /api/auth/social': ok({ google: true, facebook }) }
const authResponse = { accessToken: 'EAA', userID: '9', signedRequest: 's.p' }

/** Simulates a loaded Facebook script with this response. */
const stubFacebookSdk = (outcome: unknown) => {
  const init = vi.fn()
  vi.stubGlobal('FB', { init, login: (done: (outcome: unknown) => void) => done(outcome) })
  return init
}
const spyOnNavigation = () => vi.spyOn(location, 'assign').mockImplementation(() => undefined)
const button = (name: string) => screen.findByRole('button', { name })

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('Google and Facebook on the login page', () => {
  it('Q-19: are disabled for businesses', async () => {
    renderApp('/login?type=business', answers)
    for (const name of ['Accedi con Google', 'Accedi con Facebook'])
      expect(await button(name)).toHaveProperty('disabled', true)
    expect(screen.getByText('Google e Facebook sono per i clienti.')).toBeTruthy()
  })

  it('A-26: start on Google’s own page', async () => {
    const went = spyOnNavigation()
    const { user } = renderApp('/login?type=client', answers)
    await user.click(await button('Accedi con Google'))
    await waitFor(() => expect(went).toHaveBeenCalledWith('/auth/login-google/start'))
  })

  it.each([
    ['by its mark', '/login?type=client', 'Mozilla/5.0 GarboAndroid/1'],
    ['by the address', '/login?type=client&source=app', 'Mozilla/5.0'],
  ])('A-26: reports that it started in the app, known %s', async (_, path, name) => {
    stubUserAgent(name)
    const went = spyOnNavigation()
    const { user } = renderApp(path, answers)
    await user.click(await button('Accedi con Google'))
    await waitFor(() => expect(went).toHaveBeenLastCalledWith('/auth/login-google/start?source=app'))
  })

  it('S-06, Q-18: sign in by Facebook’s script and open the dashboard, without sending personal data', async () => {
    const init = stubFacebookSdk({ status: 'connected', authResponse })
    const { user, server, at } = renderApp('/login?type=client', {
      ...answers,
      'POST /api/auth/facebook/token': ok({ success: true, user: giulia }),
    })
    await user.click(await button('Accedi con Facebook'))
    await waitFor(() => expect(at()).toBe('/dashboard'))
    expect(init).toHaveBeenCalledWith({ appId: '100', version: 'v24.0', cookie: false, xfbml: false })
    expect(server.to('POST /api/auth/facebook/token')[0]?.body).toEqual(authResponse)
  })

  it('T-029, T-030, Q-28: shows a message and stays when denied', async () => {
    stubFacebookSdk({ status: 'unknown', authResponse: null })
    const went = spyOnNavigation()
    const { user, server } = renderApp('/login?type=client', answers)
    await user.click(await button('Accedi con Facebook'))
    expect(await screen.findByText('Login annullato')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Login Facebook annullato')
    expect([went.mock.calls, server.to('POST /api/auth/facebook/token')]).toEqual([[], []])
  })

  it('T-028, S-06: shows a failure and then tries Facebook’s own page', async () => {
    stubFacebookSdk({ status: 'connected', authResponse })
    const went = spyOnNavigation()
    const failed = failure(401, 'Errore durante il login Facebook', 'SocialRefused')
    const { user } = renderApp('/login?type=client', { ...answers, 'POST /api/auth/facebook/token': failed })
    await user.click(await button('Accedi con Facebook'))
    expect((await screen.findByRole('alert')).textContent).toBe('Errore durante il login Facebook')
    expect(went).not.toHaveBeenCalled()
    await waitFor(() => expect(went).toHaveBeenCalledWith('/api/auth/facebook'), { timeout: 10_000 })
  })

  it('R-14: uses Facebook’s own page immediately without a key for the script', async () => {
    const went = spyOnNavigation()
    const none = { ...answers, 'GET /api/auth/social': ok({ google: false, facebook: null }) }
    const { user } = renderApp('/login?type=client', none)
    await user.click(await button('Accedi con Facebook'))
    await waitFor(() => expect(went).toHaveBeenCalledWith('/api/auth/facebook'))
  })

  it.each([
    ['google', 'SocialCancelled', 'Login Google annullato'],
    ['facebook', 'SocialCancelled', 'Login Facebook annullato'],
    ['facebook', 'SocialRefused', 'Errore durante il login Facebook'],
    ['google', 'SocialUnreachable', 'Google non risponde al momento. Riprova tra poco.'],
  ])('Q-19: explains returning from %s with %s', async (provider, reason, text) => {
    renderApp(`/login?type=client&provider=${provider}&refused=${reason}`, answers)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it.each(['provider=google&refused=toString', 'provider=altro&refused=SocialRefused', 'refused=SocialRefused'])(
    'ignores an invented address: %s',
    async (query) => {
      renderApp(`/login?type=client&${query}`, answers)
      await screen.findByRole('heading', { name: 'Accesso Cliente' })
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('social sign-in on the client page', () => {
  it('R-08, R-09, A-24, A-25: leads to Google and Facebook in both modes', async () => {
    const { user } = renderApp('/client-auth', answers)
    const links = () =>
      ['Google', 'Facebook'].map((name) =>
        screen.getByRole('link', { name: new RegExp(`con ${name}$`) }).getAttribute('href'),
      )
    await screen.findByRole('heading', { name: 'Accedi come Cliente' })
    expect(links()).toEqual(['/api/auth/google', '/api/auth/facebook'])
    expect(screen.getByText('oppure')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Non hai un account?' }))
    expect(screen.getByRole('link', { name: 'Registrati con Google' })).toBeTruthy()
    expect(links()).toEqual(['/api/auth/google', '/api/auth/facebook'])
  })
})

describe('the deletion status page', () => {
  const path = 'GET /api/auth/facebook/data-deletion/abc'
  it.each([
    ['nothing-held', /Non conserviamo nessun dato/],
    ['unlinked', /un pagamento o un ricorso aperto, .* Se accedi di nuovo con Facebook, l’account resta/],
    ['erased', /sono stati eliminati/],
  ])('shows the status: %s', async (state, text) => {
    renderApp('/data-deletion/abc', { ...visitor, [path]: ok({ requestedAt: '2026-04-01T10:00:00.000Z', state }) })
    expect(await screen.findByText('Richiesta ricevuta il 1 aprile 2026.')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('reports an unknown request', async () => {
    const missing = failure(404, 'Richiesta di eliminazione non trovata.', 'DeletionUnknown')
    renderApp('/data-deletion/abc', { ...visitor, [path]: missing })
    expect(await screen.findByText('Richiesta di eliminazione non trovata.')).toBeTruthy()
  })
})

// @vitest-environment happy-dom

it.each([
  ['google', 'Google'],
  ['facebook', 'Facebook'],
])('Q-20: users whose %s sign-in is unavailable see an alternative', async (provider, name) => {
  renderApp(`/login?type=client&unavailable=${provider}`, visitor)
  const said = `L’accesso con ${name} non è disponibile al momento. Usa email e password.`
  expect(await screen.findByText(said)).toBeTruthy()
})

it('an unknown provider is ignored', async () => {
  renderApp('/login?type=client&unavailable=altro', visitor)
  await screen.findByRole('heading', { name: 'Accesso Cliente' })
  expect(screen.queryByText(/non è disponibile/)).toBeNull()
})
