// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { PublicProfile } from '../../../../../web/contract/accounts/businesses.ts'
import type { Anomaly, Scores, ScoreExplanation, VenueExclusions } from '../../../../../web/contract/reviews/scores.ts'
import { locandaProfile, noon, review } from '../../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const scoresWithExclusion: Scores = {
  asOf: '2026-11-20',
  inForce: { average: 4.4, opinions: 120 },
  all: { average: 3.2, opinions: 532 },
  exclusions: [{ from: '2026-10-05', to: '2026-10-09', reason: 'REVIEW_BOMBING', decidedOn: '2026-10-12' }],
}
const page: PublicProfile = {
  ...locandaProfile,
  avgScore: 4.4,
  totalReviews: 540,
  scores: scoresWithExclusion,
}
const scoreExplanation: ScoreExplanation = {
  scores: scoresWithExclusion,
  distribution: { inForce: [2, 3, 10, 35, 70], all: [414, 3, 10, 35, 70] },
  rules: [
    { rule: 'Q-50', version: 1 },
    { rule: 'exclusion', version: 2 },
  ],
  oneMore: [1, 2, 3, 4, 5].map((stars) => ({ stars, average: 4.3 + stars / 50 })),
}
const businessPage: Answers = {
  ...signedInAs(giulia),
  'GET /api/businesses/locanda': ok(page),
  'GET /api/businesses/locanda/score/why': ok(scoreExplanation),
  'GET /api/reviews/target/BUSINESS/locanda': ok([review, { ...review, id: 'review-2', rating: 1, outOfScore: true }]),
  'GET /api/favorites': ok([]),
}

describe('a business page with excluded periods', () => {
  it('shows the current score, the note with dates and reason, and the full score on request', async () => {
    const { user } = renderApp('/business/locanda', businessPage)
    expect(await screen.findByText('4,4')).toBeTruthy()
    expect(screen.getByText('Non contano le recensioni dal 5 ottobre 2026 al 9 ottobre 2026*')).toBeTruthy()
    expect(screen.getByText('Ondata coordinata di recensioni. Deciso il 12 ottobre 2026 da una persona.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Mostra il punteggio con tutte le recensioni' }))
    expect(await screen.findByText('3,2')).toBeTruthy()
    expect(screen.queryByText('4,4')).toBeNull()
  })

  it('keeps reviews of excluded days visible, with an asterisk', async () => {
    renderApp('/business/locanda', businessPage)
    expect(await screen.findAllByText('Colazione ottima.')).toHaveLength(2)
    expect(screen.getAllByText('* non conta nel punteggio')).toHaveLength(1)
  })

  it('mentions no periods when none is excluded', async () => {
    renderApp('/business/locanda', {
      ...businessPage,
      'GET /api/businesses/locanda': ok({ ...page, scores: { ...scoresWithExclusion, exclusions: [] } }),
    })
    expect(await screen.findByText('4,4')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('Q-50: explains the score in numbers and rules', async () => {
    const { user } = renderApp('/business/locanda', businessPage)
    await user.click(await screen.findByRole('button', { name: 'Perché questo punteggio' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Perché questo punteggio' }))
    expect(await dialog.findByText('4,4 su 120 recensioni')).toBeTruthy()
    expect(dialog.getByText('3,2 su 532 recensioni')).toBeTruthy()
    expect(dialog.getByText('1 stella: 2 (414 con i giorni esclusi)')).toBeTruthy()
    expect(dialog.getByText('5 stelle: 70')).toBeTruthy()
    expect(dialog.getByText(/conta solo l’ultima recensione visibile/)).toBeTruthy()
    expect(dialog.getByText('Media delle recensioni, versione 1 · Giorni esclusi, versione 2')).toBeTruthy()
    expect(dialog.queryByText('Recensione per recensione')).toBeNull()
  })

  it('shows loading and failures', async () => {
    const { user } = renderApp('/business/locanda', {
      ...businessPage,
      'GET /api/businesses/locanda/score/why': neverAnswers,
    })
    await user.click(await screen.findByRole('button', { name: 'Perché questo punteggio' }))
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
})

describe('a business’s explanation of its score', () => {
  const own: Answers = {
    ...signedInAs(locanda),
    ...businessPage,
    'GET /api/auth/user': ok(locanda),
    'GET /api/businesses/locanda/score/exclusions': ok([
      {
        ...scoresWithExclusion.exclusions[0],
        id: 'x',
        facts: 'Un video virale.',
        excludedAt: noon,
        liftedAt: null,
        liftFacts: null,
      },
    ]),
    'GET /api/businesses/locanda/score/reviews': ok(
      [
        { id: 'a', stars: 5, day: '2026-11-19', counts: true, why: 'latest', averageWithout: 4.39 },
        { id: 'b', stars: 1, day: '2026-10-06', counts: false, why: 'excluded', averageWithout: null },
        { id: 'c', stars: 3, day: '2026-09-01', counts: false, why: 'superseded', averageWithout: null },
      ],
      { 'x-next-cursor': 'more' },
    ),
  }

  it('says that the reviews of a lifted exclusion count again', async () => {
    const lifted = { ...scoresWithExclusion.exclusions[0], id: 'x', facts: 'Un video virale.', excludedAt: noon }
    renderApp('/dashboard', {
      ...own,
      'GET /api/businesses/locanda/score/exclusions': ok([{ ...lifted, liftedAt: noon, liftFacts: 'Era un errore.' }]),
    })
    const card = within(await screen.findByRole('region', { name: 'Il tuo punteggio' }))
    expect(await card.findByText('Recensioni dal 5 ottobre 2026 al 9 ottobre 2026')).toBeTruthy()
    expect(card.getByText(/^Esclusione revocata il .*: contano di nuovo$/)).toBeTruthy()
  })

  it('Q-50, Q-60: shows review by review which counts and why, in pages', async () => {
    const { user, server } = renderApp('/dashboard', own)
    const card = within(await screen.findByRole('region', { name: 'Il tuo punteggio' }))
    expect(await card.findByText('Un video virale.')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Perché questo punteggio' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Perché questo punteggio' }))
    expect(await dialog.findByText(/^Conta · senza, la media sarebbe 4,4$/)).toBeTruthy()
    expect(dialog.getByText('Non conta: giorno escluso')).toBeTruthy()
    expect(dialog.getByText('Non conta: lo stesso autore ne ha scritta una più recente')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Carica altro' }))
    expect(server.to('GET /api/businesses/locanda/score/reviews').at(-1)?.query).toContain('cursor=more')
  })
})

const anomaly: Anomaly = {
  businessId: 'locanda',
  businessName: 'Locanda del Borgo',
  day: '2026-10-05',
  opinions: 90,
  average: 1.2,
  newAccounts: 70,
  usual: 1.5,
  score: 72.3,
  detectorVersion: 1,
  detectedAt: noon,
}
const venue: VenueExclusions = {
  businessId: 'locanda',
  businessName: 'Locanda del Borgo',
  scores: { ...scoresWithExclusion, inForce: scoresWithExclusion.all, exclusions: [] },
  exclusions: [],
}
const activeExclusion = {
  from: '2026-10-05',
  to: '2026-10-09',
  reason: 'REVIEW_BOMBING' as const,
  decidedOn: '2026-10-12',
  id: 'x',
  facts: 'Un video virale.',
  excludedAt: noon,
  liftedAt: null,
  liftFacts: null,
}
const moderatorAnswers: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/anomalies': ok([anomaly]),
  'GET /api/admin/businesses/locanda/exclusions': ok(venue),
  'GET /api/admin/businesses/locanda/exclusions/preview': ok({
    before: scoresWithExclusion.all,
    after: scoresWithExclusion.inForce,
    out: 412,
  }),
  'POST /api/admin/businesses/locanda/exclusions': created(venue),
  'POST /api/admin/businesses/locanda/anomalies/2026-10-05/dismiss': noContent,
}
const scoresPage = '/admin/reviews?view=scores'

describe('the moderators’ score page', () => {
  it('shows anomalous days with their numbers', async () => {
    renderApp(scoresPage, moderatorAnswers)
    expect(await screen.findByText('Locanda del Borgo, 5 ottobre 2026')).toBeTruthy()
    expect(screen.getByText('90 recensioni (di solito 1,5 al giorno), media 1,2')).toBeTruthy()
    expect(screen.getByText('70 da profili nuovi · scostamento dalla mediana: 72,3 (metodo di calcolo 1)')).toBeTruthy()
  })

  it('shows “nessuna” instead of 0,0 for a rarely reviewed venue', async () => {
    renderApp(scoresPage, {
      ...moderatorAnswers,
      'GET /api/admin/anomalies': ok([{ ...anomaly, opinions: 12, usual: 0, score: 12 }]),
    })
    expect(await screen.findByText('12 recensioni (di solito nessuna), media 1,2')).toBeTruthy()
    expect(screen.getByText('70 da profili nuovi · scostamento dalla mediana: 12 (metodo di calcolo 1)')).toBeTruthy()
  })

  it('previews the effect and requires reasons', async () => {
    const { user, server } = renderApp(scoresPage, moderatorAnswers)
    await user.click(await screen.findByRole('button', { name: 'Escludi dal punteggio' }))
    await user.click(await screen.findByRole('button', { name: 'Escludi un periodo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Escludi un periodo' }))
    expect(await dialog.findByText('Da 3,2 a 4,4 (412 recensioni escluse)')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Escludi il periodo' }))
    expect(server.to('POST /api/admin/businesses/locanda/exclusions')).toEqual([])
    await user.selectOptions(dialog.getByLabelText('Motivo pubblico'), 'Ondata coordinata di recensioni')
    await user.type(dialog.getByLabelText(/Motivazione per la struttura/), 'Un video virale.')
    await user.click(dialog.getByRole('button', { name: 'Escludi il periodo' }))
    expect(await screen.findByText('Periodo escluso dal punteggio')).toBeTruthy()
    const [sent] = server.to('POST /api/admin/businesses/locanda/exclusions')
    expect(sent?.body).toEqual({
      from: '2026-10-05',
      to: '2026-10-05',
      reason: 'REVIEW_BOMBING',
      facts: 'Un video virale.',
    })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
  })

  it('shows why a period cannot be excluded in place of the effect', async () => {
    const overlaps = failure(409, 'Si sovrappone al periodo già escluso.', 'PeriodOverlaps')
    const { user } = renderApp(scoresPage, {
      ...moderatorAnswers,
      'GET /api/admin/businesses/locanda/exclusions/preview': overlaps,
    })
    await user.click(await screen.findByRole('button', { name: 'Escludi dal punteggio' }))
    await user.click(await screen.findByRole('button', { name: 'Escludi un periodo' }))
    expect(await screen.findByText('Si sovrappone al periodo già escluso.')).toBeTruthy()
  })

  it('dismisses an anomaly with a reason', async () => {
    const { user, server } = renderApp(scoresPage, moderatorAnswers)
    await user.click(await screen.findByRole('button', { name: 'Nessuna anomalia' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Giornata regolare' }))
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await dialog.findByText('Spiega il motivo')).toBeTruthy()
    await user.type(dialog.getByLabelText(/Perché è regolare/), 'Era la sagra.')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Giornata segnata come regolare')).toBeTruthy()
    expect(
      server.to('POST /api/admin/businesses/locanda/anomalies/2026-10-05/dismiss').map(({ body }) => body),
    ).toEqual([{ notes: 'Era la sagra.' }])
  })

  it('finds businesses by name and includes a period again with a reason', async () => {
    const { user, server } = renderApp(scoresPage, {
      ...moderatorAnswers,
      'GET /api/admin/anomalies': ok([]),
      'GET /api/businesses': ok([
        { id: 'locanda', businessName: 'Locanda del Borgo', location: 'Roma', isPremium: false },
      ]),
      'GET /api/admin/businesses/locanda/exclusions': ok({ ...venue, exclusions: [activeExclusion] }),
      'POST /api/admin/businesses/locanda/exclusions/x/lift': ok(venue),
    })
    expect(await screen.findByText('Nessuna giornata anomala da controllare.')).toBeTruthy()
    await user.type(screen.getByLabelText('Struttura'), 'Loc')
    await user.click(await screen.findByRole('option', { name: /Borgo Roma/ }))
    expect(await screen.findByText('Un video virale.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Riammetti' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Riammettere il periodo?' }))
    expect(dialog.getByText('Le recensioni di quei giorni tornano a contare nel punteggio.')).toBeTruthy()
    await user.type(dialog.getByLabelText(/Perché torna a contare/), 'Erano soggiorni veri.')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Periodo riammesso nel punteggio')).toBeTruthy()
    expect(server.to('POST /api/admin/businesses/locanda/exclusions/x/lift')[0]?.body).toEqual({
      facts: 'Erano soggiorni veri.',
    })
  })

  it('shows loading and failures of the alerts', async () => {
    renderApp(scoresPage, { ...moderatorAnswers, 'GET /api/admin/anomalies': failure(503, 'Riprova tra poco.') })
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
  })
})
