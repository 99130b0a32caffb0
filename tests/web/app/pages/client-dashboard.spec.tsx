// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { avaProfile, ownReview, ratingReceived, reward, standing } from '../support/fixtures.ts'
import { giulia, locanda, signedInAs, visitor } from '../support/people.ts'
import { giuliaPerson, ownReviewReadBy } from '../support/reviews.ts'
import { renderApp } from '../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../support/stub-server.ts'

const full: Answers = {
  ...signedInAs(giulia),
  'GET /api/standing': ok(standing),
  'GET /api/client/ratings': ok([ratingReceived]),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/bookings': ok([]),
  'GET /api/rewards': ok([reward]),
  'GET /api/appeals/mine': ok([]),
  'GET /api/reviews/mine': ok([ownReview]),
}

describe('the client area', () => {
  it('R-61, R-63, R-68, R-69, B-09, S-19, S-20: shows standing, ratings and rewards', async () => {
    renderApp('/client-dashboard', full)
    expect(await screen.findByRole('heading', { name: 'Ciao, Giulia Bianchi' })).toBeTruthy()
    const statistics = await screen.findByRole('region', { name: 'Le tue statistiche' })
    await within(statistics).findByText('Strutture diverse')
    expect(
      within(statistics)
        .getAllByRole('definition')
        .map((value) => value.textContent),
    ).toEqual(['4,6 su 5', '7', '5', 'Sconto multi-struttura'])
    const rewards = within(screen.getByRole('region', { name: 'Le tue ricompense' }))
    expect(rewards.getByText('Attivo')).toBeTruthy()
    expect(rewards.getByText('Bloccato')).toBeTruthy()
    expect(await screen.findByText('Soggiorno del 3 novembre 2026')).toBeTruthy()
  })

  it('R-63: shows no average without ratings, instead of zero', async () => {
    renderApp('/client-dashboard', { ...full, 'GET /api/standing': ok({ ...standing, average: 0, total: 0 }) })
    const statistics = await screen.findByRole('region', { name: 'Le tue statistiche' })
    expect(await within(statistics).findByText('Ancora nessuna')).toBeTruthy()
  })

  it.each([
    ['elite earned', { status: 'elite' }, 'Bonus Elite'],
    ['top', { status: 'top' }, 'Cliente Top'],
    ['trusted', { status: 'trusted' }, 'Cliente Fidato'],
    ['new', { status: 'regular' }, 'Cliente'],
  ])('B-19: shows the status of a client who is %s', async (_, differing, status) => {
    renderApp('/client-dashboard', { ...full, 'GET /api/standing': ok({ ...standing, ...differing }) })
    const statistics = await screen.findByRole('region', { name: 'Le tue statistiche' })
    await within(statistics).findByText('Stato')
    expect(within(statistics).getAllByRole('definition').at(-1)?.textContent).toBe(status)
  })

  it('C-26, Q-94: repeats only the specified reads without the event stream, every 30 or 60 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server } = renderApp('/client-dashboard', full)
    await screen.findByText('Soggiorno del 3 novembre 2026')
    const repeated = ['ava/profile', 'standing', 'client/ratings', 'advertisements']
    const others = ['bookings', 'rewards', 'reviews/mine', 'auth/user']
    const asked = (paths: readonly string[]) => paths.map((path) => server.to(`GET /api/${path}`).length)
    const halfMinute = () =>
      act(async () => {
        vi.advanceTimersByTime(30_000)
        await new Promise((resolve) => setTimeout(resolve, 200))
      })
    const atFirst = asked(others)
    expect(asked(repeated)).toEqual([1, 1, 1, 1])
    await halfMinute()
    expect(asked(repeated)).toEqual([2, 2, 2, 1])
    await halfMinute()
    expect(asked(repeated)).toEqual([3, 3, 3, 2])
    expect(asked(others)).toEqual(atFirst)
  })

  it('R-72, T-150, Q-12: without a session says so, links to the login and reads nothing', async () => {
    const { server } = renderApp('/client-dashboard', { ...full, ...visitor })
    expect(await screen.findByRole('heading', { name: 'Sessione Scaduta' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Accedi come Cliente' }).getAttribute('href')).toBe('/client-auth')
    expect(server.to('GET /api/standing')).toEqual([])
  })

  it('T-150: does the same when the session ends while loading', async () => {
    renderApp('/client-dashboard', { ...full, 'GET /api/client/ratings': failure(401, 'Accedi', 'NotSignedIn') })
    expect(await screen.findByRole('heading', { name: 'Sessione Scaduta' })).toBeTruthy()
    expect(screen.queryByText('Giulia Bianchi')).toBeNull()
  })

  it('R-73, T-151, Q-12: shows a loading error to businesses and for other failures', async () => {
    renderApp('/client-dashboard', { ...full, ...signedInAs(locanda) })
    expect(await screen.findByRole('heading', { name: 'Errore di Caricamento' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Torna alla pagina iniziale' }).getAttribute('href')).toBe('/')
  })

  it('T-153, S-24: announces and counts new ratings until the badge is clicked', async () => {
    let ratings = [ratingReceived]
    const heard = new EventTarget()
    vi.stubGlobal(
      'EventSource',
      Object.assign(
        function EventSource() {
          return Object.assign(heard, { readyState: 1, close: () => undefined })
        },
        { CLOSED: 2 },
      ),
    )
    const { user } = renderApp('/client-dashboard', { ...full, 'GET /api/client/ratings': () => ok(ratings) })
    await screen.findByText('Soggiorno del 3 novembre 2026')
    expect(screen.queryByText(/nuov[ae] valutazion/)).toBeNull()

    ratings = [{ ...ratingReceived, id: 'rating-2', stayDate: '2026-11-18' }, ratingReceived]
    act(() => {
      heard.dispatchEvent(new MessageEvent('message', { data: '{"topic":"ratings"}' }))
    })
    expect(await screen.findByText('Hai ricevuto una nuova valutazione')).toBeTruthy()
    expect(screen.getByText('Soggiorno del 18 novembre 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '1 nuova valutazione' }))
    expect(screen.queryByRole('button', { name: '1 nuova valutazione' })).toBeNull()
  })
})

describe('reviews and ratings of a client', () => {
  it('Q-31: are on one page', async () => {
    renderApp('/my-reviews', full)
    expect(await screen.findByRole('link', { name: 'Su Locanda del Borgo' })).toBeTruthy()
    expect(await screen.findByText('Ospite gentile.')).toBeTruthy()
  })

  it('B-02, P-19, Q-46: do not show which business rated', async () => {
    renderApp('/my-reviews', { ...full, 'GET /api/reviews/mine': ok([]) })
    await screen.findByText('Ospite gentile.')
    expect(screen.queryByText(/Locanda/)).toBeNull()
    expect(screen.getByText('Le leggi soltanto tu, senza il nome della struttura.')).toBeTruthy()
  })

  it('Q-48: let a review be edited, keeping unchanged fields', async () => {
    const changed = { ...ownReview, rating: 2, edited: true }
    const { user, server } = renderApp('/my-reviews', { ...full, 'PATCH /api/reviews/review-1': ok(changed) })
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifica la recensione' }))
    expect(dialog.getByRole('radio', { name: '4 stelle' })).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('radio', { name: '2 stelle' }))
    await user.click(dialog.getByRole('button', { name: 'Salva modifiche' }))
    await screen.findByText('Recensione salvata')
    expect(server.to('PATCH /api/reviews/review-1')[0]?.body).toEqual({
      rating: 2,
      comment: 'Colazione ottima.',
      reasonCode: 'SERVICE',
    })
  })

  it('Q-132: say before saving that the code is suspended if two stars are taken away', async () => {
    const atStake = { ...ownReview, codeSuspension: { atOrBelow: 2, until: '2026-12-04T10:00:00.000Z' } }
    const { user } = renderApp('/my-reviews', { ...full, 'GET /api/reviews/mine': ok([atStake]) })
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifica la recensione' }))
    const warning = /se salvi, il codice sconto di questa recensione è sospeso fino al 4 dicembre 2026/
    await user.click(dialog.getByRole('radio', { name: '3 stelle' }))
    expect(dialog.queryByText(warning)).toBeNull()
    await user.click(dialog.getByRole('radio', { name: '2 stelle' }))
    expect(dialog.getByText(warning)).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '4 stelle' }))
    expect(dialog.queryByText(warning)).toBeNull()
  })

  it.each([
    ['HIDDEN', 'NONE', 'Nascosta'],
    ['REMOVED', 'NONE', 'Rimossa'],
    ['ACTIVE', 'OPEN', 'Contestata'],
    ['ACTIVE', 'UNDER_REVIEW', 'In revisione'],
  ] as const)(
    'Q-48: do not let a review be edited that is %s and disputed %s',
    async (moderationStatus, disputeStatus, label) => {
      const held = ownReviewReadBy(giuliaPerson, { moderationStatus, disputeStatus })
      renderApp('/my-reviews', { ...full, 'GET /api/reviews/mine': ok([held]) })
      expect(await screen.findByText(label)).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Modifica' })).toBeNull()
    },
  )

  it('Q-104: load the next page from the server’s cursor', async () => {
    const { user, server } = renderApp('/my-reviews', {
      ...full,
      'GET /api/reviews/mine': ({ query }) =>
        query.includes('cursor')
          ? ok([{ ...ownReview, id: 'review-2', comment: 'La seconda.' }])
          : ok([ownReview], { 'X-Next-Cursor': 'more' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Carica altro' }))
    expect(await screen.findByText('La seconda.')).toBeTruthy()
    expect(screen.getByText('Colazione ottima.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Carica altro' })).toBeNull()
    expect(server.to('GET /api/reviews/mine').map(({ query }) => query)).toEqual(['?limit=20', '?limit=20&cursor=more'])
  })

  it('show that they are loading', async () => {
    renderApp('/my-reviews', { ...full, 'GET /api/reviews/mine': neverAnswers })
    const written = within(await screen.findByRole('region', { name: 'Recensioni scritte' }))
    expect(written.getByRole('status').textContent).toBe('Caricamento in corso…')
  })
})

describe('the ratings of a client by month', () => {
  const months = [
    { month: '2026-09-01', ratings: 2, average: 4.5 },
    { month: '2026-10-01', ratings: 0, average: null },
    { month: '2026-11-01', ratings: 1, average: 5 },
  ]

  it('Q-46: are averages of months', async () => {
    renderApp('/client-dashboard', { ...full, 'GET /api/standing/history': ok(months) })
    const chart = within(await screen.findByRole('figure', { name: 'Le tue valutazioni mese per mese' }))
    await chart.findByText('Il valore più alto è 5,0 (nov 2026), il più basso 4,5 (set 2026).')
    expect(chart.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'MeseMedia delle stelle',
      'set 20264,5',
      'ott 2026–',
      'nov 20265,0',
    ])
  })

  it('are announced before the first one', async () => {
    const none = months.map(({ month }) => ({ month, ratings: 0, average: null }))
    renderApp('/client-dashboard', { ...full, 'GET /api/standing/history': ok(none) })
    expect(await screen.findByText('Il grafico compare con la tua prima valutazione.')).toBeTruthy()
  })

  it('say that they cannot be loaded', async () => {
    renderApp('/client-dashboard', { ...full, 'GET /api/standing/history': failure(503, 'Riprova tra poco.') })
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
  })
})
