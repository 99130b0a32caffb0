// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { PublicProfile } from '../../../../../web/contract/accounts/businesses.ts'
import { addDays, todayInRome } from '../../../../../web/app/shared/format.ts'
import { analyticsWithoutPremium } from '../../support/analytics.ts'
import { locanda, signedInAs, visitor } from '../../support/people.ts'
import { locandaProfile } from '../../support/fixtures.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const profile: PublicProfile = { ...locandaProfile, totalReviews: 120 }
const call = 'GET /api/businesses/locanda/score-history'
const businessPage = (business: PublicProfile, history: Answers[string] = neverAnswers): Answers => ({
  ...visitor,
  'GET /api/businesses/locanda': ok(business),
  'GET /api/reviews/target/BUSINESS/locanda': ok([]),
  [call]: history,
})

/** Opens the section, as a browser does when its title is clicked. */
const openSection = async () => {
  const title = await screen.findByText('Il punteggio nel tempo')
  const section = title.closest('details') as HTMLDetailsElement
  section.open = true
  fireEvent(section, new Event('toggle'))
}

describe('the score over time on a business page', () => {
  it('is loaded when its section is opened', async () => {
    const history = [
      { month: '2026-09-01', average: 4.2 },
      { month: '2026-10-01', average: 4.4 },
    ]
    const { server } = renderApp('/business/locanda', businessPage(profile, ok(history)))
    await screen.findByText('Il punteggio nel tempo')
    expect(server.to(call)).toEqual([])
    await openSection()
    const chart = within(await screen.findByRole('figure', { name: 'Punteggio alla fine di ogni mese' }))
    expect(
      await chart.findByText('Punteggio: da 4,2 (settembre 2026) a 4,4 (ottobre 2026), minimo 4,2, massimo 4,4.'),
    ).toBeTruthy()
  })

  it('says when there are too few reviews for it', async () => {
    renderApp('/business/locanda', businessPage(profile, ok([])))
    await openSection()
    expect(
      await screen.findByText('Il grafico compare dopo un mese in cui contano almeno cinque recensioni.'),
    ).toBeTruthy()
  })

  it('says that it cannot be loaded', async () => {
    renderApp('/business/locanda', businessPage(profile, failure(503, 'Riprova tra poco.')))
    await openSection()
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
  })

  it('is missing without reviews', async () => {
    renderApp('/business/locanda', businessPage({ ...profile, totalReviews: 0 }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Locanda del Borgo' })).toBeTruthy()
    expect(screen.queryByText('Il punteggio nel tempo')).toBeNull()
  })
})

describe('the score over time on the dashboard', () => {
  it('Q-112: shows every business the last twelve months, with the way to the analytics', async () => {
    const { server } = renderApp('/dashboard', {
      ...signedInAs(locanda),
      'GET /api/businesses/locanda': ok(profile),
      'GET /api/analytics': ok(analyticsWithoutPremium),
    })
    const chart = within(await screen.findByRole('figure', { name: 'Ultimi 12 mesi' }))
    expect(await chart.findByText(/^Punteggio: da 4,1 .* a 4,4/)).toBeTruthy()
    expect(chart.getByRole('link', { name: 'Apri le analisi' }).getAttribute('href')).toBe('/analytics?period=365')
    const today = todayInRome()
    expect(server.to('GET /api/analytics')[0]?.query).toBe(`?from=${addDays(today, -364)}&to=${today}`)
  })
})
