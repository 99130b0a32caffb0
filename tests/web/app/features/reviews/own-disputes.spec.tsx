// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OwnDecision } from '../../../../../web/contract/moderation/decisions.ts'
import { disputed, noon } from '../../support/fixtures.ts'
import { locanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, ok } from '../../support/stub-server.ts'

const full: Answers = {
  ...signedInAs(locanda),
  'GET /api/reviews/target/BUSINESS/locanda': ok([]),
  'GET /api/disputes': ok([]),
  'GET /api/appeals/mine': ok([]),
}
describe('a business’s disputes', () => {
  const region = async () => within(await screen.findByRole('region', { name: 'Le tue contestazioni' }))

  it('B-47: show the due date while undecided', async () => {
    renderApp('/ratings', {
      ...full,
      'GET /api/disputes': ok([{ ...disputed, message: 'Non è mai stato nostro ospite.' }]),
    })
    const disputes = await region()
    expect(await disputes.findByText('Contestata')).toBeTruthy()
    expect(disputes.getByText('Non è mai stato nostro ospite.')).toBeTruthy()
    expect(disputes.getByText('Aperta il 20 novembre 2026 · Decisione entro il 20 novembre 2026')).toBeTruthy()
  })

  it.each([
    ['RESOLVED_UPHELD', 'Contestazione accolta'],
    ['RESOLVED_REJECTED', 'Contestazione respinta'],
    ['CLOSED', 'Chiusa'],
  ])('S-13: show one that is %s with the moderators’ answer', async (status, label) => {
    const decided = { ...disputed, status, undecided: false, resolvedAt: noon, resolution: 'Il soggiorno risulta.' }
    renderApp('/ratings', { ...full, 'GET /api/disputes': ok([decided]) })
    const disputes = await region()
    expect(await disputes.findByText(label)).toBeTruthy()
    expect(disputes.getByText('Il soggiorno risulta.')).toBeTruthy()
    expect(disputes.queryByText(/Decisione entro/)).toBeNull()
  })

  it('S-13: show no due date for one that was closed without a decision', async () => {
    renderApp('/ratings', { ...full, 'GET /api/disputes': ok([{ ...disputed, status: 'CLOSED', undecided: false }]) })
    const disputes = await region()
    expect(await disputes.findByText('Chiusa')).toBeTruthy()
    expect(disputes.queryByText(/Decisione entro/)).toBeNull()
  })

  it.each([
    [null, '2198-05-23T12:00:00.000Z', 'Puoi fare ricorso fino al 23 maggio 2198.', 1],
    ['too-late', '2026-05-23T12:00:00.000Z', 'Il termine per fare ricorso è scaduto il 23 maggio 2026.', 0],
  ] as const)('P-13: show why one was rejected and whether it can be appealed (%s)', async (...row) => {
    const [appealObstacle, until, deadline, buttons] = row
    const decision: OwnDecision = {
      id: 'decision-1',
      kind: 'DISPUTE_REJECTED',
      addressee: 'business',
      reviewId: 'review-1',
      at: noon,
      facts: 'La ricevuta prova il soggiorno.',
      rule: { ground: 'NO_VIOLATION', title: 'Nessuna violazione', text: 'La recensione può restare.', version: 1 },
      automation: 'none',
      redress: ['appeal', 'court'],
      appealableUntil: until,
      appealObstacle,
    }
    const decided = { ...disputed, status: 'RESOLVED_REJECTED', undecided: false, resolvedAt: noon, decision }
    renderApp('/ratings', { ...full, 'GET /api/disputes': ok([decided]) })
    const disputes = await region()
    expect(await disputes.findByText('La ricevuta prova il soggiorno.')).toBeTruthy()
    expect(disputes.getByText('La recensione può restare.')).toBeTruthy()
    expect(await disputes.findByText(deadline)).toBeTruthy()
    expect(disputes.queryAllByRole('button', { name: 'Fai ricorso' })).toHaveLength(buttons)
  })

  it('show that there are none', async () => {
    renderApp('/ratings', full)
    expect(await (await region()).findByText('Non hai contestato nessuna recensione.')).toBeTruthy()
  })
})
