// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ModeratedFlag } from '../../../../../web/contract/moderation/cases.ts'
import { moderated, noon, review } from '../../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, ok } from '../../support/stub-server.ts'

const received = 'GET /api/reviews/target/BUSINESS/locanda'
const full: Answers = {
  ...signedInAs(locanda),
  [received]: ok([{ ...review, flagged: true }]),
  'GET /api/disputes': ok([]),
  'GET /api/appeals/mine': ok([]),
}

describe('a review the user has flagged (B-28, R-74)', () => {
  it('shows that instead of the button, to a business', async () => {
    renderApp('/ratings', full)
    const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
    expect(row.getByText('Segnalata da te')).toBeTruthy()
    expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['Rispondi', 'Contesta'])
  })

  it('shows that to a client on the business page', async () => {
    renderApp('/business/locanda', {
      ...full,
      ...signedInAs(giulia),
      'GET /api/favorites': ok([]),
      'GET /api/businesses/locanda': ok({
        id: 'locanda',
        businessName: 'Locanda del Borgo',
        businessType: 'bnb',
        location: 'Siena',
        province: 'SI',
        provinceName: 'Siena',
        businessPhoto: null,
        theForkRating: null,
        avgScore: 4,
        totalReviews: 1,
        isPremium: false,
        disputes: { reviews: 1, opened: 0, won: 0, lost: 0, waiting: 0 },
        scores: {
          asOf: '2026-11-20',
          inForce: { average: 4, opinions: 1 },
          all: { average: 4, opinions: 1 },
          exclusions: [],
        },
      }),
    })
    expect(await screen.findByText('Segnalata da te')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Segnala' })).toBeNull()
  })

  it('takes the focus after the flag is sent', async () => {
    let sent = false
    const { user } = renderApp('/ratings', {
      ...full,
      [received]: () => ok([{ ...review, flagged: sent }]),
      'POST /api/reviews/review-1/flag': () => {
        sent = true
        return created({
          id: 'f',
          reviewId: 'review-1',
          reason: 'FAKE',
          note: null,
          status: 'PENDING',
          createdAt: noon,
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Segnala' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'FAKE')
    await user.click(dialog.getByRole('button', { name: 'Invia segnalazione' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Segnalata da te'))
  })
})

describe('the flag count on a moderator’s card (R-76)', () => {
  const cardWith = async (...statuses: readonly ModeratedFlag['status'][]) => {
    const [flag] = moderated.flags
    const flags = statuses.map((status, index) => ({ ...flag, id: `flag-${index}`, status }))
    renderApp('/admin/reviews?view=reviews', {
      ...signedInAs(moderator),
      'GET /api/admin/reviews': ok([{ ...moderated, flagsCount: flags.length, flags }]),
    })
    const list = await screen.findByRole('list', { name: 'Segnalazioni' })
    return within(list.closest('li') as HTMLElement)
  }

  it('counts pending flags', async () => {
    const card = await cardWith('PENDING', 'DISMISSED', 'PENDING')
    expect(card.getByText('2 segnalazioni')).toBeTruthy()
    expect(card.getByText('Respinta')).toBeTruthy()
  })

  it('is zero once all are decided', async () => {
    const card = await cardWith('DISMISSED', 'UPHELD')
    expect(card.queryByText(/\d segnalazion/)).toBeNull()
  })
})
