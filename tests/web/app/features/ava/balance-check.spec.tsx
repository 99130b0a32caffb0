// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { LiabilityProof } from '../../../../../web/contract/ava/wallet.ts'
import { leafHashOf, parentOf } from '../../../../support/ava/liability-proof.ts'
import { avaProfile } from '../../support/fixtures.ts'
import { giulia, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const leaf = { sum: 12, nonce: '5a'.repeat(32) }
const leafHash = leafHashOf(leaf)
const [before, after] = [
  { hash: 'ab'.repeat(32), sum: 30 },
  { hash: 'cd'.repeat(32), sum: 268 },
]
const middle = parentOf(before, { hash: leafHash, sum: leaf.sum })
const { hash: root, sum: total } = parentOf(middle, after)
const proof: LiabilityProof = {
  date: '2026-11-30',
  leaf,
  leafHash,
  path: [
    { side: 'left', ...before },
    { side: 'right', ...after },
  ],
  root,
  total,
}
const published = { date: '2026-11-30', total, root, companyBalance: 500 }
const asGiulia: Answers = {
  ...signedInAs(giulia),
  'GET /api/ava/profile': ok(avaProfile),
  'GET /api/ava/payouts': ok([]),
  'GET /api/ava/proof': ok(proof),
  'GET /api/audit/liabilities': ok(published),
}

const check = async (answers: Answers) => {
  const { user } = renderApp('/ava-wallet', { ...asGiulia, ...answers })
  const card = within(await screen.findByRole('region', { name: 'Verifica il tuo saldo' }))
  card.getByRole('button', { name: 'Verifica' }).focus()
  await user.keyboard('{Enter}')
  return { card, user }
}

describe('D-54: the check of one’s own balance', () => {
  it('computes in the browser that the balance is in the published total, and shows each step', async () => {
    const { card, user } = await check({})
    expect(await card.findByText('Il conto torna.')).toBeTruthy()
    expect(
      card.getByText('I tuoi 12 AVA del 30 novembre 2026 sono nel totale di 310 AVA che Garbo deve a tutti.'),
    ).toBeTruthy()
    expect(card.getByText(/Nel wallet aziendale c’erano 500 AVA/)).toBeTruthy()
    await user.click(card.getByText('Vedi ogni passaggio'))
    expect((await card.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      `Il tuo saldo: 12 AVA${leafHash}`,
      `Con il nodo a sinistra: 42 AVA${middle.hash}`,
      `Con il nodo a destra: 310 AVA${root}`,
    ])
  })

  it.each<[string, Partial<LiabilityProof>]>([
    ['another balance', { leaf: { ...leaf, sum: 13 } }],
    ['a sibling with less', { path: proof.path.map((step) => ({ ...step, sum: step.sum - 1 })) }],
    ['the other side', { path: proof.path.map((step) => ({ ...step, side: 'left' })) }],
    ['a missing step', { path: proof.path.slice(1) }],
    ['another leaf', { leafHash: root }],
    ['another total', { total: total - 1 }],
    ['another root', { root: leafHash }],
    ['another day', { date: '2026-11-29' }],
  ])('says that it does not hold with %s', async (_, change) => {
    const { card } = await check({ 'GET /api/ava/proof': ok({ ...proof, ...change }) })
    expect(await card.findByText('Il conto non torna.')).toBeTruthy()
  })

  it.each([
    ['root', { ...published, root: leafHash }],
    ['total', { ...published, total: total + 1 }],
  ])('says that it does not hold if the published %s is another', async (_, other) => {
    const { card } = await check({ 'GET /api/audit/liabilities': ok(other) })
    expect(await card.findByText('Il conto non torna.')).toBeTruthy()
  })

  it('says why there is no proof yet, and shows that it is checking', async () => {
    const text = 'Il tuo saldo non è ancora nel conteggio, che si fa ogni notte: riprova domani.'
    const { card } = await check({ 'GET /api/ava/proof': failure(404, text, 'BalanceNotYetCounted') })
    expect((await card.findByRole('alert')).textContent).toContain(text)
  })

  it('shows that it is checking', async () => {
    const { card } = await check({ 'GET /api/ava/proof': neverAnswers })
    expect(await card.findByRole('button', { name: 'Verifica in corso…' })).toBeTruthy()
  })
})
