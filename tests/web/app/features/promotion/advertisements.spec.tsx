// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isInPromotionPeriod } from '../../../../../domain/promotion/rules.ts'
import type { Advertisement } from '../../../../../web/contract/promotion/advertisements.ts'
import { at } from '../../../../support/sample-values.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const offer: Advertisement = {
  id: 'ad-1',
  advertiserName: 'Cantina Bellavista',
  name: 'Degustazione per due',
  description: 'Cinque vini e un tagliere.',
  category: 'Enogastronomia',
  clickUrl: 'https://offerte.example/1',
  promotionType: null,
  couponCode: null,
  promotionalDate: null,
  promotionalEndDate: null,
  promotionCurrent: true,
  price: 49.9,
}
const otherOffers = [2, 3, 4, 5, 6].map((n) => ({
  ...offer,
  id: `ad-${n}`,
  name: `Offerta ${n}`,
  description: `Descrizione ${n}`,
  clickUrl: `https://offerte.example/${n}`,
}))
const list = 'GET /api/advertisements'
const countClick = 'POST /api/advertisements/ad-1/click'
const openBusinessDashboard = (more: Answers) => renderApp('/dashboard', { ...signedInAs(locanda), ...more })
const openClientDashboard = (more: Answers) => renderApp('/client-dashboard', { ...signedInAs(giulia), ...more })
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const linksIn = (place: ReturnType<typeof within>) =>
  place.queryAllByRole('link').map((link: HTMLElement) => link.getAttribute('href'))

/** Links followed by the browser, without preventDefault. */
let followedLinks: (string | null)[] = []
const recordClick = (event: Event) => {
  const link = (event.target as Element).closest('a[target=_blank]')
  if (link === null || event.defaultPrevented) return
  followedLinks.push(link.getAttribute('href'))
  event.preventDefault()
}
beforeEach(() => {
  followedLinks = []
  document.addEventListener('click', recordClick)
})
afterEach(() => {
  document.removeEventListener('click', recordClick)
  vi.unstubAllGlobals()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('advertisements on a business dashboard', () => {
  it('R-55, A-67, B-12, C-20: are three, each with its advertiser', async () => {
    const { server } = openBusinessDashboard({ [list]: ok([offer, ...otherOffers.slice(0, 2)]) })
    const block = await region('Offerte sponsorizzate')
    expect(await block.findAllByText('Sponsorizzato da Cantina Bellavista')).toHaveLength(3)
    expect(block.getByText('Cinque vini e un tagliere.')).toBeTruthy()
    expect(block.getByText('Sono le stesse per tutti e non dipendono dai tuoi dati.')).toBeTruthy()
    expect(server.to(list).map(({ query }) => query)).toEqual(['?userType=user&limit=3'])
  })

  it('B-46, T-176: show the price in euro or N/A', async () => {
    openBusinessDashboard({ [list]: ok([offer, { ...otherOffers[0], price: null }]) })
    const block = await region('Offerte sponsorizzate')
    expect(await block.findByText(/^49,90\s€$/)).toBeTruthy()
    expect(block.getByText('N/A')).toBeTruthy()
  })

  it('A-32, A-68, Q-77: open in a new tab without opener, and the click is counted', async () => {
    const { user, server } = openBusinessDashboard({
      [list]: ok([offer]),
      [countClick]: ok({ clickUrl: offer.clickUrl }),
    })
    const link = await screen.findByRole('link', { name: 'Degustazione per due (si apre in una nuova scheda)' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://offerte.example/1',
      '_blank',
      'noopener noreferrer sponsored',
    ])
    await user.click(link)
    expect(followedLinks).toEqual([offer.clickUrl])
    expect(server.to(countClick)).toMatchObject([{ body: {} }])
  })

  it.each([
    ['fails', failure(500, 'boom')],
    ['is one too many', failure(429, 'Troppe richieste. Attendi un momento e riprova.')],
    ['is never answered', neverAnswers],
  ])('A-32, A-68, B-41: when the count %s, the link still opens without a message', async (_, answer) => {
    const { user, server } = openBusinessDashboard({ [list]: ok([offer]), [countClick]: answer })
    const link = await screen.findByRole('link', { name: /^Degustazione/ })
    await user.click(link)
    expect(followedLinks).toEqual([offer.clickUrl])
    expect(server.to(countClick)).toHaveLength(1)
    const block = await region('Offerte sponsorizzate')
    expect(block.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Troppe richieste|boom/)).toBeNull()
  })

  it('R-55, S-23: stay dismissed for the session without telling the server', async () => {
    const { user, server } = openBusinessDashboard({ [list]: ok([offer, otherOffers[0]]) })
    await user.click(await screen.findByRole('button', { name: 'Nascondi l’offerta Degustazione per due' }))
    expect(screen.queryByText('Degustazione per due')).toBeNull()
    expect(screen.getByText('Offerta nascosta per questa sessione')).toBeTruthy()
    const block = await region('Offerte sponsorizzate')
    expect(block.getByRole('link', { name: /^Offerta 2/ })).toBeTruthy()
    expect(document.activeElement?.contains(block.getByRole('link', { name: /^Offerta 2/ }))).toBe(true)
    expect(server.to(list)).toHaveLength(1)
    await user.click(block.getByRole('button', { name: 'Nascondi l’offerta Offerta 2' }))
    expect(block.getByText('Nessuna pubblicità disponibile al momento')).toBeTruthy()
  })

  it('R-55: stay dismissed on the page when the browser stores nothing', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, removeItem: () => undefined })
    const { user } = openBusinessDashboard({ [list]: ok([{ ...offer, id: 'ad-unkept' }, otherOffers[0]]) })
    await user.click(await screen.findByRole('button', { name: 'Nascondi l’offerta Degustazione per due' }))
    expect(screen.queryByText('Degustazione per due')).toBeNull()
  })

  it('R-55: stay dismissed when the page is opened again', async () => {
    sessionStorage.setItem('garbo.advertisements.dismissed', 'ad-1')
    openBusinessDashboard({ [list]: ok([offer, otherOffers[0]]) })
    const block = await region('Offerte sponsorizzate')
    expect(await block.findByRole('link', { name: /^Offerta 2/ })).toBeTruthy()
    expect(block.queryByRole('link', { name: /^Degustazione/ })).toBeNull()
  })

  const promotion = { promotionType: 'Saldi', couponCode: 'VINO10' }
  const [past, future] = [at('2020-01-01'), at('2198-01-01')]
  it.each([
    ['within its window', { promotionalDate: past, promotionalEndDate: future }, true],
    ['without a window', { promotionalDate: null, promotionalEndDate: null }, true],
    ['before its window', { promotionalDate: future, promotionalEndDate: null }, false],
    ['after its window', { promotionalDate: null, promotionalEndDate: past }, false],
  ])('R-55, S-22: announce a promotion %s: %o', async (_, when, isAnnounced) => {
    const promotionCurrent = isInPromotionPeriod(when, at('2026-11-20'))
    openBusinessDashboard({ [list]: ok([{ ...offer, ...promotion, ...when, promotionCurrent }]) })
    await screen.findByRole('link', { name: /^Degustazione/ })
    expect(screen.queryByText('Saldi') !== null).toBe(isAnnounced)
    expect(screen.queryByText('VINO10') !== null).toBe(isAnnounced)
  })

  it('Q-77: show the advertiser’s text as text, never as markup', async () => {
    openBusinessDashboard({
      [list]: ok([{ ...offer, name: '<b>Vino</b>', description: '<img src=x onerror=alert(1)>' }]),
    })
    expect(await screen.findByText('<b>Vino</b>')).toBeTruthy()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  })

  it('Q-77: do not show a link other than https', async () => {
    openBusinessDashboard({ [list]: ok([{ ...offer, clickUrl: 'javascript:alert(1)' }]) })
    const block = await region('Offerte sponsorizzate')
    await block.findByText('Non riusciamo a mostrare le offerte.')
    expect(linksIn(block)).toEqual([])
  })

  it('T-175: show a message when there are none', async () => {
    openBusinessDashboard({ [list]: ok([]) })
    const block = await region('Offerte sponsorizzate')
    expect(await block.findByText('Nessuna pubblicità disponibile al momento')).toBeTruthy()
  })

  it('show that they are loading', async () => {
    openBusinessDashboard({ [list]: neverAnswers })
    expect((await region('Offerte sponsorizzate')).getByText('Caricamento in corso…')).toBeTruthy()
  })

  it('show an error and can be reloaded', async () => {
    let asked = 0
    const { user } = openBusinessDashboard({ [list]: () => (++asked === 1 ? failure(500, 'boom') : ok([offer])) })
    const block = await region('Offerte sponsorizzate')
    await block.findByText('Non riusciamo a mostrare le offerte.')
    await user.click(block.getByRole('button', { name: 'Riprova' }))
    expect(await block.findByRole('link', { name: /^Degustazione/ })).toBeTruthy()
  })
})

describe('advertisements on a client dashboard', () => {
  it('R-65, C-20, A-67, B-12: are six in the banner, the first two large', async () => {
    const { server } = openClientDashboard({ [list]: ok([offer, ...otherOffers]) })
    const banner = await region('Offerte in evidenza')
    expect(await banner.findAllByRole('listitem')).toHaveLength(6)
    expect(banner.getByText('Cinque vini e un tagliere.')).toBeTruthy()
    expect(banner.getByText('Descrizione 2')).toBeTruthy()
    expect(banner.queryByText('Descrizione 3')).toBeNull()
    expect(server.to(list).map(({ query }) => query)).toEqual(['?userType=client&limit=6'])
  })

  it('R-66: are shown in full in the side card where the banner shows them small', async () => {
    openClientDashboard({ [list]: ok([offer, ...otherOffers]) })
    const card = await region('Offerte sponsorizzate')
    expect(linksIn(card)).toEqual([3, 4, 5].map((n) => `https://offerte.example/${n}`))
    for (const n of [3, 4, 5]) expect(card.getByText(`Descrizione ${n}`)).toBeTruthy()
    expect(card.getAllByText('Sponsorizzato da Cantina Bellavista')).toHaveLength(3)
  })

  it('R-66: appear in the side card even if two or fewer; without any it is hidden, and the banner says so', async () => {
    const { user } = openClientDashboard({ [list]: ok([offer]) })
    expect(linksIn(await region('Offerte sponsorizzate'))).toEqual([offer.clickUrl])
    const banner = await region('Offerte in evidenza')
    await user.click(banner.getByRole('button', { name: 'Nascondi l’offerta Degustazione per due' }))
    expect(screen.queryByRole('region', { name: 'Offerte sponsorizzate' })).toBeNull()
    expect(banner.getByText('Nessuna pubblicità disponibile al momento')).toBeTruthy()
  })

  it('R-65, A-67: reload every minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let now = [offer]
    const { server } = openClientDashboard({ [list]: () => ok(now) })
    const banner = await region('Offerte in evidenza')
    await banner.findByRole('link', { name: /^Degustazione/ })
    now = otherOffers.slice(0, 1)
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(server.to(list)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(server.to(list)).toHaveLength(2)
    expect(await banner.findByRole('link', { name: /^Offerta 2/ })).toBeTruthy()
  })
})
