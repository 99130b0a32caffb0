// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const siena = {
  street: null,
  city: 'Siena',
  state: 'SI',
  postalCode: null,
  country: 'Italia',
  fullAddress: 'Siena (SI), Italia',
  coordinates: null,
}
const partner = 'GET /api/hotels/partner'
const places = 'GET /api/places/autocomplete'
const full: Answers = {
  ...signedInAs(locanda),
  'GET /api/bookings': ok([]),
  [partner]: ok({ address: 'https://hotel.example/cerca', trackingId: null }),
  'GET /api/places/source': ok({ google: null }),
  [places]: ok([siena]),
}

const widget = async (answers: Answers = {}, path = '/dashboard') => {
  const tab = vi.spyOn(window, 'open').mockReturnValue(null)
  tab.mockClear()
  const opened = renderApp(path, { ...full, ...answers })
  const card = within(await screen.findByRole('region', { name: 'Cerca su un sito partner' }))
  await card.findByRole('form')
  const button = card.getByRole('button', { name: 'Cerca sul sito partner' })
  return { ...opened, card, button, opensNow: () => tab.mock.calls }
}
type Widget = Awaited<ReturnType<typeof widget>>

const fills = async ({ card, user }: Widget, checkIn = '2198-01-10', checkOut = '2198-01-13') => {
  await user.type(card.getByRole('combobox', { name: 'Destinazione' }), 'Forlì & dintorni')
  await user.type(card.getByLabelText('Check-in'), checkIn)
  await user.type(card.getByLabelText('Check-out'), checkOut)
}
const options = (field: HTMLElement) => [...(field as HTMLSelectElement).options].map(({ value }) => value)
const upTo = (most: number, least = 0) => Array.from({ length: most - least + 1 }, (_, n) => String(least + n))

describe('the partner’s hotel search', () => {
  it('R-54, A-31, B-13, C-25: opens with place, dates, adults, one room, children and ages', async () => {
    const opened = await widget()
    const { card, user, button } = opened
    await fills(opened)
    await user.selectOptions(card.getByRole('combobox', { name: 'Adulti' }), '3')
    await user.selectOptions(card.getByRole('combobox', { name: 'Bambini' }), '2')
    const ages = within(card.getByRole('group', { name: 'Età dei bambini' }))
    await user.selectOptions(ages.getByRole('combobox', { name: 'Età del bambino 1' }), 'Meno di 1 anno')
    await user.selectOptions(ages.getByRole('combobox', { name: 'Età del bambino 2' }), '17 anni')
    await user.click(button)
    expect(opened.opensNow()).toEqual([
      [
        'https://hotel.example/cerca?ss=Forl%C3%AC+%26+dintorni&checkin=2198-01-10&checkout=2198-01-13' +
          '&group_adults=3&no_rooms=1&group_children=2&age=0&age=17',
        '_blank',
        'noopener,noreferrer',
      ],
    ])
  })

  it('A-31: offers a link when the browser blocks the tab, until the search changes', async () => {
    const opened = await widget()
    await fills(opened)
    await opened.user.click(opened.button)
    const link = opened.card.getByRole('link', { name: /^Apri di nuovo la ricerca/ })
    expect(link.getAttribute('href')).toBe(opened.opensNow()[0]?.[0])
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    await opened.user.selectOptions(opened.card.getByRole('combobox', { name: 'Adulti' }), '1')
    expect(opened.card.queryByRole('link')).toBeNull()
  })

  it('V-78, C-25: accepts 1 to 10 adults and 0 to 10 children aged 0 to 17', async () => {
    const { card, user } = await widget()
    expect(options(card.getByRole('combobox', { name: 'Adulti' }))).toEqual(upTo(10, 1))
    expect(options(card.getByRole('combobox', { name: 'Bambini' }))).toEqual(upTo(10))
    expect(card.queryByRole('group')).toBeNull()
    await user.selectOptions(card.getByRole('combobox', { name: 'Bambini' }), '10')
    const ages = within(card.getByRole('group')).getAllByRole('combobox')
    expect(ages).toHaveLength(10)
    for (const age of ages) expect(options(age)).toEqual(['', ...upTo(17)])
  })

  it('R-54: suggests towns from two characters on', async () => {
    const { card, user, server } = await widget()
    const field = card.getByRole('combobox', { name: 'Destinazione' })
    await user.type(field, 's')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(server.to(places)).toEqual([])
    await user.type(field, 'i')
    await user.click(await card.findByRole('option', { name: 'Siena (SI), Italia' }))
    expect((field as HTMLInputElement).value).toBe('Siena (SI), Italia')
    expect(await card.findByText('Destinazione scelta: Siena (SI), Italia')).toBeTruthy()
  })

  it('T-214, V-76: asks for missing values, including a child’s age', async () => {
    const opened = await widget()
    const { card, user, button } = opened
    const missing = 'Compila tutti i campi obbligatori'
    await user.click(button)
    expect(card.getByRole('alert').textContent).toBe(missing)
    await fills(opened)
    await user.selectOptions(card.getByRole('combobox', { name: 'Bambini' }), '1')
    await user.click(button)
    expect(card.getByRole('alert').textContent).toBe(missing)
    const age = card.getByRole('combobox', { name: 'Età del bambino 1' })
    expect([age.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', age])
    await user.selectOptions(age, '7')
    await user.click(button)
    expect(card.queryByRole('alert')).toBeNull()
    expect(opened.opensNow()).toHaveLength(1)
  })

  it.each([
    ['a night of none', '2198-01-10', '2198-01-10'],
    ['leaving before', '2198-01-10', '2198-01-09'],
    ['a day that is over', '2020-01-10', '2198-01-11'],
  ])('Q-76: opens nothing for %s', async (_, checkIn, checkOut) => {
    const opened = await widget()
    await fills(opened, checkIn, checkOut)
    await opened.user.click(opened.button)
    expect(opened.card.getByRole('alert').textContent).toContain('Il check-out deve essere dopo il check-in')
    expect(opened.opensNow()).toEqual([])
  })

  it.each([
    [null, null],
    ['304142', 'Link affiliato: se prenoti sul sito partner, Garbo può ricevere una commissione.'],
  ])('Q-76: names the site and, with the partner id %s there, the commission', async (trackingId, said) => {
    const { card } = await widget({ [partner]: ok({ address: 'https://hotel.example/cerca', trackingId }) })
    expect(card.getByText(/si apre su hotel\.example.*lì non si guadagnano AVA/)).toBeTruthy()
    expect(card.queryByText(/^Link affiliato/)?.textContent ?? null).toBe(said)
  })

  it.each([
    ['R-101: /book-travel', locanda, '/book-travel'],
    ['Q-31: /my-travels', giulia, '/my-travels'],
  ])('is on %s too', async (_, who, path) => {
    const opened = await widget(signedInAs(who), path)
    await fills(opened)
    await opened.user.click(opened.button)
    expect(opened.opensNow()).toHaveLength(1)
  })

  it('shows that it is loading', async () => {
    renderApp('/book-travel', { ...full, [partner]: neverAnswers })
    const card = within(await screen.findByRole('region', { name: 'Cerca su un sito partner' }))
    expect(card.getByText('Caricamento in corso…')).toBeTruthy()
  })
  it('shows an error and can be reloaded', async () => {
    let broken = true
    const { user } = renderApp('/book-travel', {
      ...full,
      [partner]: () => (broken ? failure(500, 'boom') : ok({ address: 'https://hotel.example/', trackingId: null })),
    })
    const card = within(await screen.findByRole('region', { name: 'Cerca su un sito partner' }))
    await card.findByRole('alert')
    broken = false
    await user.click(card.getByRole('button', { name: 'Riprova' }))
    expect(await card.findByRole('form')).toBeTruthy()
  })
})
