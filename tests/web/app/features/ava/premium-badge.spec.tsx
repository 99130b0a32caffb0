// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { guest, locandaProfile, ownReview, ratingReceived, reward } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, ok } from '../../support/stub-server.ts'

const venue = (isPremium: boolean) => ({ ...locandaProfile, isPremium })
const place = (garbo_is_premium: boolean) => ({
  place_id: 'locanda',
  name: 'Locanda del Borgo',
  rating: null,
  price_level: null,
  formatted_address: 'Via del Corso 12, Roma',
  types: [],
  photos: [],
  opening_hours: null,
  has_garbo_profile: true,
  garbo_avg_score: 4.5,
  garbo_total_reviews: 2,
  garbo_business_id: 'locanda',
  garbo_is_premium,
})
const ratingGiven = (clientIsPremium: boolean) => ({
  ...ratingReceived,
  clientId: guest.id,
  clientName: guest.name,
  clientPhoto: null,
  clientIsPremium,
  isTopClient: false,
  clientAverageRating: 5,
  changeableUntil: '2026-11-27T12:00:00.000Z',
  changeable: false,
})
const [byGiulia, byLocanda] = [signedInAs(giulia), signedInAs(locanda)]

type Screen = readonly [name: string, path: string, accountName: RegExp, answers: (isPremium: boolean) => Answers]
const screens: readonly Screen[] = [
  [
    'the page of a venue',
    '/business/locanda',
    /^Locanda del Borgo$/,
    (isPremium) => ({
      ...byGiulia,
      'GET /api/businesses/locanda': ok(venue(isPremium)),
      'GET /api/reviews/target/BUSINESS/locanda': ok([]),
      'GET /api/favorites': ok([]),
    }),
  ],
  [
    'the favourites',
    '/favorites',
    /^Locanda del Borgo$/,
    (isPremium) => ({ ...byGiulia, 'GET /api/favorites': ok([venue(isPremium)]) }),
  ],
  [
    'the places',
    '/places?query=locanda',
    /^Locanda del Borgo$/,
    (isPremium) => ({
      ...byGiulia,
      'GET /api/search/places': ok({ total_results: 1, results: [place(isPremium)], source: 'garbo' }),
    }),
  ],
  [
    'one’s reviews',
    '/my-reviews',
    /Locanda del Borgo/,
    (targetIsPremium) => ({ ...byGiulia, 'GET /api/reviews/mine': ok([{ ...ownReview, targetIsPremium }]) }),
  ],
  [
    'one’s codes',
    '/rewards',
    /Locanda del Borgo/,
    (businessIsPremium) => ({ ...byGiulia, 'GET /api/rewards': ok([{ ...reward, businessIsPremium }]) }),
  ],
  [
    'the clients of a venue',
    '/clients',
    /^Giulia Bianchi$/,
    (isPremium) => ({ ...byLocanda, 'GET /api/clients': ok([{ ...guest, isPremium }]) }),
  ],
  [
    'its best clients and latest ratings',
    '/dashboard',
    /^Giulia Bianchi$/,
    (isPremium) => ({
      ...byLocanda,
      'GET /api/clients/top': ok([{ ...guest, isPremium }]),
      'GET /api/ratings': ok([ratingGiven(isPremium)]),
    }),
  ],
]

describe('D-35: the Premium badge next to names', () => {
  it.each(screens)('is on %s, with Premium only', async (_, path, name, answersOf) => {
    renderApp(path, answersOf(true))
    await screen.findAllByText(name)
    const badges = path === '/dashboard' ? 2 : 1
    await waitFor(() => expect(within(screen.getByRole('main')).queryAllByText('Premium')).toHaveLength(badges))
    cleanup()
    renderApp(path, answersOf(false))
    await screen.findAllByText(name)
    expect(within(screen.getByRole('main')).queryByText('Premium')).toBeNull()
  })

  it('is next to the name of one’s venue in the header of every page, for wide and narrow screens', async () => {
    const open = async (isPremium: boolean) => {
      renderApp('/clients', { ...signedInAs({ ...locanda, isPremium }), 'GET /api/clients': ok([]) })
      await screen.findByRole('button', { name: 'Menu di Locanda del Borgo' })
      return within(screen.getByRole('banner'))
    }
    expect(await (await open(true)).findAllByText('Premium')).toHaveLength(2)
    cleanup()
    expect((await open(false)).queryByText('Premium')).toBeNull()
  })

  it.each(['/dashboard', '/client-dashboard'])('is next to the name of a client on %s', async (path) => {
    renderApp(path, signedInAs({ ...giulia, isPremium: true }))
    await screen.findByRole('heading', { level: 1, name: /Giulia/ })
    expect(within(screen.getByRole('main')).getByText('Premium')).toBeTruthy()
    cleanup()
    renderApp(path, byGiulia)
    await screen.findByRole('heading', { level: 1, name: /Giulia/ })
    expect(within(screen.getByRole('main')).queryByText('Premium')).toBeNull()
  })

  it('is in the menu of one’s account', async () => {
    const { user } = renderApp('/rewards', {
      ...signedInAs({ ...giulia, isPremium: true }),
      'GET /api/rewards': ok([]),
    })
    await user.click(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' }))
    expect(within(await screen.findByRole('menu')).getByText('Premium')).toBeTruthy()
  })

  it('Q-73: says that it is paid for and changes no score', async () => {
    const { user } = renderApp('/favorites', { ...byGiulia, 'GET /api/favorites': ok([venue(true)]) })
    await user.hover(await screen.findByText('Premium'))
    const hint = await screen.findByRole('tooltip', {}, { timeout: 5_000 })
    expect(hint.textContent).toMatch(/Premium con i suoi AVA\. Non incide su recensioni e punteggi/)
  })
})
