// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AppealFile, OwnAppeal } from '../../../web/contract/appeals.ts'
import type { ToldDecision } from '../../../web/contract/decisions.ts'
import { inToast, open } from './support/open.tsx'
import { as, giulia, locanda, moderator } from './support/people.ts'
import { created, no, ok, silence, type Answers } from './support/server.ts'
import { moderated, noon, queued } from './support/things.ts'

const waiting: OwnAppeal = {
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
const mine: Answers = {
  ...as(giulia),
  'GET /api/reviews/mine': ok([]),
  'GET /api/ratings/received': ok([]),
  'GET /api/appeals/mine': ok([waiting]),
}
const own = async () => within(await screen.findByRole('region', { name: 'I tuoi ricorsi' }))

describe('the user’s appeals', () => {
  it('show the text and that it is pending', async () => {
    open('/my-reviews', mine)
    const card = await own()
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
    const decided = { ...waiting, status, measure, answer: 'Il racconto è civile.', closedAt: noon }
    open('/my-reviews', { ...mine, 'GET /api/appeals/mine': ok([decided]) })
    const card = await own()
    expect(await card.findByText(label)).toBeTruthy()
    expect(card.getByText(`La risposta · ${fate}`)).toBeTruthy()
    expect(card.getByText('Il racconto è civile.')).toBeTruthy()
  })

  it('show that one was closed as void', async () => {
    open('/my-reviews', { ...mine, 'GET /api/appeals/mine': ok([{ ...waiting, status: 'VOID', closedAt: noon }]) })
    expect(await (await own()).findByText(/non resta nulla da decidere/)).toBeTruthy()
  })

  it('of a business are listed with its disputes', async () => {
    open('/ratings', {
      ...as(locanda),
      'GET /api/reviews/target/BUSINESS/locanda': ok([]),
      'GET /api/disputes': ok([]),
      'GET /api/appeals/mine': ok([{ ...waiting, side: 'business' }]),
    })
    expect(await (await own()).findByText('Su una recensione che hai contestato')).toBeTruthy()
  })

  it('show that there are none', async () => {
    open('/my-reviews', { ...mine, 'GET /api/appeals/mine': ok([]) })
    expect(await (await own()).findByText('Non hai presentato nessun ricorso.')).toBeTruthy()
  })
  it('show that they are loading', async () => {
    open('/my-reviews', { ...mine, 'GET /api/appeals/mine': silence })
    expect(await (await own()).findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('show an error', async () => {
    open('/my-reviews', { ...mine, 'GET /api/appeals/mine': no(500, 'boom') })
    expect(await (await own()).findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

const told: ToldDecision = {
  id: 'decision-1',
  kind: 'HIDDEN',
  addressee: 'author',
  reviewId: 'review-1',
  at: noon,
  facts: 'Insulta il portiere.',
  rule: { ground: 'OFFENSIVE', title: 'Linguaggio offensivo', text: 'Si parla civilmente.', version: 1 },
  automation: 'none',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: '2999-05-23T12:00:00.000Z',
}
const lodge = 'POST /api/decisions/decision-1/appeal'
const decided = (of: Partial<ToldDecision> = {}, own: readonly OwnAppeal[] = []): Answers => ({
  ...as(giulia),
  'GET /api/decisions/mine': ok([{ ...told, ...of }]),
  'GET /api/appeals/mine': ok(own),
})

describe('the appeal button under a decision', () => {
  it('sends the text once it is long enough', async () => {
    const { user, server } = open('/decisions', { ...decided(), [lodge]: created(waiting) })
    await user.click(await screen.findByRole('button', { name: 'Fai ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(server.to(lodge)).toEqual([])
    await user.type(dialog.getByRole('textbox'), ' Non ho insultato nessuno.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(await screen.findByText('Ricorso inviato')).toBeTruthy()
    expect(server.to(lodge).map(({ body }) => body)).toEqual([{ reason: 'No. Non ho insultato nessuno.' }])
  })

  it('shows what the server refuses', async () => {
    const refusal = no(409, 'Questa decisione non è più in vigore.', 'DecisionNotInForce')
    const { user } = open('/decisions', { ...decided(), [lodge]: refusal })
    await user.click(await screen.findByRole('button', { name: 'Fai ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Non ho insultato nessuno.')
    await user.click(dialog.getByRole('button', { name: 'Invia ricorso' }))
    expect(await inToast('Questa decisione non è più in vigore.')).toBeTruthy()
  })

  it('shows the deadline, that it is too late or that the decision is final', async () => {
    open('/decisions', decided())
    expect(await screen.findByText('Puoi fare ricorso fino al 23 maggio 2999.')).toBeTruthy()
    cleanup()
    open('/decisions', decided({ appealableUntil: '2026-05-23T12:00:00.000Z' }))
    expect(await screen.findByText('Il termine per fare ricorso è scaduto il 23 maggio 2026.')).toBeTruthy()
    cleanup()
    open('/decisions', decided({ appealableUntil: null }))
    expect(await screen.findByText('Contro questa decisione non è più possibile fare ricorso.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })

  it('is replaced by the outcome after an appeal', async () => {
    const own = { ...waiting, status: 'OVERTURNED', measure: 'VISIBLE', answer: 'Il racconto è civile.' } as const
    open('/decisions', decided({}, [own]))
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
    const { server } = open('/decisions', decided({ addressee, kind }))
    expect(await screen.findByText('Insulta il portiere.')).toBeTruthy()
    expect(server.to('GET /api/appeals/mine')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Fai ricorso' })).toBeNull()
  })
})

const file: AppealFile = {
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
  ruling: null,
}
const appealCase = { ...queued, caseId: 'appeal-decision-1', kind: 'APPEAL' as const, summary: 'Ricorso' }
const { summary: _, ...opened } = appealCase
const path = '/api/admin/decision-appeals/decision-1'
const consoleWith = (of: Partial<AppealFile> = {}): Answers => ({
  ...as(moderator),
  'GET /api/admin/queue': ok({
    items: [appealCase],
    nextCursor: null,
    counts: { flags: 0, disputes: 0, appeals: 1, held: 0, overdue: 0 },
  }),
  'GET /api/admin/cases/appeal-decision-1': ok({
    ...opened,
    closedAt: null,
    outcome: null,
    review: moderated,
    dispute: null,
    sanction: null,
    flagging: null,
    statements: [],
    others: [],
    author: { name: null, written: 1, hidden: 0, removed: 0, sanctions: [] },
    timeline: [],
  }),
  [`GET ${path}`]: ok({ ...file, ...of }),
})
const examine = async (answers: Answers) => {
  const { user, server } = open('/admin/reviews', answers)
  await user.click(await screen.findByRole('button', { name: 'Esamina' }))
  return { user, server, panel: within(await screen.findByRole('region', { name: 'Ricorso' })) }
}

describe('the moderators’ appeal panel', () => {
  it('shows the decision with reasons, the text as it was judged and every appeal', async () => {
    const { panel } = await examine(consoleWith())
    for (const words of [
      'Nessuna regola violata.',
      'Come era scritta allora.',
      'È falsa: non è mai stata qui.',
      'Anche per me è inventata.',
    ])
      expect(panel.getByText(words)).toBeTruthy()
  })

  it('offers only the possible outcomes and sends the choice with the reason', async () => {
    const { user, server, panel } = await examine({
      ...consoleWith(),
      [`PATCH ${path}`]: ok({ ...file, status: 'OVERTURNED' }),
    })
    expect(panel.queryByRole('button', { name: 'Accogli in parte' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Accogli il ricorso' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('La recensione sarà nascosta.')).toBeTruthy()
    await user.selectOptions(dialog.getByRole('combobox'), 'REMOVED')
    expect(dialog.getByText('La recensione sarà rimossa.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(server.to(`PATCH ${path}`)).toEqual([])
    await user.type(dialog.getByRole('textbox'), 'È inventata da cima a fondo.')
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(await screen.findByText('Ricorso deciso')).toBeTruthy()
    expect(server.to(`PATCH ${path}`).map(({ body }) => body)).toEqual([
      { outcome: 'OVERTURNED', measure: 'REMOVED', reason: 'È inventata da cima a fondo.' },
    ])
  })

  it('notifies the appellants that it is under review', async () => {
    const { user, server, panel } = await examine({
      ...consoleWith(),
      [`POST ${path}/take`]: ok({ ...file, status: 'UNDER_REVIEW' }),
    })
    await user.click(panel.getByRole('button', { name: 'Prendi in esame' }))
    expect(await screen.findByText('Chi ha fatto ricorso vede che lo stai esaminando')).toBeTruthy()
    expect(server.to(`POST ${path}/take`)).toHaveLength(1)
  })

  it.each([
    ['party', 'Sei parte in causa: deve decidere un altro moderatore.'],
    ['decided-before', 'Hai già deciso su questa recensione: il ricorso spetta a un altro moderatore.'],
  ] as const)('%s: explains why the moderator cannot decide and offers nothing', async (barred, why) => {
    const { panel } = await examine(consoleWith({ barred }))
    expect(panel.getByText(why)).toBeTruthy()
    expect(panel.queryAllByRole('button')).toEqual([])
  })

  it('states that a second appeal is final', async () => {
    const { panel } = await examine(consoleWith({ level: 2 }))
    expect(panel.getByText('Secondo ricorso: la decisione sarà definitiva.')).toBeTruthy()
  })

  it('shows the decision and reason afterwards, without buttons', async () => {
    const ruling = { outcome: 'UPHELD', measure: 'VISIBLE', reason: 'Resta com’è.', ground: 'NO_VIOLATION' } as const
    const { panel } = await examine(consoleWith({ status: 'UPHELD', ruling: { ...ruling, by: 'lia', at: noon } }))
    expect(panel.getByText('Resta com’è.')).toBeTruthy()
    expect(panel.queryAllByRole('button')).toEqual([])
  })

  it('shows what the server refuses and keeps the dialog open', async () => {
    const refusal = no(409, 'Su questa decisione è già stato deciso un ricorso.', 'AppealAlreadyDecided')
    const { user, panel } = await examine({ ...consoleWith(), [`PATCH ${path}`]: refusal })
    await user.click(panel.getByRole('button', { name: 'Conferma la decisione' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Resta tutto com’era.')
    await user.click(dialog.getByRole('button', { name: 'Decidi' }))
    expect(await screen.findByText('Su questa decisione è già stato deciso un ricorso.')).toBeTruthy()
  })
})
