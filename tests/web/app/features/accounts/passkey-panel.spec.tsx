// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { appUserAgent } from '../../../../../web/contract/accounts/passkeys.ts'
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
import { type Answers, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const challengeSession = 'A'.repeat(43)
const challengeBytes = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const challenge = { challenge: challengeBytes, sessionId: challengeSession, rpId: 'localhost' }
const noAndroidApp = { 'GET /api/auth/biometric/android-app': androidAppAnswer(null) }
const registering = {
  ...noAndroidApp,
  'POST /api/auth/biometric/register-challenge': ok({ ...challenge, excludeCredentials: [{ id: 'BAUG' }] }),
  'POST /api/auth/biometric/register': noContent,
}
const signingIn = {
  ...noAndroidApp,
  'POST /api/auth/biometric/authenticate-challenge': ok({ ...challenge, allowCredentials: [] }),
  'POST /api/auth/biometric/authenticate': ok({ user: giulia }),
}
const demo = '/biometric-demo'
const panel = (name: string) => screen.findByRole('region', { name })
const registerPanel = () => panel('Attiva Autenticazione Biometrica')
const loginPanel = () => panel('Accedi con Impronta Digitale')

const register = async (answers: Answers = {}) => {
  const opened = renderApp(demo, { ...signedInAs(giulia), ...registering, ...answers })
  const form = within(await registerPanel())
  await opened.user.type(form.getByLabelText('La tua password'), 'Benvenuti.2026!')
  await opened.user.click(form.getByRole('button', { name: 'Attiva' }))
  return opened
}
const signIn = async (answers: Answers = {}) => {
  const opened = renderApp(demo, { ...visitor, ...signingIn, ...answers })
  await opened.user.click(within(await loginPanel()).getByRole('button', { name: /impronta, Touch ID/ }))
  return opened
}

describe('registering a passkey in the panel (R-21, T-101)', () => {
  it('V-33, C-04, C-07: requires a platform authenticator with user verification, ES256 or RS256, within 60 s', async () => {
    const { create } = stubAuthenticator({ creates: async () => createdCredential })
    await register()
    await screen.findByText('L’accesso biometrico è attivo su questo dispositivo.')
    expect(create.mock.calls[0]?.[0].publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Garbo' },
      timeout: 60_000,
      attestation: 'none',
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'required',
        userVerification: 'required',
      },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      excludeCredentials: [{ type: 'public-key', id: new Uint8Array([4, 5, 6]).buffer }],
    })
  })

  it('E-29, A-18: sends byte arrays for the signed-in account', async () => {
    stubAuthenticator({ creates: async () => createdCredential })
    stubUserAgent('Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36')
    const { server } = await register()
    await screen.findByText('L’accesso biometrico è attivo su questo dispositivo.')
    expect(server.to('POST /api/auth/biometric/register-challenge')[0]?.body).toEqual({
      userId: 'giulia',
      userType: 'client',
      password: 'Benvenuti.2026!',
    })
    expect(server.to('POST /api/auth/biometric/register')[0]?.body).toEqual({
      sessionId: challengeSession,
      credentialId: [1, 2, 3],
      publicKey: [5],
      attestationObject: [9, 9],
      clientDataJSON: [7, 200],
      deviceName: 'Chrome su Android',
    })
  })

  it('S-05: shows progress until it is done', async () => {
    stubAuthenticator({ creates: async () => createdCredential })
    await register({ 'POST /api/auth/biometric/register': neverAnswers })
    expect(await screen.findByRole('button', { name: 'Attendere...' })).toHaveProperty('disabled', true)
  })

  it('Q-127: requires the password, and shows at the field that it is wrong', async () => {
    const { create } = stubAuthenticator({ creates: async () => createdCredential })
    const wrong = failure(400, 'La password attuale non è corretta.', 'CurrentPasswordWrong')
    const { user } = await register({ 'POST /api/auth/biometric/register-challenge': wrong })
    const form = within(await registerPanel())
    expect(await form.findByText('La password attuale non è corretta.')).toBeTruthy()
    await user.clear(form.getByLabelText('La tua password'))
    await user.click(form.getByRole('button', { name: 'Attiva' }))
    expect(await form.findByText('Inserisci la tua password')).toBeTruthy()
    expect(create).not.toHaveBeenCalled()
  })

  it('S-05: disables the button after success', async () => {
    stubAuthenticator({ creates: async () => createdCredential })
    await register()
    await screen.findByText('L’accesso biometrico è attivo su questo dispositivo.')
    expect(within(await registerPanel()).getByRole('button', { name: 'Attiva' })).toHaveProperty('disabled', true)
  })

  it.each([
    ['T-107', async () => Promise.reject(errorNamed('NotAllowedError')), "Autorizzazione negata dall'utente"],
    [
      'T-108',
      async () => Promise.reject(errorNamed('InvalidStateError')),
      'Credenziale già registrata per questo dispositivo',
    ],
    ['T-109', async () => Promise.reject(errorNamed('NotSupportedError')), 'Autenticazione biometrica non supportata'],
    ['T-110', async () => Promise.reject(errorNamed('UnknownError')), 'Errore durante la registrazione biometrica'],
    ['T-105', async () => null, 'Credenziale non creata'],
  ])('%s: shows the reason and can be retried', async (_, creates, words) => {
    stubAuthenticator({ creates })
    await register()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(within(await registerPanel()).getByRole('button', { name: 'Attiva' })).toHaveProperty('disabled', false)
  })

  it.each([
    ['T-104', 'register-challenge', failure(500, 'boom'), 'Errore nella generazione del challenge'],
    ['T-106', 'register', failure(400, 'altro'), 'Errore nella registrazione della credenziale'],
    ['T-108', 'register', failure(409, 'altro'), 'Credenziale già registrata per questo dispositivo'],
  ])('%s: shows what the server rejected', async (_, call, answer, words) => {
    stubAuthenticator({ creates: async () => createdCredential })
    await register({ [`POST /api/auth/biometric/${call}`]: answer })
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })
})

describe('signing in with a passkey in the panel (R-21, T-102)', () => {
  it('E-30, A-20, A-21: sends byte arrays and signs in', async () => {
    const { get } = stubAuthenticator({ gets: async () => signedCredential })
    const { server } = await signIn()
    expect(await screen.findByText('Ti abbiamo riconosciuto.')).toBeTruthy()
    expect(get.mock.calls[0]?.[0].publicKey).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      timeout: 60_000,
    })
    expect(server.to('POST /api/auth/biometric/authenticate')[0]?.body).toEqual({
      sessionId: challengeSession,
      credentialId: [1, 2, 3],
      authenticatorData: [4, 4],
      clientDataJSON: [7, 255],
      signature: [6],
      userHandle: [8],
    })
  })

  it.each([
    ['T-114', async () => Promise.reject(errorNamed('NotAllowedError')), "Autorizzazione negata dall'utente"],
    ['T-115', async () => Promise.reject(errorNamed('InvalidStateError')), 'Nessuna credenziale biometrica trovata'],
    ['T-116', async () => Promise.reject(errorNamed('UnknownError')), "Errore durante l'autenticazione biometrica"],
    ['T-112', async () => null, 'Autenticazione fallita'],
  ])('%s: shows the reason', async (_, gets, words) => {
    stubAuthenticator({ gets })
    await signIn()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })

  it.each([
    ['T-111', 'authenticate-challenge', 'Errore nella generazione del challenge di autenticazione'],
    ['T-113', 'authenticate', 'Verifica autenticazione fallita'],
  ])('%s: shows what the server rejected', async (_, call, words) => {
    stubAuthenticator({ gets: async () => signedCredential })
    await signIn({ [`POST /api/auth/biometric/${call}`]: failure(401, 'altro', 'BadCredentials') })
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })
})

describe('browsers without passkeys (V-32)', () => {
  const notice = "Il tuo browser non supporta l'autenticazione biometrica. Usa Chrome, Safari o Edge aggiornati."

  it.each([
    ['T-117', 'Mozilla/5.0 (Linux; Android 6) Mobile', "Aggiorna il tuo browser per usare l'autenticazione biometrica"],
    [
      'T-118',
      'Mozilla/5.0 (X11; Linux x86_64)',
      "L'autenticazione biometrica è disponibile principalmente su dispositivi mobili",
    ],
  ])('T-103, %s: show what to do', async (_, userAgent, hint) => {
    stubUserAgent(userAgent)
    renderApp('/biometric-demo', { ...signedInAs(locanda), ...registering })
    const region = await registerPanel()
    expect(await within(region).findByText(notice)).toBeTruthy()
    expect(within(region).getByText(hint)).toBeTruthy()
    expect(within(region).getByRole('button', { name: 'Attiva' })).toHaveProperty('disabled', true)
  })

  it('T-103, Q-116: do not suggest another browser inside the Android app', async () => {
    stubUserAgent('Mozilla/5.0 (Linux; Android 15) GarboAndroid/1.0')
    const { server } = renderApp('/biometric-demo', { ...signedInAs(giulia), ...registering })
    await registerPanel()
    await vi.waitFor(() => expect(server.to('GET /api/auth/biometric/android-app')).toHaveLength(1), 20_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByText(notice)).toBeNull()
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Face ID o Touch ID'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Safari/605', 'Touch ID'],
    ['Mozilla/5.0 (Windows NT 10.0) Edg/142', 'Windows Hello'],
  ])('T-127: on %s name the biometric method %s', async (userAgent, sensor) => {
    stubUserAgent(userAgent)
    renderApp('/biometric-demo', { ...signedInAs(giulia), ...registering })
    expect(within(await registerPanel()).getByText(`Su questo dispositivo si usa ${sensor}.`)).toBeTruthy()
  })

  it.each([
    ['none', 'il codice che lo sblocca'],
    ['touch-id', 'Touch ID'],
    ['face-id', 'Face ID'],
    ['fingerprint', 'l’impronta digitale'],
    ['face', 'il riconoscimento del volto'],
    ['iris', 'il riconoscimento dell’iride'],
  ] as const)('C-06: when the app says %s, name %s', async (biometry, sensor) => {
    stubUserAgent(`Mozilla/5.0 (Linux; Android 15; wv) Chrome/142.0 ${appUserAgent('GarboAndroid', '1.4', biometry)}`)
    renderApp('/biometric-demo', { ...signedInAs(giulia), ...registering })
    expect(within(await registerPanel()).getByText(`Su questo dispositivo si usa ${sensor}.`)).toBeTruthy()
  })
})
