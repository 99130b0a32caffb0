// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { suggestionTimings } from '../../../../web/app/components/address-autocomplete.tsx'
import type { Address } from '../../../../web/contract/travel/places.ts'
import { visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../support/stub-server.ts'

// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }

const autocomplete = 'GET /api/places/autocomplete'
const siena: Address = {
  street: 'Via Roma 12',
  city: 'Siena',
  state: 'SI',
  postalCode: null,
  country: 'Italia',
  fullAddress: 'Via Roma 12, Siena (SI), Italia',
  coordinates: { lat: 43.3182, lng: 11.3306 },
}
const sieci: Address = { ...siena, city: 'Sieci', state: 'FI', fullAddress: 'Via Roma 12, Sieci (FI), Italia' }
const withoutGoogle = { 'GET /api/places/source': ok({ google: null }) }

const openField = async (path: string, answers: Answers) => {
  const app = renderApp(path, { ...visitor, ...withoutGoogle, ...answers })
  const [field] = await screen.findAllByRole('combobox', { name: 'Indirizzo' })
  if (field === undefined) throw new Error('no field')
  return { ...app, field, typed: (text: string) => app.user.type(field, text) }
}
const openRegistration = (answers: Answers = { [autocomplete]: ok([siena, sieci]) }) => openField('/register', answers)
const province = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Provincia' }).value
const value = (field: HTMLElement) => (field as HTMLInputElement).value

describe('R-23: the address field of the registration', () => {
  it('V-84, C-15, Q-80: searches from three characters on, after a pause in typing', async () => {
    const { typed, server } = await openRegistration()
    await typed('Si')
    await new Promise((resolve) => setTimeout(resolve, 2 * suggestionTimings.registration.waitMs))
    expect(server.to(autocomplete)).toEqual([])
    await typed('ena')
    await screen.findByRole('listbox', { name: 'Indirizzi suggeriti' })
    expect(server.to(autocomplete).map(({ query }) => query)).toEqual(['?input=Siena'])
    expect(suggestionTimings).toEqual({
      registration: { minLength: 3, waitMs: 300 },
      fast: { minLength: 2, waitMs: 200 },
      relaxed: { minLength: 2, waitMs: 300 },
    })
  })

  it('is an ARIA 1.2 combobox that announces the number of suggestions', async () => {
    const { field, typed } = await openRegistration()
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(field.getAttribute('aria-autocomplete')).toBe('list')
    expect(field.hasAttribute('aria-controls')).toBe(false)
    await typed('Siena')
    const list = await screen.findByRole('listbox')
    expect(field.getAttribute('aria-expanded')).toBe('true')
    expect(field.getAttribute('aria-controls')).toBe(list.id)
    expect(within(list).getAllByRole('option')).toHaveLength(2)
    expect(screen.getByText('2 indirizzi suggeriti')).toBeTruthy()
    expect(screen.getByText('Località di GeoNames (CC BY 4.0)')).toBeTruthy()
  })

  it('cycles with the arrow keys while the focus stays in the field', async () => {
    const { field, typed, user } = await openRegistration()
    await typed('Siena')
    await screen.findByRole('listbox')
    const active = () => document.querySelector(`#${CSS.escape(field.getAttribute('aria-activedescendant') ?? '')}`)
    expect(field.hasAttribute('aria-activedescendant')).toBe(false)
    for (const [key, words] of [
      ['ArrowDown', siena.fullAddress],
      ['ArrowDown', sieci.fullAddress],
      ['ArrowDown', siena.fullAddress],
      ['ArrowUp', sieci.fullAddress],
    ] as const) {
      await user.keyboard(`{${key}}`)
      expect(active()?.textContent).toBe(words)
      expect(active()?.getAttribute('aria-selected')).toBe('true')
      expect(document.activeElement).toBe(field)
    }
  })

  it('S-29, Q-134: confirms a chosen address, fills in its province and stops searching', async () => {
    const { field, typed, user, server } = await openRegistration()
    await typed('via roma sie')
    await user.click(await screen.findByRole('option', { name: siena.fullAddress }))
    expect(await screen.findByText(`Indirizzo confermato: ${siena.fullAddress}`)).toBeTruthy()
    expect([value(field), province()]).toEqual([siena.fullAddress, 'SI'])
    expect(screen.queryByRole('listbox')).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 2 * suggestionTimings.registration.waitMs))
    expect(server.to(autocomplete)).toHaveLength(1)
  })

  it('accepts Enter only for a highlighted suggestion, and Escape for none', async () => {
    const { field, typed, user, server } = await openRegistration()
    await typed('Siena')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(value(field)).toBe('Siena')
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('listbox')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByText(/^Indirizzo confermato/)).toBeTruthy()
    expect(screen.queryByText("Inserisci un'email valida")).toBeNull()
    await user.keyboard('{Enter}')
    expect(await screen.findByText("Inserisci un'email valida")).toBeTruthy()
    expect(server.to('POST /api/auth/register')).toEqual([])
  })

  it('keeps the typed text, whatever is suggested', async () => {
    const { field, typed, user } = await openRegistration()
    await typed('Vicolo mio, Siena')
    await screen.findByRole('listbox')
    await user.tab()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect([value(field), province()]).toEqual(['Vicolo mio, Siena', ''])
  })

  it('is unconfirmed again when the text changes', async () => {
    const { typed, user } = await openRegistration()
    await typed('Siena')
    await user.click(await screen.findByRole('option', { name: sieci.fullAddress }))
    await screen.findByText(/^Indirizzo confermato/)
    await typed('!')
    expect(screen.queryByText(/^Indirizzo confermato/)).toBeNull()
  })

  it.each([
    ['T-128', ok([]), 'Nessun risultato trovato'],
    ['T-129', failure(500, 'boom'), 'Errore di ricerca. Riprova.'],
    [
      'Q-23',
      failure(429, 'Troppe richieste. Attendi un momento e riprova.'),
      'Troppe richieste. Attendi un momento e riprova.',
    ],
  ])('%s: shows the reason and keeps the text', async (_, answer, words) => {
    const { field, typed } = await openRegistration({ [autocomplete]: answer })
    await typed('Siena')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(value(field)).toBe('Siena')
  })

  it('shows that it is searching', async () => {
    const { typed } = await openRegistration({ [autocomplete]: neverAnswers })
    await typed('Siena')
    expect(await screen.findByText('Ricerca in corso…')).toBeTruthy()
  })

  it('is a plain field until a source is known', async () => {
    const { field, typed, server } = await openRegistration({ 'GET /api/places/source': failure(500, 'boom') })
    await typed('Siena')
    await new Promise((resolve) => setTimeout(resolve, 2 * suggestionTimings.registration.waitMs))
    expect(value(field)).toBe('Siena')
    expect(server.to(autocomplete)).toEqual([])
  })
})

describe('R-111: the pages comparing address widgets', () => {
  it.each([
    ['/address-test', 'Prova degli indirizzi', 4],
    ['/address-test-fixed', 'Prova degli indirizzi senza Google', 4],
    ['/address-working', 'Indirizzi in uso', 2],
  ])('are public: %s', async (path, title, widgets) => {
    renderApp(path, { ...visitor, ...withoutGoogle })
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getAllByRole('region').filter((one) => one.querySelector('input, iframe'))).toHaveLength(widgets)
  })

  it('V-84: search in the quick variant from two characters on and show every part of the result', async () => {
    renderApp('/address-test', { ...visitor, ...withoutGoogle, [autocomplete]: ok([siena]) })
    const quick = within(await screen.findByRole('region', { name: /^Rapido/ }))
    const { userEvent } = await import('@testing-library/user-event')
    const user = userEvent.setup()
    await user.type(quick.getByRole('combobox'), 'Si')
    await user.click(await quick.findByRole('option'))
    for (const part of ['Via Roma 12', 'Siena', 'SI', 'Italia', '43.3182, 11.3306', '–'])
      expect(await quick.findByText(part)).toBeTruthy()
  })

  it('A-30, Q-79: accept messages only from their own frame and origin', async () => {
    renderApp('/address-working', { ...visitor, ...withoutGoogle })
    const region = within(await screen.findByRole('region', { name: /^Riquadro/ }))
    const frame = region.getByTitle<HTMLIFrameElement>('Scegli un indirizzo')
    const dispatchMessage = (origin: string, source: unknown, data: unknown) =>
      window.dispatchEvent(Object.assign(new MessageEvent('message', { origin, data }), { source }))
    const message = { type: 'address-selected', address: siena }
    const own = location.origin
    const source = frame.contentWindow
    Object.defineProperty(frame, 'contentWindow', { value: source })
    dispatchMessage('https://evil.example', source, message)
    dispatchMessage(own, window, message)
    dispatchMessage(own, source, { ...message, type: 'address-chosen' })
    dispatchMessage(own, source, { type: 'address-selected', address: { city: 'Siena' } })
    expect(region.getByText('Nessun indirizzo scelto.')).toBeTruthy()
    dispatchMessage(own, source, message)
    expect(await region.findByText(siena.fullAddress)).toBeTruthy()
  })

  it('E-49, A-30, Q-79: post messages from the frame only to their own origin', async () => {
    const postMessage = vi.fn()
    vi.stubGlobal('parent', { postMessage })
    const { typed, user } = await openField('/address-frame', { [autocomplete]: ok([siena]) })
    await typed('Sie')
    await user.click(await screen.findByRole('option'))
    await screen.findByText(/^Indirizzo confermato/)
    expect(postMessage.mock.calls).toEqual([[{ type: 'address-selected', address: siena }, location.origin]])
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
