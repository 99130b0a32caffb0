// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { moderated, noon } from '../../support/fixtures.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, ok } from '../../support/stub-server.ts'

const suggested = {
  ground: 'FAKE',
  facts: 'È stata segnalata per contenuto falso.',
  grounds: ['FAKE', 'HARASSMENT'],
  violations: ['SPAM', 'HARASSMENT'],
}
const cleared = {
  ground: 'NO_VIOLATION',
  facts: 'Non ha trovato violazioni.',
  grounds: ['NO_VIOLATION'],
  violations: [],
}
/** Version of the review, sent with a decision. */
const seenVersion = moderated.version
const full: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/reviews': ok([moderated]),
  'GET /api/admin/reviews/review-1/reasons': ({ query }) => ok(query.includes('RESTORED') ? cleared : suggested),
}
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((option) => option.getAttribute('value'))

describe('the reasons form of a decision', () => {
  it('A-44: suggests reasons that can be edited, and names the violation', async () => {
    const { user, server } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'PATCH /api/admin/reviews/review-1/moderate': ok({ ...moderated, moderationStatus: 'REMOVED' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Rimuovi' }))
    const dialog = within(await screen.findByRole('dialog'))
    const facts = await dialog.findByDisplayValue(suggested.facts)
    expect(dialog.getByText(`${suggested.facts.length}/2000`)).toBeTruthy()
    const ground = dialog.getByRole('combobox', { name: 'Motivo' })
    expect((ground as HTMLSelectElement).value).toBe('FAKE')
    expect(optionsOf(ground)).toEqual(['FAKE', 'HARASSMENT'])
    expect(optionsOf(dialog.getByRole('combobox', { name: /Violazione/ }))).toEqual(['', 'SPAM', 'HARASSMENT'])
    await user.selectOptions(ground, 'HARASSMENT')
    await user.selectOptions(dialog.getByRole('combobox', { name: /Violazione/ }), 'HARASSMENT')
    await user.clear(facts)
    await user.type(facts, 'Minaccia il personale.')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    await screen.findByText('Decisione registrata')
    expect(server.to('PATCH /api/admin/reviews/review-1/moderate')[0]?.body).toEqual({
      moderationStatus: 'REMOVED',
      ground: 'HARASSMENT',
      facts: 'Minaccia il personale.',
      violation: 'HARASSMENT',
      seenVersion,
    })
  })

  it('A-44: requires no rule or violation for a restoration', async () => {
    const { user } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'GET /api/admin/reviews': ok([
        { ...moderated, moderationStatus: 'HIDDEN', allowedVerdicts: ['ACTIVE'], flags: [], flagsCount: 0 },
      ]),
    })
    await user.click(await screen.findByRole('button', { name: 'Ripristina' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByDisplayValue(cleared.facts)).toBeTruthy()
    expect(dialog.queryByRole('combobox')).toBeNull()
  })

  it('shows the second of two simultaneous moderators what changed, and reloads', async () => {
    const what = 'la recensione è stata nascosta'
    const { user, server } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'PATCH /api/admin/reviews/review-1/moderate': {
        status: 409,
        body: { message: 'Il caso è cambiato.', code: 'MatterChanged', changes: [{ at: noon, what }] },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Rimuovi' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma' }))
    const alert = within(await within(await screen.findByRole('dialog')).findByRole('alert'))
    expect(alert.getByText(new RegExp(what))).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Ricarica' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.to('GET /api/admin/reviews').length).toBeGreaterThan(1)
  })
})
