// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { debounceMs } from '../../../../../web/app/features/travel/PlacesPage.tsx'
import { placesQuery } from '../../../../../web/app/features/travel/queries.ts'
import type { Place } from '../../../../../web/contract/travel/places.ts'
import { visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const search = 'GET /api/search/places'
const aurora: Place = {
  place_id: 'ChIJ-aurora',
  name: 'Hotel Aurora',
  rating: 4.4,
  price_level: 3,
  formatted_address: 'Via del Corso, 12, Roma',
  types: ['hotel', 'lodging', 'spa', 'point_of_interest', 'establishment'],
  photos: [{ photo_reference: 'places/ChIJ-aurora/photos/one' }],
  opening_hours: { open_now: true },
  has_garbo_profile: true,
  garbo_avg_score: 4.5,
  garbo_total_reviews: 2,
  garbo_business_id: 'aurora',
  garbo_is_premium: true,
}
const mario: Place = {
  ...aurora,
  place_id: 'ChIJ-mario',
  name: 'Da Mario',
  price_level: 0,
  types: [],
  photos: [],
  opening_hours: { open_now: false },
  has_garbo_profile: false,
  garbo_avg_score: null,
  garbo_total_reviews: null,
  garbo_business_id: null,
  garbo_is_premium: false,
}
const found = (results: readonly Place[], source = 'google') => ok({ total_results: results.length, results, source })
const at = (path: string, answers: Answers) => renderApp(path, { ...visitor, ...answers })
const field = () => screen.findByRole('searchbox', { name: 'Che cosa cerchi?' })
const longerThanThePause = () => new Promise((resolve) => setTimeout(resolve, 2 * debounceMs))

describe('the places page (R-103)', () => {
  it('V-83: sends no request before there is a query', async () => {
    const { user, server } = at('/places?type=food', { [search]: found([]) })
    expect(await screen.findByText(/Scrivi che cosa cerchi/)).toBeTruthy()
    await user.type(await field(), '   ')
    await longerThanThePause()
    expect(server.to(search)).toEqual([])
  })

  it('V-83, C-27: searches half a second after the last keystroke', async () => {
    const { user, server } = at('/places', { [search]: found([aurora]) })
    await user.type(await field(), 'aurora')
    await screen.findByText('Hotel Aurora')
    expect(server.to(search).map(({ query }) => query)).toEqual(['?query=aurora'])
    expect(debounceMs).toBe(500)
    expect(placesQuery({ query: 'a' })).toMatchObject({ enabled: true, staleTime: 300_000 })
    expect(placesQuery({ query: '' })).toMatchObject({ enabled: false })
  })

  it('R-103: takes its filters from the address', async () => {
    const asked = 'query=pizza&location=Siena&type=restaurant&minRating=3.5&maxPrice=2&openNow=true&lat=43.3&lng=11.3'
    const { server } = at(`/places?${asked}`, { [search]: found([mario]) })
    await screen.findByText('Da Mario')
    expect(server.to(search).map(({ query }) => query)).toEqual([`?${asked}`])
    expect((await field()).getAttribute('value')).toBe('pizza')
    expect(screen.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('restaurant')
    expect(screen.getByLabelText<HTMLSelectElement>('Prezzo massimo').value).toBe('2')
    expect(screen.getByRole('slider', { name: 'Punteggio minimo' }).getAttribute('aria-valuetext')).toBe(
      'almeno 3,5 su 5',
    )
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Solo se aperto adesso' }).checked).toBe(true)
  })

  it('ignores invalid filters in the address', async () => {
    const asked = 'query=pizza&type=castle&minRating=9&maxPrice=x&openNow=1&lat=1000&lng=x&surprise=1'
    const { server } = at(`/places?${asked}`, { [search]: found([mario]) })
    await screen.findByText('Da Mario')
    expect(server.to(search).map(({ query }) => query)).toEqual(['?query=pizza'])
  })

  it('C-30: offers our types, price levels and radius', async () => {
    const { user, server } = at('/places?query=pizza', { [search]: found([mario]) })
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    await screen.findByText('Da Mario')
    expect(options('Tipo')).toHaveLength(6)
    expect(options('Prezzo massimo')).toEqual([
      'Qualsiasi',
      'Gratuito',
      'Economico',
      'Moderato',
      'Costoso',
      'Molto Costoso',
    ])
    const slider = screen.getByRole('slider')
    expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual([
      '0',
      '5',
      '0.5',
    ])
    fireEvent.change(slider, { target: { value: '4.5' } })
    await user.selectOptions(screen.getByLabelText('Prezzo massimo'), 'Gratuito')
    await longerThanThePause()
    expect(server.to(search).at(-1)?.query).toBe('?query=pizza&minRating=4.5&maxPrice=0')
  })
})

describe('a place card (R-104)', () => {
  const card = async (name: string) =>
    within((await screen.findByText(name)).closest<HTMLElement>('li') ?? document.body)

  it('C-30: shows the known details and links to its page here', async () => {
    at('/places?query=aurora', { [search]: found([aurora]) })
    const one = await card('Hotel Aurora')
    expect(one.getByRole('link', { name: 'Hotel Aurora' }).getAttribute('href')).toBe('/business/aurora')
    expect(one.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Hotel', 'Alloggio', 'Spa'])
    expect(one.getByText('4,4 su Google · Prezzo: Costoso · Aperto ora')).toBeTruthy()
    for (const words of ['Via del Corso, 12, Roma', '4,5 su Garbo', '2 recensioni'])
      expect(one.getByText(words)).toBeTruthy()
    expect(document.querySelector('li img')?.getAttribute('src')).toBe(
      '/api/search/places/photo?reference=places%2FChIJ-aurora%2Fphotos%2Fone',
    )
    expect(one.queryByRole('link', { name: /mappa/ })).toBeNull()
  })

  it('A-33, B-40: links to a map otherwise, in a tab without referrer', async () => {
    at('/places?query=mario', { [search]: found([mario]) })
    const link = (await card('Da Mario')).getByRole('link', { name: /Vedi sulla mappa «Da Mario»/ })
    const address = new URL(link.getAttribute('href') ?? '')
    expect(address.origin + address.pathname).toBe('https://www.google.com/maps/search/')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      api: '1',
      query: 'Da Mario, Via del Corso, 12, Roma',
      query_place_id: 'ChIJ-mario',
    })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.getByText('4,4 su Google · Prezzo: Gratuito · Chiuso ora')).toBeTruthy()
  })

  it('uses no Google id for our own towns', async () => {
    at('/places?query=siena', { [search]: found([{ ...mario, place_id: 'it-si-siena' }], 'garbo') })
    const link = (await card('Da Mario')).getByRole('link', { name: /mappa/ })
    expect(link.getAttribute('href')).not.toContain('it-si-siena')
    expect(screen.getByText(/Prezzi e orari non sono noti/)).toBeTruthy()
  })
})

describe('other states of the places page', () => {
  it('show that it is loading', async () => {
    at('/places?query=aurora', { [search]: neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('T-135: show that nothing was found', async () => {
    at('/places?query=zzz', { [search]: found([]) })
    expect(await screen.findByText('Nessun risultato trovato per questa ricerca')).toBeTruthy()
  })

  it('explain where prices and hours are unknown', async () => {
    at('/places?query=bella&openNow=true', { [search]: found([], 'garbo') })
    expect(await screen.findByText(/togli questi filtri/)).toBeTruthy()
  })

  it('T-140, T-129: show an error and can retry', async () => {
    let asked = 0
    const { user } = at('/places?query=aurora', {
      [search]: () => (++asked === 1 ? failure(503, 'Errore di ricerca. Riprova.') : found([aurora])),
    })
    expect(await screen.findByText('Errore nella ricerca')).toBeTruthy()
    expect(screen.getByText('Errore di ricerca. Riprova.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Hotel Aurora')).toBeTruthy()
  })

  it('Q-37: include a link in the footer', async () => {
    const { user, at: where } = at('/community-guidelines', {})
    await user.click(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Esplora i luoghi' }))
    await screen.findByRole('searchbox')
    expect(where()).toBe('/places')
  })
})
