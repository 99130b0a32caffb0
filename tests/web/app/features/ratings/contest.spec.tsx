// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaProfile, guest, noon, queued, ratingReceived, standing } from '../../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, ok } from '../../support/stub-server.ts'

const message = 'Ho pagato tutto al mio arrivo.'
const contest = {
  status: 'OPEN',
  reason: 'UNFAIR_RATING',
  message,
  resolution: null,
  dueAt: '2026-11-27T22:59:59.999Z',
  contestedAt: noon,
}
const ownContest = { ...contest, answered: false }
const asClient: Answers = {
  ...signedInAs(giulia),
  'GET /api/standing': ok(standing),
  'GET /api/client/ratings': ok([ratingReceived]),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/bookings': ok([]),
}
const openDialog = async ({ user }: ReturnType<typeof renderApp>) => {
  await user.click(await screen.findByRole('button', { name: /^Contesta la valutazione/ }))
  return within(await screen.findByRole('dialog', { name: 'Contesta la valutazione' }))
}

describe('Q-136: contesting a rating received', () => {
  it('says before sending who reads it and that it is possible once', async () => {
    const dialog = await openDialog(renderApp('/client-dashboard', asClient))
    expect(await dialog.findByText(/La struttura leggerà motivo e spiegazione.*una volta sola/)).toBeTruthy()
  })

  it('sends reason and explanation', async () => {
    const path = 'POST /api/ratings/rating-1/contest'
    const app = renderApp('/client-dashboard', {
      ...asClient,
      [path]: created({ ...ratingReceived, contest: ownContest }),
    })
    const dialog = await openDialog(app)
    await app.user.click(await dialog.findByRole('button', { name: 'Invia contestazione' }))
    expect(await screen.findByText('Dati mancanti')).toBeTruthy()
    await app.user.selectOptions(dialog.getByRole('combobox', { name: /Motivo/ }), 'UNFAIR_RATING')
    await app.user.type(dialog.getByRole('textbox', { name: /Spiegazione/ }), message)
    await app.user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect(await screen.findByText('Contestazione inviata')).toBeTruthy()
    expect(app.server.to(path)[0]?.body).toEqual({ reason: 'UNFAIR_RATING', message })
  })

  it('says that the rating was contested before', async () => {
    const again = failure(409, 'Hai già contestato questa valutazione.', 'AlreadyContested')
    const app = renderApp('/client-dashboard', { ...asClient, 'POST /api/ratings/rating-1/contest': again })
    const dialog = await openDialog(app)
    await app.user.selectOptions(await dialog.findByRole('combobox', { name: /Motivo/ }), 'OTHER')
    await app.user.type(dialog.getByRole('textbox', { name: /Spiegazione/ }), message)
    await app.user.click(dialog.getByRole('button', { name: 'Invia contestazione' }))
    expect((await screen.findAllByText('Contestazione già presente')).length).toBeGreaterThan(0)
  })

  it('shows the state, and the moderator’s explanation once decided, instead of the button', async () => {
    const decided = { ...ownContest, status: 'KEPT', resolution: 'Abbiamo letto le ricevute.' }
    renderApp('/client-dashboard', {
      ...asClient,
      'GET /api/client/ratings': ok([{ ...ratingReceived, contest: decided }]),
    })
    expect(await screen.findByText('Contestazione respinta')).toBeTruthy()
    expect(screen.getByText('Abbiamo letto le ricevute.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ragioni e ricorso' }).getAttribute('href')).toBe('/decisions')
    expect(screen.queryByRole('button', { name: /^Contesta la valutazione/ })).toBeNull()
  })
})

describe('Q-136: answering a contest', () => {
  const { stayDatePrecision: _, ...words } = ratingReceived
  const given = {
    ...words,
    clientId: guest.id,
    clientName: guest.name,
    clientIsPremium: false,
    clientPhoto: null,
    isTopClient: true,
    clientAverageRating: 4.9,
    changeableUntil: '2020-01-01T00:00:00.000Z',
    changeable: false,
    contest: { ...contest, answer: null, answerable: true },
  }

  it('is possible on the dashboard, where the venue reads what the client contests', async () => {
    const path = 'POST /api/ratings/rating-1/contest/answer'
    const { user, server } = renderApp('/dashboard', {
      ...signedInAs(locanda),
      'GET /api/ratings': ok([given]),
      [path]: created(given),
    })
    const card = within(await screen.findByRole('region', { name: 'Valutazioni contestate' }))
    expect(card.getByText(message)).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Rispondi: Giulia Bianchi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rispondi alla contestazione' }))
    const answer = 'Il saldo è arrivato tre giorni dopo.'
    await user.type(await dialog.findByRole('textbox', { name: /Risposta/ }), answer)
    await user.click(dialog.getByRole('button', { name: 'Invia risposta' }))
    expect(await screen.findByText('Risposta inviata')).toBeTruthy()
    expect(server.to(path)[0]?.body).toEqual({ message: answer })
  })

  it('D-38: the venue may withdraw a contested rating, but not amend it', async () => {
    const changeable = { ...given, changeable: true, changeableUntil: '2100-01-01T00:00:00.000Z' }
    renderApp('/dashboard', { ...signedInAs(locanda), 'GET /api/ratings': ok([changeable]) })
    expect(await screen.findByRole('button', { name: 'Ritira Giulia Bianchi' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Modifica Giulia Bianchi' })).toBeNull()
  })

  it('is not offered a second time', async () => {
    const answered = { ...given, contest: { ...given.contest, answer: 'Il saldo è in ritardo.', answerable: false } }
    renderApp('/dashboard', { ...signedInAs(locanda), 'GET /api/ratings': ok([answered]) })
    expect(await screen.findByText('La tua risposta')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Rispondi/ })).toBeNull()
  })
})

describe('Q-136: deciding a contest', () => {
  const { summary: _, others: __, ...queuedCase } = queued
  const moderated = {
    id: 'rating-1',
    businessId: 'hotel',
    businessName: 'Locanda del Borgo',
    clientName: 'Giulia Bianchi',
    status: 'OPEN',
    reason: 'UNFAIR_RATING',
    message,
    answer: 'Il saldo è in ritardo.',
    answeredAt: noon,
    moderatorNotes: null,
    resolution: null,
    contestedAt: noon,
    closedAt: null,
    rating: {
      overallRating: 1,
      punctualityScore: 1,
      kindnessScore: 2,
      paymentScore: 3,
      roomConditionScore: 4,
      stayType: 'leisure',
      stayDate: '2026-11-03',
      comment: 'Ha pagato in ritardo.',
      exists: true,
    },
    allowedOutcomes: ['KEPT', 'STRUCK'],
  }
  const file = {
    ...queuedCase,
    kind: 'RATING_CONTEST',
    others: [],
    ownMatter: false,
    closedAt: null,
    appealedDecisionId: null,
    replayId: null,
    outcome: null,
    review: null,
    dispute: null,
    statements: [],
    contest: moderated,
    sanction: null,
    flagging: null,
    author: { name: 'Locanda del Borgo', written: 0, hidden: 0, removed: 0, sanctions: [] },
    timeline: [],
  }
  const asModerator: Answers = {
    ...signedInAs(moderator),
    'GET /api/admin/queue': ok({
      items: [queued],
      nextCursor: null,
      counts: { flags: 0, disputes: 1, appeals: 0, held: 0, overdue: 0 },
    }),
    [`GET /api/admin/cases/${queued.caseId}`]: ok(file),
  }

  it('needs reasons', async () => {
    const path = 'PATCH /api/admin/ratings/rating-1/contest'
    const { user, server } = renderApp('/admin/reviews', {
      ...asModerator,
      [path]: ok({ ...moderated, status: 'STRUCK' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Esamina' }))
    const card = within(await screen.findByRole('region', { name: 'Valutazione contestata' }))
    expect(card.getByText('Il saldo è in ritardo.')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Accogli' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accogliere la contestazione?' }))
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await dialog.findByText('Scrivi i fatti su cui si basa la decisione.')).toBeTruthy()
    expect(server.to(path)).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /Fatti|fatti|Ragioni|ragioni/ }), 'Saldo puntuale.')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Decisione registrata')).toBeTruthy()
    expect(server.to(path)[0]?.body).toMatchObject({
      outcome: 'STRUCK',
      reasons: { facts: 'Saldo puntuale.', ground: 'UNFAIR_RATING' },
    })
  })
})
