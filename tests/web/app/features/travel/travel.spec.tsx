// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { simulatedSearchMs } from '../../../../../web/app/features/travel/queries.ts'
import { avaProfile, booking, hotel, rejected, reward, standing } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, ok, ruleSettings } from '../../support/stub-server.ts'

const full: Answers = {
  ...signedInAs(giulia),
  'GET /api/bookings': ok([]),
  'GET /api/hotels': ok([hotel]),
  'GET /api/hotels/partner': ok({ address: 'https://hotel.example/cerca', trackingId: null }),
  'GET /api/places/source': ok({ google: null }),
  'GET /api/places/autocomplete': ok([]),
}
const ownForm = async () => within(await screen.findByRole('form', { name: 'Cerca hotel' }))
const search = async ({ user }: ReturnType<typeof renderApp>, checkOut = '2198-01-13') => {
  const form = await ownForm()
  await user.type(form.getByRole('combobox', { name: 'Destinazione' }), 'Rimini')
  await user.type(form.getByLabelText('Check-in'), '2198-01-10')
  await user.type(form.getByLabelText('Check-out'), checkOut)
  await user.click(form.getByRole('button', { name: 'Cerca hotel' }))
}

const confirm = async ({ user }: ReturnType<typeof renderApp>) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma prenotazione' }))

describe('the travel page', () => {
  it('R-101, R-102, B-32, Q-75: finds hotels with price and AVA', async () => {
    const opened = renderApp('/book-travel', full)
    await search(opened)
    const found = within(await screen.findByRole('region', { name: 'Hotel a Rimini' }))
    expect(await found.findByText('Hotel Miramare')).toBeTruthy()
    for (const words of ['Guadagni 3 AVA', /120,00 €.*3 notti/s, '360,00 €', 'Sul mare.', 'Wi-Fi', '4,5 stelle su 5'])
      expect(found.getByText(words)).toBeTruthy()
    expect(found.getByText('Risultati dimostrativi: non viene prenotata nessuna camera reale.')).toBeTruthy()
    expect(opened.server.to('GET /api/hotels')[0]?.query).toBe(
      '?destination=Rimini&checkIn=2198-01-10&checkOut=2198-01-13&guests=2',
    )
  })

  it('B-36, C-28, Q-75: takes as long for the demo search as for a real one', async () => {
    const opened = renderApp('/book-travel', full)
    await search(opened)
    const began = performance.now()
    expect(screen.getByRole('button', { name: 'Ricerca in corso…' })).toHaveProperty('disabled', true)
    await screen.findByText('Hotel Miramare')
    expect(performance.now() - began).toBeGreaterThan(simulatedSearchMs / 2)
    expect(simulatedSearchMs).toBe(1500)
  })

  it('Q-72: shows the daily number of bookings as configured', async () => {
    renderApp('/book-travel', { ...full, 'GET /api/rule-settings': ok({ ...ruleSettings, bookingsPerDay: 3 }) })
    expect(await screen.findByText(/Di norma si possono fare 3 prenotazioni al giorno\.$/)).toBeTruthy()
  })

  it('R-101, Q-72: explains before and after the search which AVA a stay earns, when, and how they are lost', async () => {
    const opened = renderApp('/book-travel', full)
    const explained = () =>
      screen.getByText(/Per ogni 100 € di prenotazione guadagni 1 AVA\..*puoi spenderli dopo il check-out/) &&
      screen.getByText(/annullare fino al giorno prima del check-in.*10 prenotazioni al giorno/)
    await ownForm()
    await screen.findByText(/prenotazioni al giorno/)
    expect(explained()).toBeTruthy()
    await search(opened)
    await screen.findByText('Hotel Miramare')
    expect(explained()).toBeTruthy()
  })

  it('T-214, V-76: asks for missing values', async () => {
    const { user, server } = renderApp('/book-travel', full)
    const form = await ownForm()
    await user.click(form.getByRole('button', { name: 'Cerca hotel' }))
    expect(form.getByRole('alert').textContent).toBe('Compila tutti i campi obbligatori')
    expect(server.to('GET /api/hotels')).toEqual([])
  })

  it('V-77, C-25: accepts one to ten guests', async () => {
    const opened = renderApp('/book-travel', full)
    const guests = (await ownForm()).getByRole('spinbutton', { name: 'Ospiti' })
    expect([guests.getAttribute('min'), guests.getAttribute('max')]).toEqual(['1', '10'])
    await opened.user.clear(guests)
    await opened.user.type(guests, '11')
    await search(opened)
    expect(screen.getByText('Deve essere al massimo 10')).toBeTruthy()
    expect(opened.server.to('GET /api/hotels')).toEqual([])
  })

  it('Q-76: requires check-out after check-in', async () => {
    const opened = renderApp('/book-travel', full)
    await search(opened, '2198-01-10')
    expect(screen.getByRole('alert').textContent).toContain('Il check-out deve essere dopo il check-in')
    expect(opened.server.to('GET /api/hotels')).toEqual([])
  })

  it('Q-76: rejects a stay of more than a year, as the server does', async () => {
    const opened = renderApp('/book-travel', full)
    await search(opened, '2199-01-11')
    expect(screen.getByRole('alert').textContent).toBe('Un soggiorno dura al massimo 365 notti.')
    expect(opened.server.to('GET /api/hotels')).toEqual([])
  })

  it('T-215, Q-72: books by hotel and dates only, and the history shows it', async () => {
    let booked = false
    const opened = renderApp('/book-travel', {
      ...full,
      'GET /api/bookings': () => ok(booked ? [booking] : []),
      'POST /api/bookings': () => {
        booked = true
        return created(booking)
      },
    })
    await search(opened)
    await opened.user.click(await screen.findByRole('button', { name: /^Prenota e guadagna AVA ?: Hotel Miramare$/ }))
    expect(opened.server.to('POST /api/bookings')).toEqual([])
    await confirm(opened)
    expect(await screen.findByText('Prenotazione confermata')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const [sent] = opened.server.to('POST /api/bookings')
    expect(sent?.body).toEqual({
      hotelId: 'miramare',
      destination: 'Rimini',
      checkIn: '2198-01-10',
      checkOut: '2198-01-13',
      guests: 2,
    })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
    expect(await screen.findByText('Riferimento GRB-1')).toBeTruthy()
    expect(opened.server.to('GET /api/hotels')).toHaveLength(1)
  })

  it('T-215, Q-75: shows what will be booked and requires confirmation', async () => {
    const opened = renderApp('/book-travel', full)
    await search(opened)
    const button = await screen.findByRole('button', { name: /Prenota e guadagna AVA/ })
    await opened.user.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Confermi la prenotazione?' }))
    for (const words of [
      'Hotel Miramare',
      '10 gennaio 2198',
      '13 gennaio 2198',
      '3 notti · 2 ospiti',
      '360,00 €',
      '3 AVA',
      'Risultati dimostrativi: non viene prenotata nessuna camera reale.',
    ])
      expect(dialog.getByText(words)).toBeTruthy()
    await opened.user.click(dialog.getByRole('button', { name: 'Annulla' }))
    expect(opened.server.to('POST /api/bookings')).toEqual([])
    expect(document.activeElement).toBe(button)
  })

  it.each([
    ['in our own words', failure(500, 'boom'), 'Si è verificato un errore durante la prenotazione.'],
    ['with the reason', failure(429, 'Al massimo 10 prenotazioni al giorno.'), 'Al massimo 10 prenotazioni al giorno.'],
  ])('T-216, T-217: shows that the booking failed, %s', async (_, answer, reason) => {
    const opened = renderApp('/book-travel', { ...full, 'POST /api/bookings': answer })
    await search(opened)
    await opened.user.click(await screen.findByRole('button', { name: /Prenota e guadagna AVA/ }))
    await confirm(opened)
    expect(await screen.findByText('Errore prenotazione')).toBeTruthy()
    expect((await findInToast(reason)).textContent).toBe(reason)
    expect(within(await screen.findByRole('dialog')).getByRole('alert').textContent).toBe(reason)
  })

  it('Q-72: cancels future bookings after a confirmation', async () => {
    const past = {
      ...booking,
      id: 'b2',
      bookingReference: 'GRB-2',
      checkIn: '2020-01-01',
      checkOut: '2020-01-02',
      actions: { cancel: rejected('StayAlreadyBegun') },
    }
    const { user, server } = renderApp('/my-travels', {
      ...full,
      'GET /api/bookings': ok([booking, past]),
      'POST /api/bookings/b1/cancel': ok({ ...booking, status: 'cancelled' }),
    })
    await screen.findByText('Riferimento GRB-2')
    await user.click(screen.getByRole('button', { name: 'Annulla prenotazione' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sì, annulla' }))
    expect(await screen.findByText('Prenotazione annullata')).toBeTruthy()
    expect(server.to('POST /api/bookings/b1/cancel')).toHaveLength(1)
  })
})

describe('travel in the client area', () => {
  const area: Answers = {
    ...full,
    'GET /api/standing': ok(standing),
    'GET /api/client/ratings': ok([]),
    'GET /api/ava/profile': ok(avaProfile),
    'GET /api/rewards': ok([reward]),
  }
  const section = async () => within(await screen.findByRole('region', { name: 'Prenota il prossimo viaggio' }))

  it('R-70: searches and books a stay', async () => {
    const opened = renderApp('/client-dashboard', { ...area, 'POST /api/bookings': created(booking) })
    await section()
    await search(opened)
    await opened.user.click(await (await section()).findByRole('button', { name: /Prenota e guadagna AVA/ }))
    await confirm(opened)
    expect(await screen.findByText('Hai guadagnato 3 AVA, in maturazione fino al check-out.')).toBeTruthy()
  })

  it('R-70, B-32: shows what booking here earns', async () => {
    renderApp('/client-dashboard', area)
    const benefits = within(await (await section()).findByRole('region', { name: 'I vantaggi di prenotare qui' }))
    expect(benefits.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      '1 AVA ogni 100 €',
      'Subito nel wallet',
      'Annulli fino al giorno prima',
    ])
    expect((await section()).getByRole('link', { name: 'Tutti i tuoi viaggi' }).getAttribute('href')).toBe(
      '/my-travels',
    )
  })
})

describe('bookings on a dashboard', () => {
  const many = [1, 2, 3, 4, 5, 6].map((n) => ({ ...booking, id: `b${n}`, bookingReference: `GRB-${n}` }))

  it.each([
    ['R-48, C-19: of a business', locanda, '/dashboard', '/book-travel'],
    ['R-61: of a client', giulia, '/client-dashboard', '/my-travels'],
  ])('%s are the last five, with a link to all', async (_, who, path, all) => {
    renderApp(path, { ...full, ...signedInAs(who), 'GET /api/bookings': ok(many) })
    const list = within(await screen.findByRole('region', { name: 'Le tue prenotazioni' }))
    const link = await list.findByRole('link', { name: 'Vedi tutte' })
    expect(link.getAttribute('href')).toBe(all)
    expect(list.getAllByText(/^Riferimento GRB-\d$/).map(({ textContent }) => textContent)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Riferimento GRB-${n}`),
    )
  })
})
