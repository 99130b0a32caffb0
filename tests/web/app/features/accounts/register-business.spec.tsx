// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { locanda, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { created, failure, noContent } from '../../support/stub-server.ts'

type User = ReturnType<typeof renderApp>['user']
const fillIn = async (user: User) => {
  await user.type(await screen.findByRole('textbox', { name: 'Nome dell’attività' }), 'Locanda del Borgo')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo di attività' }), 'bnb')
  await user.type(screen.getByRole('combobox', { name: 'Indirizzo' }), 'Via Roma 12, Siena')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Provincia' }), 'Siena')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'info@locanda.it')
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'locanda')
  await user.type(screen.getByLabelText('Password'), 'Garbo-2026!')
}
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Crea account' }))

describe('business registration', () => {
  it('T-060, T-061, T-080, V-16: offers the specified types and counts the name’s characters', async () => {
    const { user } = renderApp('/register', visitor)
    await user.type(await screen.findByRole('textbox', { name: 'Nome dell’attività' }), 'Locanda')
    expect(await screen.findByText('Necessario per il recupero credenziali')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Crea Account Esercente' })).toBeTruthy()
    expect(screen.getByText('7/50')).toBeTruthy()
    const types = within(screen.getByRole('combobox', { name: 'Tipo di attività' })).getAllByRole('option')
    const names = types.map((option) => option.textContent)
    for (const name of [
      'Hotel',
      'B&B',
      'Casa Vacanze',
      'Agriturismo',
      'Ostello',
      'Caffè',
      'Attività Turistica',
      'Altro',
    ])
      expect(names).toContain(name)
    expect(names).toHaveLength(19)
  })

  it('R-17: opens the dashboard, says that the account exists and sends only the given fields', async () => {
    const { user, server, at } = renderApp('/register?ref=AMICO', {
      ...visitor,
      'POST /api/auth/register': created({ user: locanda }),
    })
    await fillIn(user)
    await send(user)
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
    expect(await screen.findByText('Il tuo account è stato creato')).toBeTruthy()
    expect(server.to('POST /api/auth/register')[0]?.body).toEqual({
      businessName: 'Locanda del Borgo',
      businessType: 'bnb',
      location: 'Via Roma 12, Siena',
      province: 'SI',
      email: 'info@locanda.it',
      username: 'locanda',
      password: 'Garbo-2026!',
      ref: 'AMICO',
    })
  })

  it('V-17..V-19, Q-134: shows errors next to each field before sending anything', async () => {
    const { user, server } = renderApp('/register', visitor)
    await user.type(await screen.findByRole('spinbutton', { name: /The Fork/ }), '11')
    await send(user)
    for (const words of [
      "Il nome dell'attività deve avere almeno 2 caratteri",
      'Seleziona il tipo di attività',
      'Seleziona una provincia',
      "Inserisci un'email valida",
      'Username richiesto',
      'Password richiesta',
      'Deve essere al massimo 10',
    ])
      expect(screen.getByText(words)).toBeTruthy()
    expect(server.to('POST /api/auth/register')).toEqual([])
  })

  it.each([
    ['T-062, T-063', failure(409, 'Email già registrata'), 'Email già in uso'],
    ['T-064, T-065', failure(409, 'Username già in uso'), 'Username non disponibile'],
    ['T-066, T-067', failure(413, 'Entity too large'), 'Foto troppo grande'],
    ['V-20', failure(400, 'Dati non validi: Foto troppo grande'), 'Foto troppo grande'],
    ['T-068, T-069', failure(400, 'Dati non validi'), 'Controlla che tutti i campi siano compilati correttamente.'],
    ['T-070', failure(500, 'boom'), 'Si è verificato un errore durante la registrazione. Riprova.'],
  ])('%s: explains the rejection in the specified words', async (_, answer, words) => {
    const { user } = renderApp('/register', { ...visitor, 'POST /api/auth/register': answer })
    await fillIn(user)
    await send(user)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })

  it('V-20: shows a photo that is too large next to its field and in the toast', async () => {
    const fields = { businessPhoto: 'Foto troppo grande' }
    const { user } = renderApp('/register', {
      ...visitor,
      'POST /api/auth/register': failure(400, 'Dati non validi: Foto troppo grande', 'Invalid', fields),
    })
    await fillIn(user)
    await send(user)
    expect(await screen.findAllByText('Foto troppo grande')).toHaveLength(2)
  })

  it.each([
    ['PasswordCommon', 'Password', 'Troppo facile da indovinare.', 'Troppo facile da indovinare.'],
    ['EmailTaken', 'Email', 'Indirizzo già usato', 'Email già in uso'],
    ['EmailTaken', 'Email', 'Email già registrata', 'Email già in uso'],
    ['UsernameTaken', 'Username', 'Username già in uso', 'Username non disponibile'],
  ])('Q-06, T-063, T-065: shows %s next to its field', async (code, label, said, words) => {
    const answer = failure(400, said, code)
    const { user } = renderApp('/register', { ...visitor, 'POST /api/auth/register': answer })
    await fillIn(user)
    await send(user)
    const form = within(screen.getByRole('form'))
    const field = form.getByLabelText(label)
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain((await form.findByText(words)).id)
    expect(document.activeElement).toBe(field)
  })

  it('Q-131: shows why a name is refused next to its field before sending anything', async () => {
    const { user, server } = renderApp('/register', visitor)
    await fillIn(user)
    await user.type(screen.getByRole('textbox', { name: 'Username' }), '.supp0rto')
    await user.type(screen.getByRole('textbox', { name: 'Nome dell’attività' }), '\u200B')
    await send(user)
    expect(await screen.findByText('Questo nome è riservato a Garbo: scegline un altro')).toBeTruthy()
    expect(screen.getByText('Contiene caratteri invisibili: scrivilo di nuovo')).toBeTruthy()
    expect(server.to('POST /api/auth/register')).toEqual([])
  })

  it('R-17: shows clients a link to their own form first', async () => {
    renderApp('/register', visitor)
    const form = await screen.findByRole('form')
    const way = screen.getByRole('link', { name: 'Registrati come cliente' })
    expect(way.getAttribute('href')).toBe('/register-client')
    expect(way.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText(/Sei un cliente\?/)).toBeTruthy()
  })

  it('V-11, V-12: mentions in the password rules what else is rejected', async () => {
    renderApp('/register', visitor)
    const password = within(await screen.findByRole('form')).getByLabelText('Password')
    const hint = document.getElementById(password.getAttribute('aria-describedby') ?? '')
    for (const words of ['Almeno 10 caratteri', '@$!%*?&', 'non facile da indovinare'])
      expect(hint?.textContent).toContain(words)
  })
})

describe('the confirmation link of a business', () => {
  it('Q-24: confirms the e-mail once', async () => {
    const { server } = renderApp('/confirm-email#token=a%2Bc', {
      ...visitor,
      'POST /api/auth/confirm-email': noContent,
    })
    expect(await screen.findByText('Il tuo indirizzo email è confermato.')).toBeTruthy()
    expect(server.to('POST /api/auth/confirm-email').map(({ body }) => body)).toEqual([{ token: 'a+c' }])
  })

  it.each(['#token=abc', '?token=abc'])('ASVS 14.2.1: removes %s from the address and the history', async (link) => {
    const { server, at, address } = renderApp(`/confirm-email${link}`, {
      ...visitor,
      'POST /api/auth/confirm-email': noContent,
    })
    expect(await screen.findByText('Il tuo indirizzo email è confermato.')).toBeTruthy()
    expect(server.to('POST /api/auth/confirm-email').map(({ body }) => body)).toEqual([{ token: 'abc' }])
    expect([at(), address()]).toEqual(['/confirm-email', '/confirm-email'])
  })

  it('reports a missing token', async () => {
    const { server } = renderApp('/confirm-email#', visitor)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(server.to('POST /api/auth/confirm-email')).toEqual([])
  })

  it('reports a used or damaged token', async () => {
    renderApp('/confirm-email#token=abc', {
      ...visitor,
      'POST /api/auth/confirm-email': failure(400, 'Collegamento scaduto'),
    })
    expect((await screen.findByRole('alert')).textContent).toBe('Collegamento scaduto')
  })
})
