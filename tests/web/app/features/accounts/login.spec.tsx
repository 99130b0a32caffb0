// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { giulia, locanda, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

const wrongCredentials = failure(401, 'Credenziali non valide. Verifica email e password.', 'BadCredentials')
type User = ReturnType<typeof renderApp>['user']

const submitButton = () => screen.getByRole('button', { name: 'Accedi' })
const fillIn = async (user: User, email = 'info@locanda.it') => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  await user.type(screen.getByLabelText('Password'), 'segreta')
}

describe('the login page', () => {
  it('R-12, T-013, T-014, T-017, V-03: asks for the kind of account first', async () => {
    const { user } = renderApp('/login', visitor)
    await screen.findByRole('heading', { name: 'Accedi al tuo account' })
    expect(submitButton()).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('radio', { name: 'Cliente' }))
    expect(screen.getByRole('heading', { name: 'Accesso Cliente' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Esercente (Hotel, B&B, Ristorante)' }))
    expect(screen.getByRole('heading', { name: 'Accesso Esercente' })).toBeTruthy()
    expect(submitButton()).toHaveProperty('disabled', false)
  })

  it.each([
    ['business', 'Accesso Esercente', '/register'],
    ['client', 'Accesso Cliente', '/register-client'],
  ])('T-015, T-016: preselects type=%s', async (type, title, register) => {
    renderApp(`/login?type=${type}`, visitor)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(submitButton()).toHaveProperty('disabled', false)
    const registrations = screen.getAllByRole('link', { name: /^Registra/ })
    expect(registrations.map((link) => link.getAttribute('href'))).toEqual([register])
  })

  it('V-01, V-02, T-020, T-021: names missing fields and focuses them', async () => {
    const { user, server } = renderApp('/login?type=business', visitor)
    await screen.findByRole('heading', { name: 'Accesso Esercente' })
    await user.click(submitButton())
    expect(await screen.findByText('Username richiesto')).toBeTruthy()
    expect(screen.getByText('Password richiesta')).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Email' })
    expect(document.activeElement).toBe(name)
    expect(name.getAttribute('type')).toBe('email')
    expect(server.to('POST /api/auth/login')).toEqual([])
  })

  it('S-02, T-018: shows that it is working', async () => {
    const { user } = renderApp('/login?type=business', { ...visitor, 'POST /api/auth/login': neverAnswers })
    await fillIn(user)
    await user.click(submitButton())
    expect(await screen.findByRole('button', { name: 'Accesso in corso...' })).toHaveProperty('disabled', true)
  })

  it('B-07, P-08: takes a business to its dashboard', async () => {
    const { user, server, at } = renderApp('/login?type=business', {
      ...visitor,
      'POST /api/auth/login': ok({ user: locanda }),
    })
    await fillIn(user)
    await user.click(submitButton())
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    expect(server.to('POST /api/auth/login')[0]?.body).toEqual({ username: 'info@locanda.it', password: 'segreta' })
  })

  it('D-66: takes an auditor to the log, and an administrator to the dashboard with a link to it', async () => {
    for (const [role, place] of [
      ['REVISORE', '/admin/audit'],
      ['ADMIN', '/dashboard'],
    ] as const) {
      const user: typeof locanda = { ...locanda, staffRoles: [role], permissions: ['audit'] }
      const login = renderApp('/login?type=business', {
        ...visitor,
        'POST /api/auth/login': ok({ user }),
        'GET /api/audit/checkpoints': ok([]),
        'GET /api/audit/keys': ok([]),
        'GET /api/audit/read-models': ok([]),
        'GET /api/audit/search': ok({ items: [], nextCursor: null }),
      })
      await fillIn(login.user)
      await login.user.click(submitButton())
      await vi.waitFor(() => expect(login.at()).toBe(place), 20_000)
      await login.user.click(await screen.findByRole('button', { name: /Menu/ }))
      const link = await screen.findByRole('menuitem', { name: 'Revisione' })
      expect(link.getAttribute('href')).toBe('/admin/audit')
      cleanup()
    }
  })

  it('D-66: takes a client who is an auditor to the log', async () => {
    let known = false
    const user: typeof giulia = { ...giulia, staffRoles: ['REVISORE'], permissions: ['audit'] }
    const login = renderApp('/login?type=client', {
      'GET /api/auth/user': () => (known ? ok(user) : failure(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login-client': () => {
        known = true
        return ok({ showBiometricOption: false, clientId: 'cli-giulia', emailVerified: true })
      },
      'GET /api/audit/checkpoints': ok([]),
      'GET /api/audit/keys': ok([]),
      'GET /api/audit/read-models': ok([]),
      'GET /api/audit/search': ok({ items: [], nextCursor: null }),
    })
    await fillIn(login.user, 'giulia@posta.it')
    await login.user.click(submitButton())
    await vi.waitFor(() => expect(login.at()).toBe('/admin/audit'), 20_000)
  })

  it('Q-111: always continues to the dashboard, wherever the user came from', async () => {
    let known = false
    const { user, address } = renderApp('/rewards?from=email', {
      'GET /api/auth/user': () => (known ? ok(locanda) : failure(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login': () => {
        known = true
        return ok({ user: locanda })
      },
    })
    await fillIn(user)
    expect(address()).toBe('/auth/login')
    await user.click(screen.getByRole('radio', { name: 'Esercente (Hotel, B&B, Ristorante)' }))
    await user.click(submitButton())
    await vi.waitFor(() => expect(address()).toBe('/dashboard'), 20_000)
  })

  it('P-08, Q-18: takes a client to the client area, not the dashboard', async () => {
    let known = false
    const { user, server, at } = renderApp('/login?type=client', {
      'GET /api/auth/user': () => (known ? ok(giulia) : failure(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login-client': () => {
        known = true
        return ok({ showBiometricOption: true, clientId: 'cli-giulia', emailVerified: true })
      },
    })
    await fillIn(user, 'giulia@posta.it')
    await user.click(submitButton())
    await screen.findByRole('heading', { name: 'Ciao, Giulia Bianchi' })
    expect(at()).toBe('/client-dashboard')
    expect(server.to('POST /api/auth/login-client')[0]?.body).toEqual({ email: 'giulia@posta.it', password: 'segreta' })
  })

  it('T-022, T-023, T-024: reports wrong credentials of a business', async () => {
    const { user } = renderApp('/login?type=business', { ...visitor, 'POST /api/auth/login': wrongCredentials })
    await fillIn(user)
    await user.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe('Credenziali non valide. Verifica email e password.')
    expect(screen.getByText('Errore di accesso')).toBeTruthy()
    expect(screen.getByText('Credenziali non valide. Riprova.')).toBeTruthy()
  })

  it('R-15, T-025, T-026, T-027: offers registration to an unknown client', async () => {
    const { user } = renderApp('/login?type=client', { ...visitor, 'POST /api/auth/login-client': wrongCredentials })
    await fillIn(user)
    await user.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Cliente non trovato. Forse non ti sei ancora registrato?',
    )
    expect(screen.getByText('Cliente non trovato o credenziali errate')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Registrati ora' })).toBeTruthy()
  })

  it.each([
    [400, 'Invalid', 'Dati non validi: Indica la password.'],
    [403, 'ForeignOrigin', 'Richiesta rifiutata: proviene da un altro sito.'],
  ])('reports the server’s message for %i %s, not wrong credentials', async (status, code, message) => {
    const { user } = renderApp('/login?type=client', {
      ...visitor,
      'POST /api/auth/login-client': failure(status, message, code),
    })
    await fillIn(user)
    await user.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.queryByRole('link', { name: 'Registrati ora' })).toBeNull()
  })

  it('Q-23: reports rate limiting as such, not as wrong credentials', async () => {
    const { user } = renderApp('/login?type=business', {
      ...visitor,
      'POST /api/auth/login': failure(429, 'Troppi tentativi: riprova tra 15 minuti.'),
    })
    await fillIn(user)
    await user.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe('Troppi tentativi: riprova tra 15 minuti.')
  })
})
