// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { giulia, locanda, signedInAs, visitor } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, noContent, ok } from '../../support/stub-server.ts'

type User = ReturnType<typeof renderApp>['user']

const recoverEmail = 'POST /api/auth/recover-email'
const sendCode = 'POST /api/auth/send-reset-code'
const sendTemporaryPassword = 'POST /api/auth/send-temp-password'
const resetPassword = 'POST /api/auth/reset-password'
const accepted = { [recoverEmail]: ok({ email: 'g•••••@posta.it' }), [sendCode]: noContent, [resetPassword]: noContent }
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Opens the step for the telephone number. */
const openPhoneStep = async (means: string, answers: Answers = accepted, type = 'Cliente') => {
  const app = renderApp('/recover-password', { ...visitor, ...answers })
  await heading('Recupera le credenziali')
  expect(screen.getByRole('button', { name: 'Continua' })).toHaveProperty('disabled', true)
  await app.user.click(screen.getByRole('radio', { name: type }))
  await app.user.click(screen.getByRole('radio', { name: means }))
  await press(app.user, 'Continua')
  await heading('Il tuo numero di telefono')
  return app
}
const emailBySms = 'Recupera l’email via SMS'
const temporaryPassword = 'Password provvisoria via email'
const submitPhone = async (user: User, number = '333 1234567') => {
  await user.type(screen.getByRole('textbox', { name: 'Telefono' }), number)
  await press(user, 'Continua')
}
/** Opens the step for the e-mail address. */
const openEmailStep = async (means: string, answers?: Answers) => {
  const app = await openPhoneStep(means, answers)
  await submitPhone(app.user)
  await heading('La tua email')
  return app
}
const openPasswordStep = async (answers?: Answers) => {
  const app = await openEmailStep(emailBySms, answers)
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
  await press(app.user, 'Invia il codice')
  await heading('Scegli una nuova password')
  return app
}

const fillNewPassword = async (user: User) => {
  await user.type(screen.getByRole('textbox', { name: 'Codice ricevuto via email' }), '123456')
  await user.type(screen.getByLabelText('Nuova password'), 'Nuovissima.2027!')
  await user.type(screen.getByLabelText('Conferma la nuova password'), 'Nuovissima.2027!')
}

describe('credential recovery (S-07)', () => {
  it('R-20, R-25, R-26, V-26, T-087: requires a phone number', async () => {
    const { user, server } = await openPhoneStep(emailBySms)
    await press(user, 'Continua')
    expect(screen.getByText('Numero richiesto')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Telefono' }))
    expect(server.to(recoverEmail)).toEqual([])
  })

  it('R-27, T-094, T-098: asks for another number when the first is unknown, and accepts it', async () => {
    const answers = [failure(404, 'Numero di telefono non trovato.', 'PhoneUnknown'), ok({ email: 'g•••••@posta.it' })]
    const { user, server } = await openPhoneStep(emailBySms, {
      [recoverEmail]: () => answers.shift() ?? failure(500, ''),
    })
    await submitPhone(user)
    await heading('Prova con un altro numero')
    expect(screen.getByText('Errore')).toBeTruthy()
    await submitPhone(user, '333 7654321')
    await heading('La tua email')
    expect(screen.getByText('SMS Inviato')).toBeTruthy()
    expect(screen.getByText('Ti abbiamo inviato per SMS l’indirizzo g•••••@posta.it.')).toBeTruthy()
    expect(server.to(recoverEmail).map(({ body }) => body)).toEqual([
      { phone: '333 1234567', userType: 'client' },
      { phone: '333 7654321', userType: 'client' },
    ])
    await press(user, 'Indietro')
    await heading('Prova con un altro numero')
    await press(user, 'Indietro')
    await heading('Il tuo numero di telefono')
    await press(user, 'Indietro')
    await heading('Recupera le credenziali')
  })

  it.each([
    ['T-095', 500, 'Errore nel recupero'],
    ['Q-05', 429, 'Troppi tentativi. Riprova più tardi.'],
  ])('%s: stays at the number on other failures (%i)', async (_, status, text) => {
    const { user } = await openPhoneStep(emailBySms, {
      [recoverEmail]: failure(status, 'Troppi tentativi. Riprova più tardi.'),
    })
    await submitPhone(user)
    expect(await findInToast(text)).toBeTruthy()
    await heading('Il tuo numero di telefono')
  })

  it('Q-05: shows no address with uniform responses', async () => {
    await openEmailStep(emailBySms, { ...accepted, [recoverEmail]: ok({ email: null }) })
    expect(screen.getByText('Se il numero è registrato, riceverai un SMS con la tua email.')).toBeTruthy()
    expect(screen.queryByText(/È quella che hai ricevuto/)).toBeNull()
  })

  it('R-28, V-27, T-088, T-099, C-17: announces the temporary password without showing it and returns to the login after 3 s', async () => {
    const { user, server, at } = await openEmailStep(temporaryPassword, {
      ...accepted,
      [sendTemporaryPassword]: ok({ tempPassword: null, email: 'g•••••@posta.it' }),
    })
    await press(user, 'Invia la password provvisoria')
    expect(screen.getByText('Email richiesta')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
    await press(user, 'Invia la password provvisoria')
    await heading('Controlla la tua posta')
    expect(screen.getAllByText('Password Provvisoria Inviata').length).toBeGreaterThan(0)
    expect(screen.getAllByText(/posta di g•••••@posta.it/).length).toBeGreaterThan(0)
    expect(server.to(sendTemporaryPassword)[0]?.body).toEqual({ email: 'giulia@posta.it', userType: 'client' })
    expect(at()).toBe('/recover-password')
    await vi.waitFor(() => expect(at()).toBe('/login'), 20_000)
  })

  it('T-096: reports when it could not be sent', async () => {
    const { user } = await openEmailStep(temporaryPassword, {
      ...accepted,
      [sendTemporaryPassword]: failure(503, 'giù'),
    })
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
    await press(user, 'Invia la password provvisoria')
    expect(await findInToast("Errore nell'invio password")).toBeTruthy()
  })

  it('R-29, V-28, V-29, V-30, V-31, T-089..T-092, C-09, Q-06: validates the new password before sending it', async () => {
    const { user, server } = await openPasswordStep()
    const fields = [screen.getByLabelText('Nuova password'), screen.getByLabelText('Conferma la nuova password')]
    const types = async (...words: readonly string[]) => {
      for (const [n, word] of words.entries()) {
        const field = fields[n] ?? document.body
        await user.clear(field)
        if (word !== '') await user.type(field, word)
      }
      await press(user, 'Aggiorna la password')
    }
    await types('', '')
    for (const complaint of ['Inserisci il codice a 6 cifre', 'Password richiesta', 'Conferma richiesta'])
      expect(screen.getByText(complaint)).toBeTruthy()
    await types('corta', 'altra')
    expect(screen.getByText('Minimo 6 caratteri')).toBeTruthy()
    await types('cortina', 'cortina')
    expect(screen.getByText('La password deve avere almeno 10 caratteri')).toBeTruthy()
    await types('tuttaminuscola', 'tuttaminuscola')
    expect(screen.getByText(/La password deve contenere maiuscole/)).toBeTruthy()
    await types('Nuovissima.2027!', 'Nuovissima.2028!')
    expect(screen.getByText('Le password non corrispondono')).toBeTruthy()
    expect(server.to(resetPassword)).toEqual([])
  })

  it('T-100, Q-03: sends the code with the new password and returns to the login', async () => {
    const { user, server, at } = await openPasswordStep()
    await fillNewPassword(user)
    await press(user, 'Aggiorna la password')
    expect(await screen.findByText('Password Aggiornata')).toBeTruthy()
    await vi.waitFor(() => expect(at()).toBe('/login'), 20_000)
    expect(server.to(resetPassword)[0]?.body).toEqual({
      email: 'giulia@posta.it',
      userType: 'client',
      code: '123456',
      newPassword: 'Nuovissima.2027!',
      removePasskeys: false,
    })
  })

  it('Q-127: removes the passkeys only if the box is checked', async () => {
    const { user, server } = await openPasswordStep()
    await fillNewPassword(user)
    await user.click(screen.getByRole('checkbox', { name: /^Rimuovi anche tutte le passkey/ }))
    await press(user, 'Aggiorna la password')
    expect(await screen.findByText('Password Aggiornata')).toBeTruthy()
    expect(server.to(resetPassword)[0]?.body).toMatchObject({ removePasskeys: true })
  })

  it('T-097: reports a server error; back leads to the address (S-07)', async () => {
    const { user } = await openPasswordStep({ ...accepted, [resetPassword]: failure(500, '') })
    await fillNewPassword(user)
    await press(user, 'Aggiorna la password')
    expect(await findInToast('Errore nel reset password')).toBeTruthy()
    await press(user, 'Indietro')
    await heading('La tua email')
  })

  it('P-05: is not shown to signed-in users', async () => {
    const { at } = renderApp('/recover-password', signedInAs(locanda))
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
  })

  it('T-038: is reached from both sign-in pages, for clients only in login mode', async () => {
    const { user } = renderApp('/client-auth', visitor)
    const link = await screen.findByRole('link', { name: 'Hai dimenticato le credenziali?' })
    expect(link.getAttribute('href')).toBe('/recover-password')
    await user.click(screen.getByRole('button', { name: 'Non hai un account?' }))
    expect(screen.queryByRole('link', { name: 'Hai dimenticato le credenziali?' })).toBeNull()
  })

  it('is reached from the login page', async () => {
    const { user } = renderApp('/login', visitor)
    await user.click(await screen.findByRole('link', { name: 'Hai dimenticato le credenziali?' }))
    await heading('Recupera le credenziali')
  })
})

describe('signing in with a temporary password (Q-04)', () => {
  const due = { ...giulia, mustChangePassword: true as const }

  it.each(['/dashboard', '/client-dashboard', '/', '/login'])(
    'leads from %s to the new password first',
    async (path) => {
      const { at } = renderApp(path, signedInAs(due))
      await heading('Cambia la password')
      expect(at()).toBe('/change-password')
      expect(screen.queryByRole('navigation')).toBeNull()
    },
  )

  it('is completed by a new password', async () => {
    const change = 'POST /api/auth/change-password'
    let user = due as typeof giulia
    const app = renderApp('/change-password', {
      'GET /api/auth/user': () => ok(user),
      [change]: () => {
        user = giulia
        return noContent
      },
    })
    await heading('Cambia la password')
    await app.user.type(screen.getByLabelText('Password provvisoria'), 'abcd-efgh-ijkm')
    await app.user.type(screen.getByLabelText('Nuova password'), 'Nuovissima.2027!')
    await app.user.type(screen.getByLabelText('Conferma la nuova password'), 'Nuovissima.2027!')
    await press(app.user, 'Aggiorna la password')
    await heading('Ciao, Giulia Bianchi')
    expect(app.at()).toBe('/client-dashboard')
    expect(app.server.to(change)[0]?.body).toEqual({
      currentPassword: 'abcd-efgh-ijkm',
      newPassword: 'Nuovissima.2027!',
    })
  })

  it('reports a wrong current password', async () => {
    const { user } = renderApp('/change-password', {
      ...signedInAs(due),
      'POST /api/auth/change-password': failure(400, 'La password attuale non è corretta.', 'CurrentPasswordWrong'),
    })
    await heading('Cambia la password')
    await user.type(screen.getByLabelText('Password provvisoria'), 'sbagliata')
    await user.type(screen.getByLabelText('Nuova password'), 'Nuovissima.2027!')
    await user.type(screen.getByLabelText('Conferma la nuova password'), 'Nuovissima.2027!')
    await press(user, 'Aggiorna la password')
    expect(await findInToast('La password attuale non è corretta.')).toBeTruthy()
  })
})
