// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { locandaProfile } from '../../support/fixtures.ts'
import { locanda as business, giulia, signedInAs, visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const list = 'GET /api/favorites'
const page: Answers = {
  'GET /api/businesses/locanda': ok(locandaProfile),
  'GET /api/reviews/target/BUSINESS/locanda': ok([]),
}

describe('the favourites page (R-40, Q-31)', () => {
  it('lists saved businesses with links to their pages', async () => {
    renderApp('/favorites', { ...signedInAs(giulia), [list]: ok([locandaProfile]) })
    const item = within(await screen.findByRole('main'))
    const link = await item.findByRole('link', { name: 'Locanda del Borgo' })
    expect(link.getAttribute('href')).toBe('/business/locanda')
    for (const words of ['B&B', 'Via del Corso 12, Roma (RM)', '4,5']) expect(item.getByText(words)).toBeTruthy()
  })

  it('explains how to save one when empty', async () => {
    renderApp('/favorites', { ...signedInAs(giulia), [list]: ok([]) })
    expect(await screen.findByText(/Non hai ancora salvato nessuna attività/)).toBeTruthy()
  })

  it('shows that it is loading', async () => {
    renderApp('/favorites', { ...signedInAs(giulia), [list]: neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('shows an error and can be reloaded', async () => {
    let asked = 0
    const { user } = renderApp('/favorites', {
      ...signedInAs(giulia),
      [list]: () => (++asked === 1 ? failure(500, 'boom') : ok([locandaProfile])),
    })
    await screen.findByText('Non riusciamo a mostrare i tuoi preferiti.')
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('link', { name: 'Locanda del Borgo' })).toBeTruthy()
  })

  it('removes one from the list', async () => {
    let saved = [locandaProfile]
    const drop = () => {
      saved = []
      return noContent
    }
    const { user, server } = renderApp('/favorites', {
      ...signedInAs(giulia),
      [list]: () => ok(saved),
      'DELETE /api/favorites/locanda': drop,
    })
    await user.click(await screen.findByRole('button', { name: 'Togli dai preferiti Locanda del Borgo' }))
    expect(await screen.findByText(/Non hai ancora salvato nessuna attività/)).toBeTruthy()
    expect(server.to('DELETE /api/favorites/locanda')).toHaveLength(1)
  })
})

describe('saving a favourite on the page of a business', () => {
  it('Q-31: is possible for a client', async () => {
    let saved: readonly (typeof locandaProfile)[] = []
    const save = () => {
      saved = [locandaProfile]
      return noContent
    }
    const answers = { ...signedInAs(giulia), ...page, [list]: () => ok(saved), 'PUT /api/favorites/locanda': save }
    const { user } = renderApp('/business/locanda', answers)
    await user.click(await screen.findByRole('button', { name: 'Salva tra i preferiti Locanda del Borgo' }))
    expect(await screen.findByRole('button', { name: 'Togli dai preferiti Locanda del Borgo' })).toBeTruthy()
    expect(screen.getByText('Attività salvata tra i preferiti')).toBeTruthy()
  })

  it('shows a failure', async () => {
    const answers = {
      ...signedInAs(giulia),
      ...page,
      [list]: ok([]),
      'PUT /api/favorites/locanda': failure(500, 'boom'),
    }
    const { user } = renderApp('/business/locanda', answers)
    await user.click(await screen.findByRole('button', { name: /Salva tra i preferiti/ }))
    expect(await screen.findByText('Non siamo riusciti ad aggiornare i tuoi preferiti.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Salva tra i preferiti/ })).toBeTruthy()
  })

  it.each([
    ['a visitor', visitor],
    ['a business', signedInAs({ ...business, id: 'altra' })],
  ])('is not offered to %s, whose favourites are not requested', async (_, who) => {
    const { server } = renderApp('/business/locanda', { ...who, ...page })
    await screen.findByRole('heading', { name: 'Locanda del Borgo' })
    expect(screen.queryByRole('button', { name: /preferiti/ })).toBeNull()
    expect(server.to(list)).toEqual([])
  })
})
