// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { giulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp, toastArea } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

type User = ReturnType<typeof renderApp>['user']
const fillIn = async (user: User) => {
  await user.click(await screen.findByRole('checkbox', { name: /acconsento al trattamento/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Giulia')
  await user.type(screen.getByRole('textbox', { name: 'Cognome' }), 'Bianchi')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
  await user.type(screen.getByRole('textbox', { name: 'Telefono' }), '+39 333 1234567')
  await user.type(screen.getByLabelText('Password'), 'Garbo-2026!')
  await user.click(screen.getByRole('button', { name: 'Registrati' }))
}
const registrationAccepted: Answers = {
  ...visitor,
  'POST /api/auth/register-client': created({ clientId: 'cli-giulia' }),
}

describe('the client sign-in page', () => {
  it('R-08, R-09, S-03, T-032..T-036, T-039, T-040: switches between login and registration', async () => {
    const { user } = renderApp('/client-auth', visitor)
    await screen.findByRole('heading', { name: 'Accedi come Cliente' })
    expect(screen.getByRole('link', { name: 'Torna alla selezione' }).getAttribute('href')).toBe('/')
    expect(screen.getByText('Gestisci le tue valutazioni e le tue ricompense.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Non hai un account?' }))
    expect(screen.getByRole('heading', { name: 'Registrati come Cliente' })).toBeTruthy()
    expect(screen.getByText('Registrati e inizia a raccogliere ricompense.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hai già un account?' }))
    expect(screen.getByRole('heading', { name: 'Accedi come Cliente' })).toBeTruthy()
  })

  it('T-042, T-043: explains what the phone is for', async () => {
    renderApp('/client-auth?mode=register', visitor)
    const phone = await screen.findByRole('textbox', { name: 'Telefono' })
    expect(phone.getAttribute('placeholder')).toBe('+39 123 456 7890')
    expect(screen.getByText('Necessario per il recupero credenziali')).toBeTruthy()
  })

  it('T-041: shows that it is working', async () => {
    const { user } = renderApp('/client-auth?mode=register', {
      ...visitor,
      'POST /api/auth/register-client': neverAnswers,
    })
    await fillIn(user)
    expect(await screen.findByRole('button', { name: 'Attendere...' })).toHaveProperty('disabled', true)
  })

  it.each([
    [500, 'boom', 'Credenziali non valide'],
    [429, 'Troppi tentativi. Riprova più tardi.', 'Troppi tentativi. Riprova più tardi.'],
  ])(
    'T-056, T-057: shows the server’s message for a failed login (%s) and stays on the form',
    async (status, message, shown) => {
      const { user } = renderApp('/client-auth', {
        ...visitor,
        'POST /api/auth/login-client': failure(status, message),
      })
      await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
      await user.type(screen.getByLabelText('Password'), 'x')
      await user.click(screen.getByRole('button', { name: 'Accedi' }))
      expect(await screen.findByText('Errore')).toBeTruthy()
      expect(toastArea().textContent).toContain(shown)
      expect(within(screen.getByRole('form')).getByRole('alert').textContent).toBe(shown)
    },
  )

  it.each([
    ['PasswordCommon', 'Questa password è troppo facile da indovinare.', 'Password'],
    ['EmailTaken', 'Email già registrata', 'Email'],
  ])('Q-06: shows %s next to its field', async (code, message, label) => {
    const { user } = renderApp('/client-auth?mode=register', {
      ...visitor,
      'POST /api/auth/register-client': failure(400, message, code),
    })
    await fillIn(user)
    const form = within(screen.getByRole('form'))
    const complaint = await form.findByText(message)
    const field = form.getByLabelText(label)
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(complaint.id)
    expect(document.activeElement).toBe(field)
    expect(form.queryByRole('alert')).toBeNull()
  })

  it('T-058, Q-06: shows a password rule in Italian only when it is violated', async () => {
    const { user, server } = renderApp('/client-auth?mode=register', visitor)
    expect(await screen.findByRole('heading', { name: 'Registrati come Cliente' })).toBeTruthy()
    expect(screen.queryByText(/10 caratteri/)).toBeNull()
    await user.type(screen.getByLabelText('Password'), 'corta')
    await user.click(screen.getByRole('button', { name: 'Registrati' }))
    expect(await screen.findByText('La password deve avere almeno 10 caratteri')).toBeTruthy()
    expect(server.to('POST /api/auth/register-client')).toEqual([])
  })

  it('Q-87: requires an unticked consent before sending anything', async () => {
    const { user, server } = renderApp('/client-auth?mode=register', registrationAccepted)
    await fillIn(user)
    await screen.findByRole('textbox', { name: 'Codice di verifica' })
    expect(server.to('POST /api/auth/register-client')[0]?.body).toMatchObject({ privacyConsent: true })
    await user.click(screen.getByRole('button', { name: 'Torna indietro' }))
    const consent = screen.getByRole('checkbox', { name: /acconsento al trattamento/ })
    expect(consent).toHaveProperty('checked', false)
    await user.click(screen.getByRole('button', { name: 'Registrati' }))
    expect(screen.getByText('Per registrarti serve il consenso all’informativa sulla privacy.')).toBeTruthy()
    expect(consent.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('link', { name: 'Leggi l’informativa sulla privacy' }).getAttribute('href')).toBe(
      '/privacy-policy',
    )
    expect(server.to('POST /api/auth/register-client')).toHaveLength(1)
  })

  it('shows field errors from the server next to their fields', async () => {
    const { user } = renderApp('/client-auth?mode=register', {
      ...visitor,
      'POST /api/auth/register-client': failure(409, 'Email già registrata', 'EmailTaken', {
        email: 'Email già registrata',
      }),
    })
    await fillIn(user)
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await screen.findAllByText('Email già registrata')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
  })
})

describe('e-mail verification', () => {
  it('R-10, R-11, T-044..T-046, T-050..T-053, S-04: asks for a code, offers a passkey and opens the client area', async () => {
    let known = false
    const { user, server, at } = renderApp('/client-auth?mode=register', {
      ...registrationAccepted,
      'GET /api/auth/user': () => (known ? ok(giulia) : failure(401, 'Accedi', 'NotSignedIn')),
      'POST /api/auth/verify-email': () => {
        known = true
        return noContent
      },
    })
    await fillIn(user)
    const code = await screen.findByRole('textbox', { name: 'Codice di verifica' })
    expect(screen.getByText('Abbiamo inviato un codice di verifica a giulia@posta.it.')).toBeTruthy()
    expect(screen.getByText('Email di verifica inviata!')).toBeTruthy()
    expect(screen.getByText('Controlla la tua email e inserisci il codice di verifica.')).toBeTruthy()
    expect(code.getAttribute('placeholder')).toBe('Inserisci il codice a 6 cifre')
    expect(code.getAttribute('maxlength')).toBe('6')

    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Verifica Email' }))
    await screen.findByRole('heading', { level: 1, name: 'Attiva Autenticazione Biometrica' })
    expect(screen.getByText('Email verificata!')).toBeTruthy()
    expect(screen.getByText('Il tuo account è stato attivato con successo.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Non ora' }))
    await screen.findByRole('heading', { name: 'Ciao, Giulia Bianchi' })
    expect(at()).toBe('/client-dashboard')
    expect(server.to('POST /api/auth/verify-email')[0]?.body).toEqual({
      clientId: 'cli-giulia',
      verificationCode: '123456',
    })
  })

  it('T-059: shows an invalid code for wrong codes and an unreachable server', async () => {
    const { user } = renderApp('/client-auth?mode=register', {
      ...registrationAccepted,
      'POST /api/auth/verify-email': failure(500, 'boom'),
    })
    await fillIn(user)
    await user.type(await screen.findByRole('textbox', { name: 'Codice di verifica' }), '000000')
    await user.click(screen.getByRole('button', { name: 'Verifica Email' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Codice di verifica non valido')
    expect(toastArea().textContent).toContain('Codice di verifica non valido')
  })

  it('T-047: goes back to the form', async () => {
    const { user } = renderApp('/client-auth?mode=register', registrationAccepted)
    await fillIn(user)
    await user.click(await screen.findByRole('button', { name: 'Torna indietro' }))
    expect(screen.getByRole('heading', { name: 'Registrati come Cliente' })).toBeTruthy()
  })

  it('A-82, Q-24: can request another code', async () => {
    const { user, server } = renderApp('/client-auth?mode=register', {
      ...registrationAccepted,
      'POST /api/auth/resend-verification': noContent,
    })
    await fillIn(user)
    await user.click(await screen.findByRole('button', { name: 'Invia di nuovo il codice' }))
    expect(await screen.findByText('Ti abbiamo inviato un nuovo codice.')).toBeTruthy()
    expect(server.to('POST /api/auth/resend-verification')[0]?.body).toEqual({ clientId: 'cli-giulia' })
  })

  it('Q-24: is required at the next login of an unconfirmed client, and while signed in', async () => {
    const { user } = renderApp('/client-auth', {
      ...visitor,
      'POST /api/auth/login-client': ok({ showBiometricOption: false, clientId: 'cli-giulia', emailVerified: false }),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
    await user.type(screen.getByLabelText('Password'), 'x')
    await user.click(screen.getByRole('button', { name: 'Accedi' }))
    expect(await screen.findByRole('heading', { name: 'Verifica la tua email' })).toBeTruthy()
  })

  it('Q-24: is waiting for a signed-in client who did not enter the code', async () => {
    renderApp('/client-auth', signedInAs({ ...giulia, emailVerified: false }))
    expect(await screen.findByText('Abbiamo inviato un codice di verifica a giulia@posta.it.')).toBeTruthy()
  })
})
