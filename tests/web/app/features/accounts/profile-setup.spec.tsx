// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Toaster } from '../../../../../web/app/components/toast.tsx'
import { useProfileSetup } from '../../../../../web/app/features/accounts/profile/ProfileSetupPage.tsx'
import { giulia, locanda, profileOfLocanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const blank = { ...profileOfLocanda, complete: false }
const send = 'POST /api/auth/complete-profile'
const wizard = (profile: typeof blank, more: Answers = {}) =>
  renderApp('/profile/setup', {
    ...signedInAs(locanda),
    'GET /api/user/profile': ok(profile),
    'GET /api/auth/csrf-token': ok({ csrfToken: 'parola' }),
    [send]: ok({ user: locanda, waitingEmail: null }),
    ...more,
  })
const button = (name: string) => screen.findByRole('button', { name })
const notice =
  "L'accettazione della Privacy Policy e dei Termini di Servizio è obbligatoria per completare la registrazione."

describe('the profile wizard (R-88)', () => {
  it('T-206, R-89, R-90, R-91, S-26, C-35: has three steps, forwards and backwards, then the dashboard', async () => {
    const { user, server, at } = wizard(blank)
    const progress = () => screen.getByRole('progressbar').getAttribute('value')
    expect((await button('Indietro')).hasAttribute('disabled')).toBe(true)
    expect(progress()).toBe('1')
    await user.click(await button('Continua'))
    await screen.findByRole('heading', { name: 'Preferenze' })
    expect(progress()).toBe('2')
    await user.click(await button('Indietro'))
    await screen.findByRole('heading', { name: 'Informazioni di base' })
    await user.click(await button('Continua'))
    await user.click(await screen.findByRole('checkbox', { name: 'Accetto la Privacy Policy e i Termini di Servizio' }))
    await user.click(screen.getByRole('checkbox', { name: 'Notifiche via SMS' }))
    await user.click(await button('Continua'))
    await screen.findByRole('heading', { name: 'Riepilogo' })
    expect(screen.getByText('Via del Corso 12, Roma')).toBeTruthy()
    await user.click(await button('Completa Configurazione'))
    await screen.findByText('Configurazione completata')
    expect(at()).toBe('/profile/setup')
    expect(server.to(send)[0]?.headers['x-csrf-token']).toBe('parola')
    expect(server.to(send)[0]?.body).toEqual({
      businessName: 'Locanda del Borgo',
      businessType: 'bnb',
      location: 'Via del Corso 12, Roma',
      province: 'RM',
      phone: '+390612345678',
      profilePhoto: null,
      businessPhoto: null,
      emailNotifications: true,
      smsNotifications: true,
      marketingConsent: false,
      privacyConsent: true,
    })
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
  })

  it('V-72, T-207, T-208: requires name, type and place', async () => {
    const { user } = wizard({ ...blank, location: '', businessType: null })
    await user.click(await button('Continua'))
    await screen.findByText('Campi obbligatori mancanti')
    expect(screen.getByText('Completa tutti i campi richiesti prima di continuare.')).toBeTruthy()
    expect(screen.getByText('Seleziona il tipo di attività')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Informazioni di base' })).toBeTruthy()
  })

  it('Q-134: requires the province, and takes it from a chosen address', async () => {
    const siena = 'Via Roma 12, Siena (SI), Italia'
    const address = { street: 'Via Roma 12', city: 'Siena', state: 'SI', postalCode: null, country: 'Italia' }
    const { user } = wizard(
      { ...blank, location: '', province: null },
      {
        'GET /api/places/source': ok({ google: null }),
        'GET /api/places/autocomplete': ok([{ ...address, fullAddress: siena, coordinates: { lat: 43.3, lng: 11.3 } }]),
      },
    )
    await user.click(await button('Continua'))
    expect(await screen.findByText('Seleziona una provincia')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Informazioni di base' })).toBeTruthy()
    await user.type(screen.getByRole('combobox', { name: 'Indirizzo' }), 'via roma sie')
    await user.click(await screen.findByRole('option', { name: siena }))
    await screen.findByText(`Indirizzo confermato: ${siena}`)
    await user.click(await button('Continua'))
    expect(await screen.findByRole('heading', { name: 'Preferenze' })).toBeTruthy()
  })

  it('Q-134: takes a missing province from the address of the profile', async () => {
    wizard({ ...blank, location: 'Via Roma 12, Siena (SI), Italia', province: null })
    const province = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Provincia' })
    expect(province.value).toBe('SI')
  })

  it('V-75: does not require phone and photos', async () => {
    const { user } = wizard({ ...blank, phone: null })
    await user.click(await button('Continua'))
    expect(await screen.findByRole('heading', { name: 'Preferenze' })).toBeTruthy()
  })

  it('V-73, T-211, C-36, Q-87: preselects only consents on record and requires the privacy consent', async () => {
    const { user } = wizard(blank)
    await user.click(await button('Continua'))
    const checked = () =>
      screen.getAllByRole('checkbox').map((box) => (box instanceof HTMLInputElement ? box.checked : null))
    await screen.findByText(notice)
    expect(checked()).toEqual([true, false, false, false])
    await user.click(await button('Continua'))
    await screen.findByText('Campi obbligatori mancanti')
    await user.click(screen.getByRole('checkbox', { name: 'Accetto la Privacy Policy e i Termini di Servizio' }))
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('Q-87: shows recorded consents as given', async () => {
    const { user } = wizard({ ...blank, privacyConsent: true })
    await user.click(await button('Continua'))
    await screen.findByRole('heading', { name: 'Preferenze' })
    expect(screen.queryByText(notice)).toBeNull()
  })

  it.each([
    ['the place', { location: '', privacyConsent: true }],
    ['the consent', {}],
  ])('V-74: cannot be finished without %s', async (_, without) => {
    const Last = () => (
      <button type="button" onClick={useProfileSetup({ ...blank, ...without }).finish}>
        Fine
      </button>
    )
    const element = (
      <>
        <Last />
        <Toaster />
      </>
    )
    const { user, server } = renderApp('/', signedInAs(locanda), [{ path: '/', element }])
    await user.click(await button('Fine'))
    await screen.findByText('Configurazione incompleta')
    expect(screen.getByText('Completa tutti i campi richiesti prima di finalizzare.')).toBeTruthy()
    expect(server.to(send)).toEqual([])
  })

  it('T-212: shows a server failure and stays', async () => {
    const { user, at } = wizard({ ...blank, privacyConsent: true }, { [send]: failure(500, 'boom') })
    await user.click(await button('Continua'))
    await user.click(await button('Continua'))
    await user.click(await button('Completa Configurazione'))
    await screen.findByText('Si è verificato un errore. Riprova più tardi.')
    expect(at()).toBe('/profile/setup')
  })

  it('R-92, T-213: redirects users with a complete profile after a message', async () => {
    const { at } = wizard(profileOfLocanda)
    await screen.findByText('Il tuo profilo è già completo. Ti portiamo alla tua dashboard.')
    expect(at()).toBe('/profile/setup')
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
  })

  it('T-227: shows where to get help', async () => {
    wizard(blank)
    const link = await screen.findByRole('link', { name: 'Scrivi all’assistenza' })
    expect(link.getAttribute('href')).toMatch(/^mailto:/)
  })

  it('is for businesses only', async () => {
    const { at } = renderApp('/profile/setup', signedInAs(giulia))
    await vi.waitFor(() => expect(at()).toBe('/dashboard'), 20_000)
  })
})
