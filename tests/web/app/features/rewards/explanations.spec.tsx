// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type {
  RewardExplanation,
  StandingMetrics,
  StandingExplanation,
} from '../../../../../web/contract/rewards/rewards.ts'
import { reward, standing } from '../../support/fixtures.ts'
import { giulia, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const metrics: StandingMetrics = {
  average: 4.5,
  total: 4,
  fiveStars: 2,
  providers: 3,
  fiveStarProviders: 2,
  tier: 'trusted',
  cross: false,
  elite: 'locked',
}
const standingExplanation: StandingExplanation = {
  asOf: '2026-11-20',
  now: metrics,
  rules: [{ rule: 'B-21', version: 1 }],
  milestones: [{ to: 'trusted', day: '2026-11-04', rule: 'B-24', ruleVersion: 1, ratings: 3 }],
  goals: [
    {
      to: 'cross',
      reached: false,
      percent: 2,
      venues: 5,
      ratings: null,
      average: null,
      missing: { of: 'venues', amount: 3 },
      withheld: false,
    },
    {
      to: 'elite',
      reached: false,
      percent: 5,
      venues: 10,
      ratings: null,
      average: null,
      missing: { of: 'venues', amount: 8 },
      withheld: false,
    },
    { to: 'trusted', reached: true, percent: 15, venues: null, ratings: 3, average: 4, missing: null, withheld: false },
    {
      to: 'top',
      reached: false,
      percent: 20,
      venues: null,
      ratings: 5,
      average: 4.5,
      missing: { of: 'ratings', amount: 1 },
      withheld: false,
    },
  ],
  ratings: [
    {
      id: 'r1',
      stars: 5,
      day: '2026-11-03',
      precision: 'day',
      firstOfVenue: true,
      without: { ...metrics, average: 4.33, total: 3, fiveStarProviders: 1 },
    },
    {
      id: 'r2',
      stars: 4,
      day: '2026-11-01',
      precision: 'month',
      firstOfVenue: null,
      without: { ...metrics, average: 3.5, tier: 'new' },
    },
  ],
  others: 2,
  withFiveMore: { ...metrics, average: 4.6, tier: 'top', fiveStarProviders: 3 },
}
const client: Answers = {
  ...signedInAs(giulia),
  'GET /api/rewards': ok([reward]),
  'GET /api/standing': ok(standing),
  'GET /api/standing/why': ok(standingExplanation),
}

describe('a client’s explanation of the score', () => {
  const opened = async (answers: Answers = client) => {
    const { user } = renderApp('/rewards', answers)
    await user.click(await screen.findByRole('button', { name: 'Perché questo punteggio' }))
    return within(await screen.findByRole('dialog', { name: 'Perché questo punteggio' }))
  }

  it('B-21, B-24: shows rules, milestones with dates and what is missing', async () => {
    const dialog = await opened()
    expect(await dialog.findByText('Media 4,50 su 4 valutazioni')).toBeTruthy()
    expect(dialog.getByText('Mancano valutazioni da cinque stelle di altre 3 strutture.')).toBeTruthy()
    expect(dialog.getByText('Raggiunto il 4 novembre 2026 con 3 valutazioni (versione 1 della regola).')).toBeTruthy()
    expect(dialog.getByText('Manca 1 valutazione.')).toBeTruthy()
    expect(dialog.getByText(/con sconti fino al 20%: almeno 5 valutazioni con media 4,5\./)).toBeTruthy()
  })

  it('Q-64: shows that a withheld bonus waits, and no missing venue', async () => {
    const goals = standingExplanation.goals.map((goal) =>
      goal.to === 'elite' ? { ...goal, missing: null, withheld: true } : goal,
    )
    const dialog = await opened({ ...client, 'GET /api/standing/why': ok({ ...standingExplanation, goals }) })
    const elite = (await dialog.findByText(/^Bonus Elite/)).closest('li')
    expect(elite?.textContent).toContain(
      'Hai già le valutazioni che servono: il bonus ti sarà assegnato quando l’email sarà confermata e non avrai avvisi o sanzioni in vigore.',
    )
    expect(elite?.textContent).not.toMatch(/Manca|Raggiunto/)
  })

  it('shows what one rating less or more would change', async () => {
    const dialog = await opened()
    expect(
      await dialog.findByText(
        'la media passerebbe da 4,50 a 4,60, le strutture da cinque stelle passerebbero da 2 a 3, saresti Cliente Top.',
      ),
    ).toBeTruthy()
    expect(dialog.getByText(/Se non contasse: la media passerebbe da 4,50 a 3,50, torneresti Cliente\./)).toBeTruthy()
  })

  it('Q-46: shows neither names nor hours, and counts the omitted ratings', async () => {
    const dialog = await opened()
    expect(await dialog.findByText('Soggiorno del 3 novembre 2026')).toBeTruthy()
    expect(dialog.getByText('Soggiorno di novembre 2026')).toBeTruthy()
    expect(dialog.getByText(/2 altre valutazioni contano/)).toBeTruthy()
    expect(dialog.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  })

  it('shows a failure and can retry', async () => {
    const dialog = await opened({ ...client, 'GET /api/standing/why': failure(503, 'Riprova tra poco.') })
    expect(await dialog.findByText('Riprova tra poco.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Riprova' })).toBeTruthy()
  })

  it('is hidden before the first rating', async () => {
    const nothing = { ...metrics, average: 0, total: 0, tier: 'new' as const }
    const empty = {
      ...standingExplanation,
      now: nothing,
      ratings: [],
      others: 0,
      withFiveMore: nothing,
      milestones: [],
    }
    const dialog = await opened({ ...client, 'GET /api/standing/why': ok(empty) })
    expect(await dialog.findByText(/Non hai ancora valutazioni/)).toBeTruthy()
  })

  it('B-23: explains a code with its evidence', async () => {
    const why: RewardExplanation = {
      code: reward.code,
      rule: 'FIRST_REVIEW_2',
      ruleVersion: 1,
      percent: 2,
      required: 1,
      issuedOn: '2026-11-20',
      expiresOn: '2027-11-20',
      status: 'active',
      revokedOn: null,
      evidence: [{ id: 'review-1', kind: 'review', day: '2026-11-20', precision: 'day', stands: true, needed: true }],
    }
    const { user } = renderApp('/rewards', { ...client, [`GET /api/rewards/${reward.code}/why`]: ok(why) })
    await user.click(await screen.findByRole('button', { name: 'Perché l’ho avuta' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Perché hai avuto ${reward.code}` }))
    expect(await dialog.findByText('La tua recensione del 20 novembre 2026')).toBeTruthy()
    expect(dialog.getByText('Se non contasse, il codice verrebbe revocato')).toBeTruthy()
    expect(dialog.getByText('Assegnata il 20 novembre 2026, con la versione 1 della regola.')).toBeTruthy()
  })
})
