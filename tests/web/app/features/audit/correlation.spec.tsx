// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { placedEvents } from '../../../../../web/app/features/audit/causation-layout.ts'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import type { ResponseOf } from '../../../../../web/app/shared/api.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

type CorrelatedEvent = ResponseOf<'correlation'>['roots'][number]

const auditor: User = { ...locanda, staffRoles: ['REVISORE'], permissions: ['audit'] }
const at = '/admin/audit/correlations/request-1'
const correlation = 'GET /api/audit/correlations/request-1'
const event = (type: string, ...children: readonly CorrelatedEvent[]): CorrelatedEvent => ({
  id: `id-${type}`,
  stream: `stream-${type}`,
  type,
  at: '2026-03-02T09:00:00.000Z',
  causationId: null,
  children,
})
/** A review that was counted, which moved a score and earned AVA, and a rating of the same request. */
const roots = [event('Written', event('Counted', event('Scored')), event('Earned')), event('Rated')]
const withRoots = (all: readonly CorrelatedEvent[]) => ({
  ...signedInAs(auditor),
  [correlation]: ok({ id: 'request-1', roots: all }),
})
const focused = () => document.activeElement?.textContent

describe('D-49: the causation tree as a graph', () => {
  it('is for auditors only, and asks nothing for others', async () => {
    const { server } = renderApp(at, signedInAs(moderator))
    expect(await screen.findByText('Questa pagina è riservata ai revisori.')).toBeTruthy()
    expect(server.to(correlation)).toEqual([])
  })

  it('shows a placeholder, an error with a retry, and that there is nothing', async () => {
    let fails = true
    const { user } = renderApp(at, {
      ...signedInAs(auditor),
      [correlation]: () => (fails ? failure(503, 'Riprova tra poco.') : ok({ id: 'request-1', roots: [] })),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a caricare le conseguenze.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Questa richiesta non ha prodotto eventi.')).toBeTruthy()
  })

  it('shows a placeholder while it loads', async () => {
    renderApp(at, { ...signedInAs(auditor), [correlation]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('places each event below its cause, before what its later siblings led to', () =>
    expect(placedEvents(roots).map(({ type, level, cause }) => [type, level, cause])).toEqual([
      ['Written', 1, null],
      ['Counted', 2, 0],
      ['Scored', 3, 1],
      ['Earned', 2, 0],
      ['Rated', 1, null],
    ]))

  it('is a tree with levels, whose events lead to their pages', async () => {
    renderApp(at, withRoots(roots))
    const tree = within(await screen.findByRole('tree', { name: /^Albero di 5 eventi\./ }))
    expect(tree.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'))).toEqual([
      '1',
      '2',
      '3',
      '2',
      '1',
    ])
    const scored = tree.getByRole('treeitem', { name: 'Scored stream-Scored' })
    expect(scored.getAttribute('href')).toBe('/admin/audit/events/id-Scored')
    expect(document.querySelectorAll('svg[role="tree"] > path')).toHaveLength(3)
  })

  it('is one stop of the Tab key, and walked with the arrow keys', async () => {
    const { user } = renderApp(at, withRoots(roots))
    const [first] = await screen.findAllByRole('treeitem')
    expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('tabindex'))).toEqual([
      '0',
      '-1',
      '-1',
      '-1',
      '-1',
    ])
    first?.focus()
    for (const [key, name] of [
      ['{ArrowUp}', 'Written'],
      ['{ArrowRight}', 'Counted'],
      ['{ArrowDown}', 'Scored'],
      ['{ArrowRight}', 'Scored'],
      ['{ArrowLeft}', 'Counted'],
      ['{End}', 'Rated'],
      ['{ArrowLeft}', 'Rated'],
      ['{ArrowDown}', 'Rated'],
      ['{Home}', 'Written'],
    ] as const) {
      await user.keyboard(key)
      expect([key, focused()?.split(' ')[0]]).toEqual([key, name])
    }
  })

  it('has a table with the same content', async () => {
    const { user } = renderApp(at, withRoots(roots))
    await user.click(await screen.findByText('Mostra come tabella'))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows[1]?.textContent).toMatch(/^Writtenstream-Written.*Nessun altro evento$/)
    expect(rows[3]?.textContent).toMatch(/^Scoredstream-Scored.*Counted, stream-Counted$/)
  })

  it('draws 200 events at first, and more on request', async () => {
    const { user } = renderApp(at, withRoots(Array.from({ length: 450 }, (_, n) => event(`E${n}`))))
    expect(await screen.findAllByRole('treeitem')).toHaveLength(200)
    await user.click(screen.getByRole('button', { name: 'Mostra altri 200' }))
    expect(screen.getAllByRole('treeitem')).toHaveLength(400)
    await user.click(screen.getByRole('button', { name: 'Mostra altri 50' }))
    expect(screen.getAllByRole('treeitem')).toHaveLength(450)
  })
})
