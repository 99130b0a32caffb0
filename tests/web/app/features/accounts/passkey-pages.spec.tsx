// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  androidAppAnswer,
  createdCredential,
  errorNamed,
  signedCredential,
  stubAuthenticator,
  stubUserAgent,
} from '../../support/authenticator.ts'
import { giulia, locanda, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, noContent, ok } from '../../support/stub-server.ts'

const challenge = {
  challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  sessionId: 'A'.repeat(43),
  rpId: 'localhost',
}
const insideApp = (enrollLink: string | null = null) => ({
  'GET /api/auth/biometric/android-app': androidAppAnswer(enrollLink),
})
const ownPasskey = {
  id: 'passkey-1',
  deviceName: 'Chrome su Android',
  createdAt: '2026-03-02T10:00:00.000Z',
  lastUsedAt: null,
}
const biometricAnswers = {
  ...insideApp(),
  'GET /api/auth/biometric/passkeys': ok([ownPasskey]),
  'GET /api/auth/sessions': ok([]),
  'POST /api/auth/biometric/register-challenge': ok({ ...challenge, excludeCredentials: [] }),
  'POST /api/auth/biometric/register': noContent,
  'POST /api/auth/biometric/authenticate-challenge': ok({ ...challenge, allowCredentials: [] }),
  'POST /api/auth/biometric/authenticate': ok({ user: locanda }),
  'POST /api/auth/biometric/enroll': ok({ deviceToken: 'B'.repeat(43) }),
  'POST /api/auth/biometric/revoke': ok({ message: 'L’accesso rapido è stato disattivato su questo dispositivo.' }),
}
type User = ReturnType<typeof renderApp>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
const register = async (user: User) => {
  await user.type(await screen.findByLabelText('La tua password'), 'Benvenuti.2026!')
  await press(user, 'Attiva')
}

describe('passkey sign-in (R-13, S-02)', () => {
  const way = 'Accedi con impronta, Touch ID o Face ID'

  it('T-102, T-019: replaces the form and can go back to it', async () => {
    stubAuthenticator()
    const { user } = renderApp('/login?type=business', { ...visitor, ...biometricAnswers })
    await press(user, way)
    expect(await screen.findByRole('region', { name: 'Accedi con Impronta Digitale' })).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: way }))
    await press(user, 'Torna al login normale')
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  it('Q-18, P-08: leads to the dashboard', async () => {
    stubAuthenticator({ gets: async () => signedCredential })
    const { user, server, at } = renderApp('/login?type=business', { ...visitor, ...biometricAnswers })
    await press(user, way)
    await press(user, way)
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    expect(server.to('POST /api/auth/biometric/authenticate-challenge')[0]?.body).toEqual({ userType: 'business' })
  })

  it('T-031: shows failures in a toast too', async () => {
    stubAuthenticator({ gets: async () => Promise.reject(errorNamed('NotAllowedError')) })
    const { user } = renderApp('/login?type=client', { ...visitor, ...biometricAnswers })
    await press(user, way)
    await press(user, way)
    expect(await screen.findByText('Errore di autenticazione')).toBeTruthy()
    expect(screen.getAllByText("Autorizzazione negata dall'utente").length).toBeGreaterThan(0)
  })

  it('P-02: asks for the kind of account first', async () => {
    const { user } = renderApp('/login', { ...visitor, ...biometricAnswers })
    const button = await screen.findByRole('button', { name: way })
    expect(button).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('radio', { name: 'Cliente' }))
    expect(button).toHaveProperty('disabled', false)
  })
})

describe('passkey offer after sign-up (R-11, S-03)', () => {
  const entering = async (showBiometricOption: boolean) => {
    let known = false
    const opened = renderApp('/client-auth', {
      ...biometricAnswers,
      'GET /api/auth/user': () => (known ? ok(giulia) : failure(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login-client': () => {
        known = true
        return ok({ showBiometricOption, clientId: 'cli-giulia', emailVerified: true })
      },
    })
    await opened.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
    await opened.user.type(screen.getByLabelText('Password'), 'x')
    await press(opened.user, 'Accedi')
    return opened
  }
  const arrives = (at: () => string) => vi.waitFor(() => expect(at()).toBe('/client-dashboard'), 20_000)

  it('T-048, T-049, T-054, T-055: registers the passkey and continues when accepted', async () => {
    stubAuthenticator({ creates: async () => createdCredential })
    const { user, at, server } = await entering(true)
    expect(await screen.findByText('Accesso effettuato!')).toBeTruthy()
    expect(screen.getByText("Vuoi attivare l'accesso biometrico per la prossima volta?")).toBeTruthy()
    await register(user)
    expect(await screen.findByText('Autenticazione biometrica attivata!')).toBeTruthy()
    expect(screen.getByText('Ora puoi accedere usando la tua impronta o Face ID.')).toBeTruthy()
    await arrives(at)
    expect(server.to('POST /api/auth/biometric/register')).toHaveLength(1)
  })

  it('S-04: continues after a failure and shows it', async () => {
    stubAuthenticator({ creates: async () => Promise.reject(errorNamed('NotAllowedError')) })
    const { user, at } = await entering(true)
    await register(user)
    await arrives(at)
    expect(await screen.findByText("Autorizzazione negata dall'utente")).toBeTruthy()
  })

  it('can be postponed', async () => {
    stubAuthenticator()
    const { user, at, server } = await entering(true)
    await press(user, 'Non ora')
    await arrives(at)
    expect(server.to('POST /api/auth/biometric/register-challenge')).toEqual([])
  })

  it('Q-27: is not shown to clients with a passkey', async () => {
    stubAuthenticator()
    await arrives((await entering(false)).at)
  })

  it('Q-27: is not shown in a browser without passkeys', async () => {
    await arrives((await entering(true)).at)
  })
})

describe('quick access (R-93, R-94, S-08)', () => {
  const visit = (answers: Answers = {}, path = '/profile/biometric-setup') =>
    renderApp(path, { ...signedInAs(giulia), ...biometricAnswers, ...answers })

  it('T-125, T-126: explains passkeys in a browser and never shows the token', async () => {
    stubAuthenticator({ creates: async () => createdCredential })
    const { user, server } = visit()
    await press(user, 'Attiva in questo browser')
    expect(await screen.findByText(/WebAuthn/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('BBBB')
    await register(user)
    await screen.findByText('L’accesso biometrico è attivo su questo dispositivo.')
    await vi.waitFor(() => expect(server.to('GET /api/auth/biometric/passkeys').length).toBe(2), 20_000)
  })

  it('T-126, A-28, Q-17: opens the Android app with the token in the fragment', async () => {
    stubUserAgent('Mozilla/5.0 (Linux; Android 15) GarboAndroid/1.0')
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    const { user } = visit(insideApp('garbo://biometric-enroll'))
    await press(user, 'Attiva nell’app')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`garbo://biometric-enroll#${'B'.repeat(43)}`), 20_000)
  })

  it('T-121: is unavailable in an app without a link address', async () => {
    stubUserAgent('Mozilla/5.0 (Linux; Android 15) GarboAndroid/1.0')
    const { user, server } = visit()
    await press(user, 'Attiva nell’app')
    expect((await screen.findByRole('alert')).textContent).toBe('Autenticazione biometrica non disponibile')
    expect(server.to('POST /api/auth/biometric/enroll')).toEqual([])
  })

  it('T-122: is unavailable without passkeys', async () => {
    const { user } = visit()
    await press(user, 'Attiva in questo browser')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Autenticazione biometrica non supportata in questo browser',
    )
  })

  it('T-123: is unavailable without a sensor', async () => {
    stubAuthenticator({ platform: false })
    const { user } = visit()
    await press(user, 'Attiva in questo browser')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Autenticazione biometrica non disponibile su questo dispositivo',
    )
  })

  it('T-124: can be ended', async () => {
    const { user, server } = visit()
    await press(user, 'Disattiva in questo browser')
    expect(await screen.findByText('L’accesso rapido è stato disattivato su questo dispositivo.')).toBeTruthy()
    await vi.waitFor(() => expect(server.to('GET /api/auth/biometric/passkeys').length).toBe(2), 20_000)
  })

  it('T-119, T-120: shows failures in red', async () => {
    stubAuthenticator()
    const broken = failure(500, 'boom')
    const { user } = visit({ 'POST /api/auth/biometric/enroll': broken, 'POST /api/auth/biometric/revoke': broken })
    await press(user, 'Attiva in questo browser')
    expect((await screen.findByRole('alert')).textContent).toBe("Errore durante l'attivazione")
    await press(user, 'Disattiva in questo browser')
    expect(await screen.findByText('Errore durante la disattivazione')).toBeTruthy()
  })

  it('Q-17, R-94: asks visitors to sign in and shows no passkeys', async () => {
    stubAuthenticator()
    const { user, server } = renderApp('/biometric-setup', {
      ...biometricAnswers,
      ...visitor,
      'POST /api/auth/biometric/enroll': failure(401, 'Accedi per continuare.', 'NotSignedIn'),
    })
    await press(user, 'Attiva in questo browser')
    expect((await screen.findByRole('alert')).textContent).toBe('Accedi per continuare.')
    expect(server.to('GET /api/auth/biometric/passkeys')).toEqual([])
  })

  it('lists and removes the user’s passkeys', async () => {
    let kept = [ownPasskey]
    const { user, server } = visit({
      'GET /api/auth/biometric/passkeys': () => ok(kept),
      'POST /api/auth/biometric/remove': () => {
        kept = []
        return noContent
      },
    })
    expect(await screen.findByText('Creata il 2 marzo 2026')).toBeTruthy()
    await press(user, 'Rimuovi la passkey Chrome su Android')
    expect(await screen.findByText('Non hai ancora passkey.')).toBeTruthy()
    expect(server.to('POST /api/auth/biometric/remove')[0]?.body).toEqual({ passkeyId: 'passkey-1' })
  })

  it('R-37: is reached from the user menu', async () => {
    const { user } = renderApp('/my-rewards', signedInAs(giulia))
    await press(user, 'Menu di Giulia Bianchi')
    const link = await screen.findByRole('menuitem', { name: 'Accesso rapido' })
    expect(link.getAttribute('href')).toBe('/profile/biometric-setup')
  })
})

describe('developer pages (R-112, R-113, Q-34)', () => {
  it('show on the test page what the browser supports', async () => {
    stubAuthenticator({ platform: false })
    renderApp('/biometric-test', { ...visitor, ...biometricAnswers })
    await screen.findByText('Passkey (WebAuthn)')
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Sì', 'No', 'No', 'No'])
  })

  it('register nothing on the demo page for a visitor', async () => {
    renderApp('/biometric-demo', { ...visitor, ...biometricAnswers })
    expect(await screen.findByText('Per registrare una passkey devi prima accedere.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Attiva Autenticazione Biometrica' })).toBeNull()
  })

  it('include an experimental lab page whose buttons do nothing', async () => {
    renderApp('/lab/passkeys', visitor)
    expect(await screen.findByText(/Sperimentale/)).toBeTruthy()
    const buttons = within(screen.getByRole('main')).getAllByRole('button')
    expect(buttons.length).toBeGreaterThan(0)
    expect(buttons.every((button) => button.hasAttribute('disabled'))).toBe(true)
  })
})
