// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AppealFile, OwnAppeal } from '../../../../../web/contract/moderation/appeals.ts'
import type { OwnDecision } from '../../../../../web/contract/moderation/decisions.ts'
import { moderated, noon, queued } from '../../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const openAppeal: OwnAppeal = {
  decisionId: 'decision-1',
  reviewId: 'review-1',
  side: 'author',
  status: 'OPEN',
  reason: 'Ho raccontato quello che ho visto.',
  lodgedAt: noon,
  measure: null,
  answer: null,
  closedAt: null,
}
const clientAnswers: Answers = {
  ...signedInAs(giulia),
  'GET /api/reviews/mine': ok([]),
  'GET /api/ratings/received': ok([]),
  'GET /api/appeals/mine': ok([openAppeal]),
}
const ownAppealsCard = async () => within(await screen.findByRole('region', { name: 'I tuoi ricorsi' }))

describe('the user’s appeals', () => {
  it('show the text and that it is pending', async () => {
    renderApp('/my-reviews', clientAnswers)
    const card = await ownAppealsCard()
    expect(await card.findByText('Ho raccontato quello che ho visto.')).toBeTruthy()
    for (const words of ['In attesa', 'Sulla tua recensione', 'Presentato il 20 novembre 2026'])
      expect(card.getByText(words)).toBeTruthy()
    expect(card.queryByText(/La risposta/)).toBeNull()
  })

  it.each([
    ['UPHELD', 'HIDDEN', 'Respinto', 'La recensione è nascosta.'],
    ['PARTLY', 'HIDDEN', 'Accolto in parte', 'La recensione è nascosta.'],
    ['OVERTURNED', 'VISIBLE', 'Accolto', 'La recensione è visibile.'],
  ])('%s: show the outcome and the reason', async (status, measure, label, fate) => {
    const decided = { ...openAppeal, status, measure, answer: 'Il racconto è civile.', closedAt: noon }
    renderApp('/my-reviews', { ...clientAnswers, 'GET /api/appeals/mine': ok([decided]) })
    const card = await ownAppealsCard()
    expect(await card.findByText(label)).toBeTruthy()
    expect(card.getByText(`La risposta · ${fate}`)).toBeTruthy()
    expect(card.getByText('Il racconto è civile.')).toBeTruthy()
  })

  it.each([
    ['guest', 'REMOVED', 'Su una valutazione che hai contestato', 'La valutazione è rimossa.'],
    ['venue', 'VISIBLE', 'Su una valutazione che hai dato', 'La valutazione è valida.'],
  ])('Q-136: %s: are about a rating', async (side, measure, about, fate) => {
    const decided = { ...openAppeal, side, status: 'OVERTURNED', measure, answer: 'Saldo puntuale.', closedAt: noon }
    renderApp('/my-reviews', { ...clientAnswers, 'GET /api/appeals/mine': ok([decided]) })
    const card = await ownAppealsCard()
    expect(await card.findByText(about)).toBeTruthy()
    expect(card.getByText(`La risposta · ${fate}`)).toBeTruthy()
  })

  it('show that one was closed as void', async () => {
    renderApp('/my-reviews', {
      ...clientAnswers,
      'GET /api/appeals/mine': ok([{ ...openAppeal, status: 'VOID', closedAt: noon }]),
    })
    expect(await (await ownAppealsCard()).findByText(/non resta nulla da decidere/)).toBeTruthy()
  })

  it('are listed with the disputes for a business', async () => {
    renderApp('/ratings', {
      ...signedInAs(locanda),
      'GET /api/reviews/target/BUSINESS/locanda': ok([]),
      'GET /api/disputes': ok([]),
      'GET /api/appeals/mine': ok([{ ...openAppeal, side: 'business' }]),
    })
    expect(await (await ownAppealsCard()).findByText('Su una recensione che hai contestato')).toBeTruthy()
  })

  it('show that there are none', async () => {
    renderApp('/my-reviews', { ...clientAnswers, 'GET /api/appeals/mine': ok([]) })
    expect(await (await ownAppealsCard()).findByText('Non hai presentato nessun ricorso.')).toBeTruthy()
  })
  it('show that they are loading', async () => {
    renderApp('/my-reviews', { ...clientAnswers, 'GET /api/appeals/mine': neverAnswers })
    expect(await (await ownAppealsCard()).findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('show an error', async () => {
    renderApp('/my-reviews', { ...clientAnswers, 'GET /api/appeals/mine': failure(500, 'boom') })
    expect(await (await ownAppealsCard()).findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

const decision: OwnDecision = {
  id: 'decision-1',
  kind: 'HIDDEN',
  addressee: 'author',
  reviewId: 'review-1',
  at: noon,
  facts: 'Insulta il portiere.',
  rule: { ground: 'OFFENSIVE', title: 'Linguaggio offensivo', text: 'Si parla civilmente.', version: 1 },
  automation: 'none',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: '2198-05-23T12:00:00.000Z',
  appealObstacle: null,
}
const lodgeAppeal = 'POST /api/decisions/decision-1/appeal'
const decisionAnswers = (of: Partial<OwnDecision> = {}, own: readonly OwnAppeal[] = []): Answers => ({
  ...signedInAs(giulia),
  'GET /api/decisions/mine': ok([{ ...decision, ...of }]),
  'GET /api/appeals/mine': ok(own),
})

describe('the appeal button under a decision', () => {
  it('sends the text once it is long enough', async () => {
    const { user, server } = renderApp('/decisions', { ...decisionAnswers(), [lodgeAppeal]: created(openAppeal) })
    await user.click(await screen.findByRole('button', { name: 'Fai ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(server.to(lodgeAppeal)).toEqual([])
    await user.type(dialog.getByRole('textbox'), ' Non ho insultato nessuno.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(await screen.findByText('Ricorso inviato')).toBeTruthy()
    expect(server.to(lodgeAppeal).map(({ body }) => body)).toEqual([{ reason: 'No. Non ho insultato nessuno.' }])
  })

  it('shows what the server rejects', async () => {
    const rejection = failure(409, 'Questa decisione non è più in vigore.', 'DecisionNotInForce')
    const { user } = renderApp('/decisions', { ...decisionAnswers(), [lodgeAppeal]: rejection })
    await user.click(await screen.findByRole('button', { name: 'Fai ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Non ho insultato nessuno.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(await findInToast('Questa decisione non è più in vigore.')).toBeTruthy()
  })

  it('shows the deadline, that it is too late or that the decision is final', async () => {
    renderApp('/decisions', decisionAnswers())
    expect(await screen.findByText('Puoi fare ricorso fino al 23 maggio 2198.')).toBeTruthy()
    cleanup()
    renderApp(
      '/decisions',
      decisionAnswers({ appealableUntil: '2026-05-23T12:00:00.000Z', appealObstacle: 'too-late' }),
    )
    expect(await screen.findByText('Il termine per fare ricorso è scaduto il 23 maggio 2026.')).toBeTruthy()
    cleanup()
    renderApp('/decisions', decisionAnswers({ appealableUntil: null, appealObstacle: 'final' }))
    expect(await screen.findByText('Contro questa decisione non è più possibile fare ricorso.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })

  it.each([
    ['not-in-force', 'Questa decisione non è più in vigore: il ricorso non serve.'],
    ['already-decided', 'Un ricorso contro questa decisione è già stato deciso.'],
  ] as const)('gives way to the reason if the server rejects an appeal: %s', async (appealObstacle, why) => {
    renderApp('/decisions', decisionAnswers({ appealObstacle }))
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })

  it('is replaced by the outcome after an appeal', async () => {
    const own = { ...openAppeal, status: 'OVERTURNED', measure: 'VISIBLE', answer: 'Il racconto è civile.' } as const
    renderApp('/decisions', decisionAnswers({}, [own]))
    expect(await screen.findByText('Il racconto è civile.')).toBeTruthy()
    expect(screen.getByText('Accolto')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })

  it.each([
    ['author', 'RESTORED'],
    ['author', 'HELD'],
    ['reporter', 'FLAG_UPHELD'],
    ['business', 'DISPUTE_UPHELD'],
  ] as const)('is hidden from the %s for %s', async (addressee, kind) => {
    const { server } = renderApp('/decisions', decisionAnswers({ addressee, kind, appealObstacle: 'favourable' }))
    expect(await screen.findByText('Insulta il portiere.')).toBeTruthy()
    expect(server.to('GET /api/appeals/mine')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })
})

const appealFile: AppealFile = {
  decisionId: 'decision-1',
  reviewId: 'review-1',
  side: 'reporter',
  level: 1,
  status: 'OPEN',
  before: 'VISIBLE',
  decision: { at: noon, facts: 'Nessuna regola violata.', ground: 'NO_VIOLATION' },
  judged: { rating: 1, comment: 'Come era scritta allora.' },
  appeals: [
    { appellantId: 'bea', reason: 'È falsa: non è mai stata qui.', lodgedAt: noon },
    { appellantId: 'carlo', reason: 'Anche per me è inventata.', lodgedAt: noon },
  ],
  possible: [
    { outcome: 'UPHELD', measures: ['VISIBLE'] },
    { outcome: 'PARTLY', measures: [] },
    { outcome: 'OVERTURNED', measures: ['HIDDEN', 'REMOVED'] },
  ],
  barred: null,
  actions: ['take', 'decide'],
  ruling: null,
}
const appealCase = { ...queued, caseId: 'appeal-decision-1', kind: 'APPEAL' as const, summary: 'Ricorso' }
const { summary: _, ...opened } = appealCase
const appealPath = '/api/admin/decision-appeals/decision-1'
const consoleAnswers = (of: Partial<AppealFile> = {}): Answers => ({
  ...signedInAs(moderator),
  'GET /api/admin/queue': ok({
    items: [appealCase],
    nextCursor: null,
    counts: { flags: 0, disputes: 0, appeals: 1, held: 0, overdue: 0 },
  }),
  'GET /api/admin/cases/appeal-decision-1': ok({
    ...opened,
    ownMatter: false,
    closedAt: null,
    appealedDecisionId: 'decision-1',
    replayId: 'appeal-decision-1',
    outcome: null,
    review: moderated,
    dispute: null,
    contest: null,
    sanction: null,
    flagging: null,
    statements: [],
    others: [],
    author: { name: null, written: 1, hidden: 0, removed: 0, sanctions: [] },
    timeline: [],
  }),
  [`GET ${appealPath}`]: ok({ ...appealFile, ...of }),
})
const openAppealPanel = async (answers: Answers) => {
  const { user, server } = renderApp('/admin/reviews', answers)
  await user.click(await screen.findByRole('button', { name: 'Esamina' }))
  return { user, server, panel: within(await screen.findByRole('region', { name: 'Ricorso' })) }
}

describe('the moderators’ appeal panel', () => {
  it('shows the decision with reasons, the text as it was judged and every appeal', async () => {
    const { panel } = await openAppealPanel(consoleAnswers())
    for (const words of [
      'Nessuna regola violata.',
      'Come era scritta allora.',
      'È falsa: non è mai stata qui.',
      'Anche per me è inventata.',
    ])
      expect(panel.getByText(words)).toBeTruthy()
  })

  it('Q-136: shows a contested rating as such, which can only be kept or removed', async () => {
    const possible = [
      { outcome: 'UPHELD', measures: ['VISIBLE'] },
      { outcome: 'PARTLY', measures: [] },
      { outcome: 'OVERTURNED', measures: ['REMOVED'] },
    ] satisfies AppealFile['possible']
    const { user, panel } = await openAppealPanel(consoleAnswers({ side: 'guest', before: 'VISIBLE', possible }))
    expect(panel.getByText(/^Lasciata valida/)).toBeTruthy()
    expect(panel.getByRole('region', { name: 'La valutazione al momento della decisione' })).toBeTruthy()
    expect(panel.getAllByText(/^Il cliente scrive/).length).toBeGreaterThan(0)
    expect(panel.queryByRole('button', { name: 'Accogli in parte' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Accogli il ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La valutazione sarà rimossa e non conterà più.')).toBeTruthy()
  })

  it('offers only the possible outcomes and sends the choice with the reason', async () => {
    const { user, server, panel } = await openAppealPanel({
      ...consoleAnswers(),
      [`PATCH ${appealPath}`]: ok({ ...appealFile, status: 'OVERTURNED' }),
    })
    expect(panel.queryByRole('button', { name: 'Accogli in parte' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Accogli il ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La recensione sarà nascosta.')).toBeTruthy()
    await user.selectOptions(dialog.getByRole('combobox'), 'REMOVED')
    expect(dialog.getByText('La recensione sarà rimossa.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(server.to(`PATCH ${appealPath}`)).toEqual([])
    await user.type(dialog.getByRole('textbox'), 'È inventata da cima a fondo.')
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(await screen.findByText('Ricorso deciso')).toBeTruthy()
    expect(server.to(`PATCH ${appealPath}`).map(({ body }) => body)).toEqual([
      { outcome: 'OVERTURNED', measure: 'REMOVED', reason: 'È inventata da cima a fondo.' },
    ])
  })

  it('notifies the appellants that it is under review', async () => {
    const { user, server, panel } = await openAppealPanel({
      ...consoleAnswers(),
      [`POST ${appealPath}/take`]: ok({ ...appealFile, status: 'UNDER_REVIEW' }),
    })
    await user.click(panel.getByRole('button', { name: 'Prendi in esame' }))
    expect(await screen.findByText('Chi ha fatto ricorso vede che lo stai esaminando')).toBeTruthy()
    expect(server.to(`POST ${appealPath}/take`)).toHaveLength(1)
  })

  it.each([
    ['party', 'Sei parte in causa: deve decidere un altro moderatore.'],
    ['decided-before', 'Hai già deciso su questo caso: il ricorso spetta a un altro moderatore.'],
  ] as const)('%s: explains why the moderator cannot decide and offers nothing', async (barred, why) => {
    const { panel } = await openAppealPanel(consoleAnswers({ barred, actions: [] }))
    expect(panel.getByText(why)).toBeTruthy()
    expect(panel.queryAllByRole('button')).toEqual([])
  })

  it('states that a second appeal is final', async () => {
    const { panel } = await openAppealPanel(consoleAnswers({ level: 2 }))
    expect(panel.getByText('Secondo ricorso: la decisione sarà definitiva.')).toBeTruthy()
  })

  it('shows the decision and reason afterwards, without buttons', async () => {
    const ruling = { outcome: 'UPHELD', measure: 'VISIBLE', reason: 'Resta com’è.', ground: 'NO_VIOLATION' } as const
    const { panel } = await openAppealPanel(
      consoleAnswers({ status: 'UPHELD', actions: [], ruling: { ...ruling, by: 'lia', at: noon } }),
    )
    expect(panel.getByText('Resta com’è.')).toBeTruthy()
    expect(panel.queryAllByRole('button')).toEqual([])
  })

  it('shows what the server rejects and keeps the dialog open', async () => {
    const rejection = failure(409, 'Un ricorso contro questa decisione è già stato deciso.', 'AppealAlreadyDecided')
    const { user, panel } = await openAppealPanel({ ...consoleAnswers(), [`PATCH ${appealPath}`]: rejection })
    await user.click(panel.getByRole('button', { name: 'Conferma la decisione' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Resta tutto com’era.')
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(await screen.findByText('Un ricorso contro questa decisione è già stato deciso.')).toBeTruthy()
  })
})
