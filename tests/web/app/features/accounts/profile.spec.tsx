// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { giulia, locanda, profileOfGiulia, profileOfLocanda, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'
import { getToastState } from '../../../../../web/app/toasts.ts'
import { photoTexts } from '../../../../../web/app/components/photo/texts.ts'
import { stubCanvas } from '../../support/canvas.ts'
import { avaProfile } from '../../support/fixtures.ts'

const business: Answers = { ...signedInAs(locanda), 'GET /api/user/profile': ok(profileOfLocanda) }
const client: Answers = { ...signedInAs(giulia), 'GET /api/user/profile': ok(profileOfGiulia) }
const save = 'PATCH /api/user/profile'
const saved = (waitingEmail: string | null = null) => ok({ user: locanda, waitingEmail })
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
const press = (name: string) => screen.getByRole('button', { name })

describe('the profile page (R-85)', () => {
  it('shows the account and links to form, photo and dashboard', async () => {
    renderApp('/profile', business)
    const facts = within(await screen.findByRole('region', { name: 'Dati dell’account' }))
    for (const words of ['Esercente', 'info@locanda.it', 'B&B', 'Via del Corso 12, Roma', 'Roma', '+390612345678'])
      expect(facts.getByText(words)).toBeTruthy()
    const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect([leads('Modifica profilo'), leads('Vai alla dashboard'), leads('Cambia foto')]).toEqual([
      '/profile/edit',
      '/dashboard',
      '/profile/photo',
    ])
  })

  it('Q-36: shows client fields to a client', async () => {
    renderApp('/profile', client)
    const facts = within(await screen.findByRole('region', { name: 'Dati dell’account' }))
    for (const words of ['Cliente', 'Giulia Bianchi', '+393331234567', 'Milano'])
      expect(facts.getByText(words)).toBeTruthy()
    expect(facts.queryByText('Tipo di attività')).toBeNull()
  })

  it('shows loading and can retry', async () => {
    renderApp('/profile', { ...business, 'GET /api/user/profile': neverAnswers })
    await screen.findByText('Caricamento in corso…')
  })

  it('shows an error and can be reloaded', async () => {
    let asked = 0
    const answer = () => (++asked === 1 ? failure(500, 'boom') : ok(profileOfLocanda))
    const { user } = renderApp('/profile', { ...business, 'GET /api/user/profile': answer })
    await user.click(await screen.findByRole('button', { name: 'Riprova' }))
    await screen.findByText('Via del Corso 12, Roma')
  })

  it('Q-91: asks for the code of a pending address', async () => {
    const waiting = { ...profileOfLocanda, waitingEmail: 'nuova@locanda.it' }
    const confirm = 'POST /api/user/confirm-email'
    const { user, server } = renderApp('/profile', {
      ...business,
      'GET /api/user/profile': ok(waiting),
      [confirm]: noContent,
    })
    await screen.findByText(/Abbiamo inviato un codice a nuova@locanda\.it/)
    await user.click(press('Conferma la nuova email'))
    expect(server.to(confirm)).toEqual([])
    expect(document.activeElement).toBe(await field('Codice di verifica'))
    await user.type(await field('Codice di verifica'), '123456')
    await user.click(press('Conferma la nuova email'))
    await screen.findByText('Email aggiornata')
    expect(server.to(confirm)[0]?.body).toEqual({ code: '123456' })
  })
})

describe('preferences (Q-114)', () => {
  it('can be withdrawn as easily as given', async () => {
    const given = ok({ ...profileOfLocanda, marketingConsent: true })
    const { user, server } = renderApp('/profile', { ...business, 'GET /api/user/profile': given, [save]: saved() })
    await user.click(await screen.findByRole('checkbox', { name: 'Comunicazioni promozionali' }))
    await user.click(press('Salva preferenze'))
    await screen.findByText('Preferenze aggiornate')
    const preferences = { emailNotifications: true, smsNotifications: false, marketingConsent: false }
    expect(server.to(save)[0]?.body).toEqual({ preferences })
  })
})

describe('the profile form (R-86)', () => {
  it('A-62, T-203: saves a business and returns to the profile', async () => {
    const { user, server, at } = renderApp('/profile/edit', { ...business, [save]: saved() })
    await user.clear(await field(/Nome dell’attività/))
    await user.type(await field(/Nome dell’attività/), 'Locanda Nuova')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo di attività' }), 'Osteria')
    await user.click(press('Salva modifiche'))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)[0]?.body).toEqual({
      businessName: 'Locanda Nuova',
      businessType: 'osteria',
      location: 'Via del Corso 12, Roma',
      province: 'RM',
      theForkRating: null,
      businessPhoto: null,
      profilePhoto: null,
    })
    await waitFor(() => expect(at()).toBe('/profile'))
  })

  it.each([
    ['V-64, T-198', 'textbox', /Nome dell’attività/, 'A', "Il nome dell'attività deve avere almeno 2 caratteri"],
    ['V-66, T-201', 'textbox', 'Email', 'rosa', "Inserisci un'email valida"],
    ['V-69', 'combobox', /Indirizzo/, 'Roma', 'Deve avere almeno 5 caratteri'],
  ])('%s: shows errors next to the field and sends nothing', async (_, role, name, typed, message) => {
    const { user, server } = renderApp('/profile/edit', { ...business, [save]: saved() })
    const input = await screen.findByRole(role, { name })
    await user.clear(input)
    await user.type(input, typed)
    await user.click(press('Salva modifiche'))
    await screen.findByText(message)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect(server.to(save)).toEqual([])
  })

  it('R-22, S-10: saves a photo chosen in its dialog with the form', async () => {
    const { user, server } = renderApp('/profile/edit', { ...business, [save]: saved() })
    await user.click(await screen.findByRole('button', { name: 'Scegli una foto: Foto dell’attività' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Foto dell’attività' }))
    await user.click(dialog.getByRole('tab', { name: 'URL' }))
    await user.type(dialog.getByRole('textbox', { name: 'Indirizzo web della foto' }), 'https://foto.example/b.jpg')
    await user.click(dialog.getByRole('button', { name: 'Salva foto' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.to(save)).toEqual([])
    await user.click(press('Salva modifiche'))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)[0]?.body).toMatchObject({ businessPhoto: 'https://foto.example/b.jpg' })
  })

  it('V-65, T-200: requires a type', async () => {
    const { user, server } = renderApp('/profile/edit', { ...business, [save]: saved() })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tipo di attività' }), '')
    await user.click(press('Salva modifiche'))
    await screen.findByText('Seleziona il tipo di attività')
    expect(server.to(save)).toEqual([])
  })

  it('V-67, V-68: sends The Fork’s rating as a number and an empty field as null', async () => {
    const withRating = ok({ ...profileOfLocanda, theForkRating: 8.5 })
    const { user, server } = renderApp('/profile/edit', {
      ...business,
      'GET /api/user/profile': withRating,
      [save]: saved(),
    })
    const rating = await screen.findByRole('spinbutton', { name: /The Fork/ })
    await user.clear(rating)
    await user.type(rating, '9.2')
    await user.clear(await screen.findByRole('combobox', { name: /Indirizzo/ }))
    await user.click(press('Salva modifiche'))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)[0]?.body).toMatchObject({ theForkRating: 9.2, location: '' })
  })

  it('Q-91: asks for the password with a new address and says where the code was sent', async () => {
    const { user, server } = renderApp('/profile/edit', { ...business, [save]: saved('nuova@locanda.it') })
    expect(screen.queryByLabelText('La tua password')).toBeNull()
    await user.clear(await field('Email'))
    await user.type(await field('Email'), 'nuova@locanda.it')
    await user.click(press('Salva modifiche'))
    await screen.findByText('Password richiesta')
    expect(server.to(save)).toEqual([])
    await user.type(screen.getByLabelText('La tua password'), 'Benvenuti.2026!')
    await user.click(press('Salva modifiche'))
    await screen.findByText(/Abbiamo inviato un codice a nuova@locanda\.it/)
    expect(server.to(save)[0]?.body).toMatchObject({ email: 'nuova@locanda.it', password: 'Benvenuti.2026!' })
  })

  it.each([
    ['the server’s own words', failure(409, 'Email già registrata', 'EmailTaken'), 'Email già registrata'],
    ['T-204', failure(500, 'boom'), "Si è verificato un errore durante l'aggiornamento del profilo."],
  ])('shows why saving failed: %s', async (_, answer, message) => {
    const { user, at } = renderApp('/profile/edit', { ...business, [save]: answer })
    await screen.findByRole('textbox', { name: 'Email' })
    await user.click(press('Salva modifiche'))
    await findInToast(message)
    expect(at()).toBe('/profile/edit')
  })

  it('Q-36, Q-87: saves a client’s name, phone, residence and photo consent', async () => {
    const { user, server } = renderApp('/profile/edit', { ...client, [save]: ok({ user: giulia, waitingEmail: null }) })
    await user.clear(await field('Cognome'))
    await user.type(await field('Cognome'), 'Verdi')
    await user.type(screen.getByRole('spinbutton', { name: /Età/ }), '34')
    await user.click(screen.getByRole('checkbox', { name: /^Acconsento all’uso della foto presa dai social/ }))
    await user.click(press('Salva modifiche'))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)[0]?.body).toEqual({
      firstName: 'Giulia',
      lastName: 'Verdi',
      phone: '+393331234567',
      age: 34,
      residence: 'Milano',
      travelType: null,
      profilePhoto: null,
      photoConsent: true,
    })
  })
})

describe('the profile photo page (R-87)', () => {
  const url = 'https://foto.example/locanda.jpg'

  it('B-39: previews the photo, saves it in both places and returns to the profile', async () => {
    const { user, server, at } = renderApp('/profile/photo', { ...business, [save]: saved() })
    const dialog = within(await screen.findByRole('dialog', { name: 'Foto del profilo' }))
    expect(dialog.getByRole('button', { name: 'Salva foto' }).hasAttribute('disabled')).toBe(true)
    await user.click(dialog.getByRole('tab', { name: 'URL' }))
    await user.type(dialog.getByRole('textbox', { name: 'Indirizzo web della foto' }), url)
    expect(document.querySelector(`img[src="${url}"]`)?.getAttribute('referrerpolicy')).toBe('no-referrer')
    await user.click(dialog.getByRole('button', { name: 'Salva foto' }))
    await screen.findByText('Foto aggiornata')
    expect(server.to(save)[0]?.body).toEqual({ profilePhoto: url, businessPhoto: url })
    expect(at()).toBe('/profile')
  })

  it('B-42, Q-88: only logs a failed upload, shows no error and keeps the old photo', async () => {
    stubCanvas({ width: 1600, height: 900 })
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const upload = 'POST /api/upload/photo'
    const { user, server, at } = renderApp('/profile/photo', {
      ...signedInAs({ ...locanda, profilePhoto: url }),
      'GET /api/auth/csrf-token': ok({ csrfToken: 'parola' }),
      [upload]: failure(500, 'boom'),
      [save]: saved(),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Foto del profilo' }))
    const file = new File(['x'], 'nuova.png', { type: 'image/png' })
    await user.upload(dialog.getByLabelText(photoTexts.file), file)
    await dialog.findByAltText(photoTexts.preview)
    await user.click(dialog.getByRole('button', { name: photoTexts.save }))
    const failed = expect.objectContaining({ message: 'boom' })
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The photo was not uploaded', failed))
    logged.mockRestore()
    expect(server.to(upload)).toHaveLength(1)
    expect(server.to(save)).toEqual([])
    expect(at()).toBe('/profile/photo')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(getToastState().open).toBe(false)
  })

  it('removes the photo', async () => {
    const { user, server } = renderApp('/profile/photo', {
      ...client,
      [save]: ok({ user: giulia, waitingEmail: null }),
    })
    await user.click(await screen.findByRole('button', { name: 'Nessuna foto' }))
    await screen.findByText('Foto aggiornata')
    expect(server.to(save)[0]?.body).toEqual({ profilePhoto: null })
  })

  it('returns without saving when closed', async () => {
    const { user, server, at } = renderApp('/profile/photo', { ...business, [save]: saved() })
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    expect(at()).toBe('/profile')
    expect(server.to(save)).toEqual([])
  })

  it('T-205: shows a failure', async () => {
    const { user, at } = renderApp('/profile/photo', { ...business, [save]: failure(500, 'boom') })
    await user.click(await screen.findByRole('button', { name: 'Nessuna foto' }))
    await screen.findByText("Si è verificato un errore durante l'aggiornamento.")
    expect(at()).toBe('/profile/photo')
  })
})

describe('the profile form on other pages', () => {
  it('R-51: is on the business dashboard', async () => {
    const { user, server } = renderApp('/dashboard', { ...business, [save]: saved() })
    const card = within(await screen.findByRole('region', { name: 'Profilo dell’attività' }))
    await card.findByText('B&B')
    await user.click(card.getByRole('button', { name: 'Modifica profilo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifica il profilo dell’attività' }))
    await user.click(await dialog.findByRole('button', { name: 'Salva modifiche' }))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('A-80, R-67, Q-74: is in the client area and saves', async () => {
    const { user, server } = renderApp('/client-dashboard', { ...client, [save]: failure(500, 'boom') })
    await user.click(await screen.findByRole('button', { name: 'Il mio profilo' }))
    await user.click(await screen.findByRole('button', { name: 'Salva modifiche' }))
    await findInToast("Si è verificato un errore durante l'aggiornamento del profilo.")
    expect(server.to(save)).toHaveLength(1)
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('R-67, B-44, Q-74: includes the payout address and saves it', async () => {
    const [read, write] = ['GET /api/ava/profile', 'POST /api/ava/wallet']
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const known = {
      [read]: ok(avaProfile),
      [write]: ok({
        id: 'giulia',
        virtualBalance: 0,
        payoutThreshold: 10,
        publicWalletAddress: address,
        payoutsFrom: null,
      }),
    }
    const { user, server } = renderApp('/client-dashboard', { ...client, ...known })
    await user.click(await screen.findByRole('button', { name: 'Il mio profilo' }))
    await user.type(await field('Indirizzo del wallet'), address)
    await user.type(screen.getByLabelText('La tua password'), 'Benvenuti.2026!')
    await user.click(press('Salva indirizzo'))
    await screen.findByText('Indirizzo salvato')
    expect(server.to(write)[0]?.body).toEqual({ walletAddress: address, password: 'Benvenuti.2026!' })
    expect(server.to(save)).toEqual([])
  })

  it('R-67, C-32, Q-74: offers avatars, saved like photos', async () => {
    const { user, server } = renderApp('/profile/edit', { ...client, [save]: ok({ user: giulia, waitingEmail: null }) })
    const avatars = await screen.findAllByRole('radio', { name: /^Avatar/ })
    expect(avatars).toHaveLength(6)
    await user.click(screen.getByRole('radio', { name: 'Avatar 3' }))
    expect(document.querySelector('img[src="/avatars/3.svg"]')).toBeTruthy()
    await user.click(press('Salva modifiche'))
    await screen.findByText('Profilo aggiornato')
    expect(server.to(save)[0]?.body).toMatchObject({ profilePhoto: '/avatars/3.svg' })
  })

  it('Q-41: is suggested on the dashboard of a business with an incomplete profile', async () => {
    const incomplete = ok({ ...profileOfLocanda, complete: false })
    renderApp('/dashboard', { ...business, 'GET /api/user/profile': incomplete })
    expect((await screen.findByRole('link', { name: 'Completa il profilo' })).getAttribute('href')).toBe(
      '/profile/setup',
    )
  })
})
