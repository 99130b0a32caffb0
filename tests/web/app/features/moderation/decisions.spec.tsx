// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OwnDecision, Transparency } from '../../../../../web/contract/moderation/decisions.ts'
import { noon } from '../../support/fixtures.ts'
import { giulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

const decision: OwnDecision = {
  id: 'decision-1',
  kind: 'REMOVED',
  addressee: 'author',
  reviewId: 'review-1',
  at: noon,
  facts: 'La recensione racconta di un’altra città.',
  rule: { ground: 'FAKE', title: 'Contenuto falso', text: 'Si recensisce solo ciò che si è vissuto.', version: 1 },
  automation: 'none',
  redress: ['appeal', 'out-of-court', 'court'],
  appealableUntil: '2027-05-23T12:00:00.000Z',
  appealObstacle: null,
}
const ownDecisions = 'GET /api/decisions/mine'

describe('decisions about the user', () => {
  it('show facts, rule, decider, remedies and deadline', async () => {
    renderApp('/decisions', { ...signedInAs(giulia), [ownDecisions]: ok([decision]) })
    const heading = await screen.findByRole('heading', { name: 'La tua recensione è stata rimossa' })
    const card = within(heading.closest('li') ?? document.body)
    for (const words of [
      'Contenuto falso',
      'Deciso il 20 novembre 2026',
      'La recensione racconta di un’altra città.',
      'Si recensisce solo ciò che si è vissuto.',
      'Una persona, senza sistemi automatici.',
      'Un ricorso gratuito su Garbo, fino al 23 maggio 2027.',
      'Un organismo di risoluzione extragiudiziale certificato.',
      'L’autorità giudiziaria.',
    ])
      expect(card.getByText(words)).toBeTruthy()
  })

  it('mark decisions without stored reasons and automatic ones', async () => {
    renderApp('/decisions', {
      ...signedInAs(giulia),
      [ownDecisions]: ok([{ ...decision, kind: 'HELD', facts: '', automation: 'decision' }]),
    })
    expect(await screen.findByText(/non abbiamo la motivazione scritta/)).toBeTruthy()
    expect(screen.getByText('Un sistema automatico.')).toBeTruthy()
  })

  it('load more on request', async () => {
    const { user, server } = renderApp('/decisions', {
      ...signedInAs(giulia),
      [ownDecisions]: ({ query }) =>
        query.includes('cursor=next')
          ? ok([{ ...decision, id: 'decision-2', kind: 'RESTORED' }])
          : ok([decision], { 'x-next-cursor': 'next' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Carica altro' }))
    expect(await screen.findByText('La tua recensione è di nuovo visibile')).toBeTruthy()
    expect(server.to(ownDecisions)).toHaveLength(2)
  })

  it('show that there are none', async () => {
    renderApp('/decisions', { ...signedInAs(giulia), [ownDecisions]: ok([]) })
    expect(await screen.findByText('Finora nessuna decisione ti riguarda.')).toBeTruthy()
  })
  it('show that they are loading', async () => {
    renderApp('/decisions', { ...signedInAs(giulia), [ownDecisions]: neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('show an error', async () => {
    renderApp('/decisions', { ...signedInAs(giulia), [ownDecisions]: failure(500, 'boom') })
    expect(await screen.findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })

  it('R-37: are reached from the user menu', async () => {
    const { user, at } = renderApp('/decisions', { ...signedInAs(giulia), [ownDecisions]: ok([]) })
    await user.click(await screen.findByRole('button', { name: /^Menu di/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Decisioni che ti riguardano' }))
    expect(at()).toBe('/decisions')
  })
})

describe('yearly moderation statistics', () => {
  const statistics: Transparency = {
    year: 2026,
    years: [2026, 2025, 2024],
    notices: { flags: 12, disputes: 1 },
    answers: { upheld: 7, rejected: 4, closed: 2, void: 0 },
    medianMinutes: 130,
    actions: { held: 3, hidden: 5, removed: 2, restored: 1 },
    grounds: [{ ground: 'FAKE', count: 6 }],
    overturned: 1,
    appeals: { received: 6, upheld: 3, partly: 1, overturned: 2 },
    automated: { decided: 3, detected: 4, reversed: 2 },
  }
  const answers = (year: string, body: unknown) => ({ ...visitor, [`GET /api/transparency/${year}`]: ok(body) })

  it('are public: notices, actions, response time, overturned decisions and automation', async () => {
    renderApp('/transparency', answers('current', statistics))
    expect(await screen.findByText('13')).toBeTruthy()
    for (const words of [
      '12 segnalazioni · 1 contestazione',
      '2 ore',
      '1 ripristinata',
      '2 poi annullate da una persona',
      'Contenuto falso',
    ])
      expect(screen.getByText(words)).toBeTruthy()
    const outcomes = within(screen.getByRole('figure', { name: 'Come abbiamo risposto' }))
    expect(
      outcomes.getByText('Il valore più alto è 7 (Accolte), il più basso 0 (Superate da un’altra decisione).'),
    ).toBeTruthy()
    expect(outcomes.getByRole('row', { name: 'Respinte 4' })).toBeTruthy()
  })

  it('can be shown for an earlier year', async () => {
    const nought = { ...statistics, year: 2025, medianMinutes: null, grounds: [] }
    const { user } = renderApp('/transparency', { ...answers('current', statistics), ...answers('2025', nought) })
    const years = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Anno' })
    expect([...years.options].map(({ value }) => value)).toEqual(['2026', '2025', '2024'])
    await user.selectOptions(years, '2025')
    expect(await screen.findByText('Nessuna risposta')).toBeTruthy()
    expect(screen.getByText('Nessuna recensione è stata limitata.')).toBeTruthy()
  })

  it('are those of the current year if the address names none', async () => {
    const { server } = renderApp('/transparency?year=futuro', answers('current', statistics))
    expect(await screen.findByText('13')).toBeTruthy()
    expect(server.to('GET /api/transparency/current')).toHaveLength(1)
  })
})
