// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ReversalPlan } from '../../../../../web/contract/moderation/reversal.ts'
import { moderated, noon, queued } from '../../support/fixtures.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const { summary: _, others: __, ...one } = queued
const file = {
  ...one,
  ownMatter: false,
  closedAt: null,
  appealedDecisionId: null,
  replayId: 'case-1',
  outcome: null,
  others: [],
  review: moderated,
  dispute: null,
  contest: null,
  sanction: null,
  flagging: null,
  statements: [],
  author: { name: 'Giulia Bianchi', written: 4, hidden: 1, removed: 0, sanctions: [] },
  timeline: [],
}
const change = { of: 'review', what: 'ReviewRemoved', id: null, measure: null, amount: null, before: null, after: null }
const plan: ReversalPlan = {
  planId: 'review-1-1',
  reviewId: 'review-1',
  draftedAt: noon,
  draftedByMe: false,
  approvedAt: null,
  approvedByMe: false,
  canApprove: true,
  effects: [
    change,
    { ...change, of: 'opinion', what: 'OpinionChanged', measure: 'stars', before: 4 },
    { ...change, of: 'rewards', what: 'RewardRevoked', measure: 'code', id: 'K7M4Q2XYZ9' },
    { ...change, of: 'wallet', what: 'AvaTakenBack', measure: 'ava', id: 'tenth-1', amount: 1 },
    { ...change, of: 'conduct', what: 'ViolationRecorded', measure: 'strike', amount: 2 },
    { ...change, of: 'novelties', what: 'SomethingNew' },
  ],
  kept: [{ what: 'code-redeemed', id: 'A2B3C4D5E6', amount: 2 }],
  figures: {
    venue: { stars: { before: 4.5, after: null }, raters: { before: 1, after: 0 } },
    ratings: { before: 10, after: 9 },
    ava: { before: 1, after: 0 },
    ratingsToNextAva: 1,
    codes: { before: 1, after: 0 },
  },
  outcome: null,
}
const path = '/api/admin/reviews/review-1/domino'
const console = (more: Answers) =>
  renderApp('/admin/reviews?case=case-1', {
    ...signedInAs(moderator),
    'GET /api/admin/cases/case-1': ok(file),
    [`GET ${path}`]: ok({ plan: null, canPreview: true }),
    ...more,
  })
const panel = async () => within(await screen.findByRole('region', { name: 'Effetto domino' }))

describe('a reversal in the case file', () => {
  it('is loaded on request and shows before and after', async () => {
    let drafted: ReversalPlan | null = null
    const { user } = console({
      [`GET ${path}`]: () => ok({ plan: drafted, canPreview: true }),
      [`POST ${path}`]: () => {
        drafted = { ...plan, draftedByMe: true, canApprove: false }
        return ok(drafted)
      },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Guarda l’effetto domino' }))
    const shown = await panel()
    expect(await shown.findByText('da 4,5 a nessuna')).toBeTruthy()
    for (const text of [
      'da 10 a 9',
      'Recensioni mancanti al prossimo AVA: 1',
      'Cambia la recensione dell’autore che conta: da 4 stelle a nessuna stella',
      'Un codice non usato è annullato: K7M4Q2XYZ9',
      'AVA stornati: 1 AVA',
      'Una violazione è registrata: la numero 2',
      'Un altro effetto',
      'Il codice A2B3C4D5E6 del 2% è già stato usato',
    ])
      expect(shown.getByText(text)).toBeTruthy()
  })

  it('cannot be approved by the moderator who prepared it', async () => {
    console({ [`GET ${path}`]: ok({ plan: { ...plan, draftedByMe: true, canApprove: false }, canPreview: true }) })
    const shown = await panel()
    expect(await shown.findByText(/deve approvarla un altro moderatore/)).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Approva e applica' })).toBeNull()
  })

  it('is approved by a second moderator after a confirmation and matches the preview', async () => {
    let now = plan
    const approved = { ...plan, approvedAt: noon, approvedByMe: true, canApprove: false }
    const { user, server } = console({
      [`GET ${path}`]: () => ok({ plan: now, canPreview: true }),
      'POST /api/admin/domino/review-1-1/approve': () => {
        now = { ...approved, outcome: { done: 5, missing: [], unforeseen: [] } }
        return ok(now)
      },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Approva e applica' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Applicare l’effetto domino?' }))
    expect(server.to('POST /api/admin/domino/review-1-1/approve')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Applica' }))
    expect(await screen.findByText('Gli effetti sono quelli previsti.')).toBeTruthy()
    expect(screen.getByText('Effetto domino applicato')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approva e applica' })).toBeNull()
  })

  it('shows what has changed and asks for a new preview', async () => {
    const message = 'Nel frattempo è cambiato qualcosa (il punteggio): prepara una nuova anteprima.'
    const { user, server } = console({
      [`GET ${path}`]: ok({ plan, canPreview: true }),
      [`POST ${path}`]: ok({ ...plan, planId: 'review-1-2', draftedByMe: true, canApprove: false }),
      'POST /api/admin/domino/review-1-1/approve': failure(409, message, 'PlanOutdated'),
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Approva e applica' }))
    await user.click(await screen.findByRole('button', { name: 'Applica' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(server.to(`POST ${path}`)).toHaveLength(1)
  })

  it('shows missing and unexpected changes', async () => {
    const outcome = { done: 3, missing: [{ ...change, what: 'CaseClosed', of: 'case' }], unforeseen: [change] }
    console({
      [`GET ${path}`]: ok({ plan: { ...plan, approvedAt: noon, canApprove: false, outcome }, canPreview: false }),
    })
    const shown = await panel()
    expect(await shown.findByRole('heading', { name: 'Previsto, non ancora avvenuto' })).toBeTruthy()
    expect(shown.getByRole('heading', { name: 'Avvenuto, non previsto' })).toBeTruthy()
    expect(shown.getByText('Un caso si chiude')).toBeTruthy()
  })

  it('shows what the server rejects', async () => {
    const { user } = console({
      [`POST ${path}`]: failure(403, 'Sei parte in causa: deve decidere un altro moderatore.'),
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Guarda l’effetto domino' }))
    expect(await screen.findByText('Sei parte in causa: deve decidere un altro moderatore.')).toBeTruthy()
  })

  it('is hidden while the review has no plan and the moderator may not draft one', async () => {
    const { server } = console({ [`GET ${path}`]: ok({ plan: null, canPreview: false }) })
    expect(await screen.findByText('Colazione ottima.')).toBeTruthy()
    await waitFor(() => expect(server.to(`GET ${path}`)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Effetto domino' })).toBeNull()
  })

  it('offers no approval that the server would reject', async () => {
    console({ [`GET ${path}`]: ok({ plan: { ...plan, canApprove: false }, canPreview: false }) })
    const shown = await panel()
    expect(await shown.findByText('da 4,5 a nessuna')).toBeTruthy()
    expect(shown.queryByRole('button')).toBeNull()
  })
})
