// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { open } from '../support/open.tsx'
import { giulia, locanda, visitor } from '../support/people.ts'
import { no, ok, silence } from '../support/server.ts'

const wrong = no(401, 'Credenziali non valide. Verifica email e password.', 'BadCredentials')
type User = ReturnType<typeof open>['user']

const submit = () => screen.getByRole('button', { name: 'Accedi' })
const fill = async (user: User, email = 'info@locanda.it') => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  await user.type(screen.getByLabelText('Password'), 'segreta')
}

describe('the login page', () => {
  it('R-12, T-013, T-014, T-017, V-03: asks for the kind of account first', async () => {
    const { user } = open('/login', visitor)
    await screen.findByRole('heading', { name: 'Accedi al tuo account' })
    expect(submit()).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('radio', { name: 'Cliente' }))
    expect(screen.getByRole('heading', { name: 'Accesso Cliente' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Esercente (Hotel, B&B, Ristorante)' }))
    expect(screen.getByRole('heading', { name: 'Accesso Esercente' })).toBeTruthy()
    expect(submit()).toHaveProperty('disabled', false)
  })

  it.each([
    ['business', 'Accesso Esercente', '/register'],
    ['client', 'Accesso Cliente', '/register-client'],
  ])('T-015, T-016: type=%s is preselected', async (type, title, register) => {
    open(`/login?type=${type}`, visitor)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(submit()).toHaveProperty('disabled', false)
    const registrations = screen.getAllByRole('link', { name: /^Registra/ })
    expect(registrations.map((link) => link.getAttribute('href'))).toEqual([register])
  })

  it('V-01, V-02, T-020, T-021: names missing fields and focuses them', async () => {
    const { user, server } = open('/login?type=business', visitor)
    await screen.findByRole('heading', { name: 'Accesso Esercente' })
    await user.click(submit())
    expect(screen.getByText('Username richiesto')).toBeTruthy()
    expect(screen.getByText('Password richiesta')).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Email' })
    expect(document.activeElement).toBe(name)
    expect(name.getAttribute('type')).toBe('email')
    expect(server.to('POST /api/auth/login')).toEqual([])
  })

  it('S-02, T-018: shows that it is working', async () => {
    const { user } = open('/login?type=business', { ...visitor, 'POST /api/auth/login': silence })
    await fill(user)
    await user.click(submit())
    expect(await screen.findByRole('button', { name: 'Accesso in corso...' })).toHaveProperty('disabled', true)
  })

  it('B-07, P-08: takes a business to its dashboard', async () => {
    const { user, server, at } = open('/login?type=business', {
      ...visitor,
      'POST /api/auth/login': ok({ user: locanda }),
    })
    await fill(user)
    await user.click(submit())
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    expect(server.to('POST /api/auth/login')[0]?.body).toEqual({ username: 'info@locanda.it', password: 'segreta' })
  })

  it('Q-111: always continues to the dashboard, wherever the user came from', async () => {
    let known = false
    const { user, address } = open('/rewards?from=letter', {
      'GET /api/auth/user': () => (known ? ok(locanda) : no(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login': () => {
        known = true
        return ok({ user: locanda })
      },
    })
    await fill(user)
    expect(address()).toBe('/auth/login')
    await user.click(screen.getByRole('radio', { name: 'Esercente (Hotel, B&B, Ristorante)' }))
    await user.click(submit())
    await vi.waitFor(() => expect(address()).toBe('/dashboard'), 20_000)
  })

  it('P-08, Q-18: takes a client to the client area, not the dashboard', async () => {
    let known = false
    const { user, server, at } = open('/login?type=client', {
      'GET /api/auth/user': () => (known ? ok(giulia) : no(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/login-client': () => {
        known = true
        return ok({ showBiometricOption: true, clientId: 'cli-giulia', emailVerified: true })
      },
    })
    await fill(user, 'giulia@posta.it')
    await user.click(submit())
    await screen.findByRole('heading', { name: 'Benvenuto, Giulia Bianchi' })
    expect(at()).toBe('/client-dashboard')
    expect(server.to('POST /api/auth/login-client')[0]?.body).toEqual({ email: 'giulia@posta.it', password: 'segreta' })
  })

  it('T-022, T-023, T-024: reports wrong credentials of a business', async () => {
    const { user } = open('/login?type=business', { ...visitor, 'POST /api/auth/login': wrong })
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe('Credenziali non valide. Verifica email e password.')
    expect(screen.getByText('Errore di accesso')).toBeTruthy()
    expect(screen.getByText('Credenziali non valide. Riprova.')).toBeTruthy()
  })

  it('R-15, T-025, T-026, T-027: offers registration to an unknown client', async () => {
    const { user } = open('/login?type=client', { ...visitor, 'POST /api/auth/login-client': wrong })
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Cliente non trovato. Forse non ti sei ancora registrato?',
    )
    expect(screen.getByText('Cliente non trovato o credenziali errate')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Registrati ora' })).toBeTruthy()
  })

  it('Q-23: reports rate limiting as such, not as wrong credentials', async () => {
    const { user } = open('/login?type=business', {
      ...visitor,
      'POST /api/auth/login': no(429, 'Troppi tentativi: riprova tra 15 minuti.'),
    })
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe('Troppi tentativi: riprova tra 15 minuti.')
  })
})
