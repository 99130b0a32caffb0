// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { apiError } from '../../../../../web/app/shared/api-error.ts'
import { pollEvery30Seconds } from '../../../../../web/app/shared/queries.ts'
import { avaProfile, guest, ratingReceived, standing } from '../../support/fixtures.ts'
import { giulia, locanda, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, noContent, ok } from '../../support/stub-server.ts'

const { stayDatePrecision: _, ...words } = ratingReceived
const given = {
  ...words,
  clientId: guest.id,
  clientName: guest.name,
  clientIsPremium: false,
  clientPhoto: null,
  isTopClient: true,
  clientAverageRating: 4.9,
  changeableUntil: '2198-01-01T00:00:00.000Z',
  changeable: true,
}
const asBusiness: Answers = { ...signedInAs(locanda), 'GET /api/ratings': ok([given]) }
const asClient: Answers = {
  ...signedInAs(giulia),
  'GET /api/standing': ok(standing),
  'GET /api/client/ratings': ok([ratingReceived]),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/bookings': ok([]),
}

describe('changing a rating', () => {
  it('Q-44: starts from the original values', async () => {
    const { user, server } = renderApp('/dashboard', { ...asBusiness, 'PATCH /api/ratings/rating-1': ok(given) })
    await user.click(await screen.findByRole('button', { name: 'Modifica Giulia Bianchi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifica la valutazione' }))
    expect(await dialog.findByRole('radio', { name: '5 stelle' })).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('radio', { name: '3 stelle' }))
    await user.click(dialog.getByRole('button', { name: 'Salva modifiche' }))
    expect(await screen.findByText('Valutazione modificata')).toBeTruthy()
    expect(server.to('PATCH /api/ratings/rating-1')[0]?.body).toEqual({
      overallRating: 3,
      punctualityScore: 9,
      kindnessScore: 10,
      paymentScore: 8,
      roomConditionScore: 7,
      comment: 'Ospite gentile.',
    })
  })

  it('withdraws it after a confirmation', async () => {
    const { user, server } = renderApp('/dashboard', { ...asBusiness, 'DELETE /api/ratings/rating-1': noContent })
    await user.click(await screen.findByRole('button', { name: 'Ritira Giulia Bianchi' }))
    expect(server.to('DELETE /api/ratings/rating-1')).toEqual([])
    const dialog = within(await screen.findByRole('dialog', { name: 'Ritirare la valutazione?' }))
    await user.click(dialog.getByRole('button', { name: 'Ritira la valutazione' }))
    expect(await screen.findByText('Valutazione ritirata')).toBeTruthy()
    expect(server.to('DELETE /api/ratings/rating-1')).toHaveLength(1)
  })

  it('is not offered when no longer possible', async () => {
    const late = { ...given, changeableUntil: '2020-01-01T00:00:00.000Z', changeable: false }
    renderApp('/dashboard', { ...asBusiness, 'GET /api/ratings': ok([late]) })
    await screen.findByText('Ospite gentile.')
    expect(screen.queryByRole('button', { name: /^(Modifica|Ritira) Giulia/ })).toBeNull()
  })

  it('shows why it is rejected', async () => {
    const late = failure(409, 'Potevi modificare questa valutazione fino al 5 marzo 2026.', 'RatingTooOld')
    const { user } = renderApp('/dashboard', { ...asBusiness, 'DELETE /api/ratings/rating-1': late })
    await user.click(await screen.findByRole('button', { name: 'Ritira Giulia Bianchi' }))
    await user.click(screen.getByRole('button', { name: 'Ritira la valutazione' }))
    expect(await screen.findByText('Potevi modificare questa valutazione fino al 5 marzo 2026.')).toBeTruthy()
  })
})

it('Q-122: an unconfirmed business learns in the dialog that it cannot rate yet', async () => {
  const unconfirmed = { ...asBusiness, ...signedInAs({ ...locanda, emailVerified: false }) }
  const { user } = renderApp('/dashboard', unconfirmed)
  await user.click(await screen.findByRole('button', { name: 'Aggiungi valutazione' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Valuta un ospite' }))
  expect(dialog.getByText(/Conferma prima il tuo/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Salva valutazione' })).toBeNull()
})

describe('Q-121: the ratings that count', () => {
  it('are explained before a rating is given', async () => {
    const { user } = renderApp('/dashboard', asBusiness)
    await user.click(await screen.findByRole('button', { name: 'Aggiungi valutazione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Valuta un ospite' }))
    expect(await dialog.findByText('Puoi valutare i soggiorni degli ultimi 90 giorni.')).toBeTruthy()
    expect(dialog.getByText(/conta una valutazione ogni 30 giorni/)).toBeTruthy()
  })

  it('are distinguished from the others for the venue', async () => {
    renderApp('/dashboard', {
      ...asBusiness,
      'GET /api/ratings': ok([{ ...given, counted: false }]),
    })
    expect(await screen.findByText('Non conteggiata')).toBeTruthy()
  })

  it('are distinguished from the others for the guest', async () => {
    renderApp('/client-dashboard', {
      ...asClient,
      'GET /api/client/ratings': ok([ratingReceived, { ...ratingReceived, id: 'rating-2', counted: false }]),
    })
    expect(await screen.findAllByText('Non conteggiata')).toHaveLength(1)
    expect(screen.getByText(/ha valutato un soggiorno successivo/)).toBeTruthy()
  })
})

describe('ratings in the client area', () => {
  it('Q-46: show only the month of the stay for batched ratings', async () => {
    const batched = { ...ratingReceived, stayDate: '2026-11-01', stayDatePrecision: 'month' }
    renderApp('/client-dashboard', { ...asClient, 'GET /api/client/ratings': ok([batched]) })
    expect(await screen.findByText('Soggiorno di novembre 2026')).toBeTruthy()
  })

  it('R-62: appear under a header with the portrait, the profile and sign-out', async () => {
    const { user, at } = renderApp('/client-dashboard', { ...asClient, 'POST /api/auth/logout': noContent })
    const head = within(await screen.findByRole('main'))
    await user.click(await head.findByRole('button', { name: 'Esci' }))
    await waitFor(() => expect(at()).toBe('/'))
  })

  it('R-64: show when they were loaded and can be reloaded', async () => {
    const { user, server } = renderApp('/client-dashboard', asClient)
    const panel = within(await screen.findByRole('region', { name: 'Sincronizzazione' }))
    expect(await panel.findByText(/^Ultimo aggiornamento .* · 1 valutazione$/)).toBeTruthy()
    const before = server.to('GET /api/client/ratings').length
    await user.click(panel.getByRole('button', { name: 'Aggiorna ora' }))
    await waitFor(() => expect(server.to('GET /api/client/ratings').length).toBe(before + 1))
  })

  it('R-71, B-21..B-24, Q-66: come with a guide that explains each discount', async () => {
    renderApp('/client-dashboard', asClient)
    const guide = within(await screen.findByRole('region', { name: 'Guida alle ricompense' }))
    for (const title of ['Prima recensione', 'Cliente fedele', 'Sconto multi-struttura', 'Bonus Elite'])
      expect(guide.getByText(title)).toBeTruthy()
  })

  it('B-25, Q-66: leave the promotion to a text on the rewards page', async () => {
    renderApp('/my-rewards', { ...asClient, 'GET /api/rewards': ok([]) })
    expect(await screen.findByText('I primi 100 clienti ricevono il 50% di punti extra.')).toBeTruthy()
  })

  it.each([
    ['pending', { cross: { earned: false, state: 'pending', discountPercent: 0 } }, 'In corso'],
    ['active', {}, 'Attivo'],
    [
      'completed',
      {
        cross: { earned: true, state: 'completed', discountPercent: 2 },
        elite: { state: 'earned', discountPercent: 5 },
      },
      'Completato',
    ],
  ])('S-19: show the cross milestone as %s', async (_, differing, text) => {
    renderApp('/client-dashboard', { ...asClient, 'GET /api/standing': ok({ ...standing, ...differing }) })
    const card = within(await screen.findByRole('region', { name: 'Le tue ricompense' }))
    expect(await card.findByText(text)).toBeTruthy()
  })

  it.each([
    ['locked', 'Bloccato'],
    ['available', 'In sospeso'],
    ['earned', 'Ottenuto'],
  ])('S-20, Q-64: show the elite bonus as %s', async (state, text) => {
    const differing = { ...standing, elite: { state, discountPercent: 5 } }
    renderApp('/client-dashboard', { ...asClient, 'GET /api/standing': ok(differing) })
    const card = within(await screen.findByRole('region', { name: 'Le tue ricompense' }))
    expect(await card.findByText(text)).toBeTruthy()
  })

  it('Q-64: say what a withheld elite bonus waits for', async () => {
    const waits =
      /^Hai già le valutazioni che servono: il bonus ti sarà assegnato quando l’email sarà confermata e non avrai avvisi o sanzioni in vigore\.$/
    const withElite = (state: string) => ({ ...standing, elite: { state, discountPercent: 0 } })
    renderApp('/client-dashboard', { ...asClient, 'GET /api/standing': ok(withElite('available')) })
    const card = within(await screen.findByRole('region', { name: 'Le tue ricompense' }))
    expect(await card.findByText(waits)).toBeTruthy()
    expect(card.queryByText('Disponibile')).toBeNull()
  })
})

describe('P-18, Q-34: the test button', () => {
  const developing: Answers = { ...asClient, 'GET /api/auth/user': ok({ ...giulia, developer: true }) }
  const line = `POST /api/test/add-rating/${encodeURIComponent(giulia.email)}`

  it('is shown with developer tools only', async () => {
    renderApp('/client-dashboard', asClient)
    await screen.findByRole('region', { name: 'Sincronizzazione' })
    expect(screen.queryByRole('button', { name: 'Test sincronizzazione' })).toBeNull()
  })

  it('A-46, R-62: adds a rating, which is announced like any other', async () => {
    let list = [ratingReceived]
    const { user } = renderApp('/client-dashboard', {
      ...developing,
      'GET /api/client/ratings': () => ok(list),
      [line]: () => {
        list = [{ ...ratingReceived, id: 'rating-2' }, ...list]
        return created(list[0])
      },
    })
    await screen.findByText('Soggiorno del 3 novembre 2026')
    await user.click(screen.getByRole('button', { name: 'Test sincronizzazione' }))
    expect(await screen.findByRole('button', { name: '1 nuova valutazione' })).toBeTruthy()
  })

  it.each([
    [404, 'Email non trovata per il test'],
    [500, 'Impossibile eseguire il test'],
  ])('T-173, T-174: reports a %s in its own words', async (status, text) => {
    const { user } = renderApp('/client-dashboard', { ...developing, [line]: failure(status, 'no') })
    await user.click(await screen.findByRole('button', { name: 'Test sincronizzazione' }))
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('P-11: business-only features', () => {
  it('R-52: are rating, statistics, profile card and quick review on the business dashboard', async () => {
    renderApp('/dashboard', { ...asBusiness, 'GET /api/dashboard/stats': failure(500, 'boom') })
    expect(await screen.findByRole('button', { name: 'Aggiungi valutazione' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Le tue statistiche' })).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Recensione veloce' })).toBeTruthy()
  })

  it('are not on the client dashboard', async () => {
    renderApp('/dashboard', asClient)
    await screen.findByRole('heading', { name: 'Ciao, Giulia Bianchi' })
    expect(screen.queryByRole('button', { name: 'Aggiungi valutazione' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Le tue statistiche' })).toBeNull()
  })
})

describe('C-26, Q-94: polling for ratings', () => {
  const asked = (status: number | null) =>
    pollEvery30Seconds.refetchInterval({ state: { error: status === null ? null : apiError('no', { status }) } })

  it('continues after a temporary failure, not in a hidden window or after the session ended', () => {
    expect([null, 0, 503].map(asked)).toEqual([30_000, 30_000, 30_000])
    expect(pollEvery30Seconds.refetchIntervalInBackground).toBe(false)
    expect(asked(401)).toBe(false)
  })
})

describe('Q-122: adding a guest', () => {
  it('says beforehand that the guest gets a letter, unless the guest is known', async () => {
    const { user } = renderApp('/dashboard', asBusiness)
    await user.click(await screen.findByRole('button', { name: 'Aggiungi valutazione' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Valuta un ospite' }))
    expect(await dialog.findByText(/La prima volta Garbo scrive all’ospite/)).toBeTruthy()
  })
})

describe('Q-122: the link “non sono stato qui”', () => {
  const path = 'POST /api/ratings/disown'

  it('asks for one click, without sign-in', async () => {
    const { user, server } = renderApp('/non-ero-io/token-1', { ...visitor, [path]: noContent })
    const button = await screen.findByRole('button', { name: 'Non sono stato qui' })
    expect(server.to(path)).toEqual([])
    await user.click(button)
    expect(await screen.findByText(/le valutazioni sono ritirate/)).toBeTruthy()
    expect(server.to(path)[0]?.body).toEqual({ token: 'token-1' })
  })

  it('says why it cannot, and can be tried again', async () => {
    const used = failure(409, 'Questo link è già stato usato.', 'ContactLinkUsed')
    const { user } = renderApp('/non-ero-io/token-1', { ...visitor, [path]: used })
    await user.click(await screen.findByRole('button', { name: 'Non sono stato qui' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Questo link è già stato usato.')
    expect(screen.getByRole('button', { name: 'Non sono stato qui' })).toBeTruthy()
  })
})
