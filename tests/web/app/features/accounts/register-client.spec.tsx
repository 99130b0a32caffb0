// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stubCanvas } from '../../support/canvas.ts'
import { giulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp, toastArea } from '../../support/render-app.tsx'
import { created, failure } from '../../support/stub-server.ts'
import { photoTexts } from '../../../../../web/app/components/photo/texts.ts'
import { signInTexts } from '../../../../../web/app/features/accounts/sign-in/texts.ts'

type User = ReturnType<typeof renderApp>['user']
const fillIn = async (user: User) => {
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Giulia')
  await user.type(screen.getByRole('textbox', { name: 'Cognome' }), 'Bianchi')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'giulia@posta.it')
  await user.type(screen.getByRole('textbox', { name: 'Telefono' }), '+39 333 1234567')
  await user.type(screen.getByLabelText('Password'), 'Garbo-2026!')
}
const giveConsent = (user: User) =>
  user.click(screen.getByRole('checkbox', { name: signInTexts.clientRegistration.privacy }))
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Registrati' }))
const person = { firstName: 'Giulia', lastName: 'Bianchi', email: 'giulia@posta.it', phone: '+39 333 1234567' }

describe('client registration (R-19)', () => {
  it('Q-87, T-073: starts without consents and links to the login and the notice', async () => {
    renderApp('/register-client', visitor)
    await screen.findByRole('heading', { name: signInTexts.clientRegistration.title })
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toContain('/login?type=client')
    expect(links).toContain('/privacy-policy')
    expect(screen.getByText(photoTexts.client.note)).toBeTruthy()
  })

  it('T-074: sends only the given fields and opens the client area', async () => {
    const { user, server, at } = renderApp('/register-client?ref=AMICO', {
      ...visitor,
      'POST /api/clients': created({ clientId: 'cli-giulia', user: giulia }),
    })
    await fillIn(user)
    await giveConsent(user)
    await send(user)
    expect(await screen.findByText('Registrazione completata!')).toBeTruthy()
    await vi.waitFor(() => expect(at()).toBe('/client-dashboard'), 20_000)
    expect(server.to('POST /api/clients').map(({ body }) => body)).toEqual([
      { ...person, password: 'Garbo-2026!', photoConsent: false, privacyConsent: true, ref: 'AMICO' },
    ])
  })

  it('R-24: sends a square photo, and a social photo with consent', async () => {
    stubCanvas({ width: 1600, height: 900 })
    const { user, server } = renderApp('/register-client', {
      ...visitor,
      'POST /api/clients': created({ clientId: 'cli-giulia', user: giulia }),
    })
    await fillIn(user)
    await user.type(screen.getByRole('spinbutton', { name: /Età/ }), '34')
    await user.selectOptions(screen.getByRole('combobox', { name: /Tipo di viaggio/ }), 'leisure')
    await user.upload(screen.getByLabelText(photoTexts.file), new File(['x'], 'io.png', { type: 'image/png' }))
    await screen.findByAltText(photoTexts.preview)
    await user.selectOptions(screen.getByRole('combobox', { name: /Social/ }), 'instagram')
    await user.type(screen.getByRole('textbox', { name: /sui social/ }), 'https://instagram.example/g.jpg')
    await user.click(screen.getByRole('checkbox', { name: photoTexts.client.consent }))
    await giveConsent(user)
    await send(user)
    await vi.waitFor(() => expect(server.to('POST /api/clients')).toHaveLength(1))
    const body = server.to('POST /api/clients')[0]?.body as Record<string, string>
    expect(body).toMatchObject({
      age: 34,
      travelType: 'leisure',
      socialPhotoUrl: 'https://instagram.example/g.jpg',
      socialPhotoSource: 'instagram',
      photoConsent: true,
    })
    expect(atob(body['profilePhoto']?.split(',')[1] ?? '')).toBe('400x400 image/jpeg 0.8')
  })

  it('V-05..V-09, V-25: validates before sending anything', async () => {
    const { user, server } = renderApp('/register-client', visitor)
    await screen.findByRole('heading', { name: signInTexts.clientRegistration.title })
    await user.type(screen.getByRole('spinbutton', { name: /Età/ }), '17')
    await send(user)
    for (const text of [
      'Numero di telefono richiesto per recupero credenziali',
      "Inserisci un'email valida",
      'Password richiesta',
      'Devi avere almeno 18 anni',
      signInTexts.clientRegistration.privacyMissing,
    ])
      expect(screen.getByText(text)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Telefono' }), '0')
    await send(user)
    expect(screen.getByText('Inserisci un numero di telefono valido')).toBeTruthy()
    expect(server.to('POST /api/clients')).toEqual([])
  })

  it('V-25: does not send a social photo without consent', async () => {
    const { user, server } = renderApp('/register-client', visitor)
    await fillIn(user)
    await user.selectOptions(screen.getByRole('combobox', { name: /Social/ }), 'facebook')
    await user.type(screen.getByRole('textbox', { name: /sui social/ }), 'https://facebook.example/g.jpg')
    await giveConsent(user)
    await send(user)
    const consent = screen.getByRole('checkbox', { name: photoTexts.client.consent })
    expect(consent.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(consent)
    expect(server.to('POST /api/clients')).toEqual([])
  })

  it.each([
    ['T-075', failure(409, 'Email già registrata'), 'Email già registrata'],
    ['T-076', failure(500, 'boom'), 'Errore sconosciuto'],
    ['V-21, T-084', failure(413, 'Foto troppo grande'), 'Il file è troppo grande. Massimo 5MB consentito.'],
  ])('%s: shows “Errore nella registrazione” and the reason', async (_, answer, text) => {
    const { user } = renderApp('/register-client', { ...visitor, 'POST /api/clients': answer })
    await fillIn(user)
    await giveConsent(user)
    await send(user)
    expect(await screen.findByText('Errore nella registrazione')).toBeTruthy()
    expect(toastArea().textContent).toContain(text)
    expect(screen.getByRole('alert').textContent).toBe(text)
  })

  it('P-05: is not shown to signed-in users', async () => {
    const { at } = renderApp('/register-client', signedInAs(giulia))
    await vi.waitFor(() => expect(at()).not.toBe('/register-client'), 20_000)
  })
})
