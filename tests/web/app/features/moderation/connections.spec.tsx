// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionGraph, SharedIdentifier } from '../../../../../web/contract/moderation/connections.ts'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import { labelLines, layoutOf } from '../../../../../web/app/features/moderation/connections/graph-layout.ts'
import { moderatedSanction } from '../../support/sanctions.ts'
import { giulia, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const [january, march, may] = ['2026-01-10T09:00:00.000Z', '2026-03-10T09:00:00.000Z', '2026-05-10T09:00:00.000Z']
const use = { until: null, registered: false, remembered: true, adoptedFrom: [] }
const telephone: SharedIdentifier = {
  kind: 'phone',
  accountCount: 23,
  connectedAt: march,
  accounts: [
    { ...use, accountId: 'giulia', name: 'Giulia Bianchi', accountKind: 'client', since: january, registered: true },
    {
      ...use,
      accountId: 'borgo',
      name: 'Locanda Nuova',
      accountKind: 'business',
      since: march,
      until: may,
      adoptedFrom: ['giulia'],
    },
  ],
}
const graph: ConnectionGraph = {
  accounts: [
    { accountId: 'giulia', name: 'Giulia Bianchi', kind: 'client', steps: 0, openCases: [] },
    {
      accountId: 'borgo',
      name: 'Locanda Nuova',
      kind: 'business',
      steps: 1,
      openCases: [{ caseId: 'review-9', kind: 'FLAG' }],
    },
    { accountId: 'luca', name: null, kind: 'client', steps: 2, openCases: [] },
  ],
  identifiers: [
    { n: 1, kind: 'phone' },
    { n: 2, kind: 'mailbox' },
  ],
  uses: [
    { ...use, accountId: 'giulia', identifier: 1, since: january, registered: true },
    { ...use, accountId: 'borgo', identifier: 1, since: march, until: may, adoptedFrom: ['giulia'] },
    { ...use, accountId: 'borgo', identifier: 2, since: march },
    { ...use, accountId: 'luca', identifier: 2, since: may, until: may, remembered: false },
  ],
  cut: false,
}
const answers: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/connections': ok([telephone]),
  'GET /api/admin/connections/giulia': ok(graph),
}
const open = (path = '/admin/collegamenti', more: Answers = {}) => renderApp(path, { ...answers, ...more })
const openGraph = async (more: Answers = {}) => {
  const app = open('/admin/collegamenti?account=giulia', more)
  await screen.findByRole('heading', { level: 1, name: 'Collegamenti di Giulia Bianchi' })
  return app
}
/** State of each use in the table. */
const states = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent)

const welcomeMotion = (welcome: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: !welcome }))
afterEach(() => vi.useRealTimers())

describe('the list of connections (Q-123)', () => {
  it('shows who shares what and since when, without numbers and addresses', async () => {
    open()
    expect(await screen.findByText('Telefono')).toBeTruthy()
    expect(screen.getByText('23 account')).toBeTruthy()
    expect(screen.getByText('Collegati dal 10 marzo 2026')).toBeTruthy()
    expect(screen.getByText('Dal 10 gennaio 2026 · indicato alla registrazione')).toBeTruthy()
    expect(
      screen.getByText('Dal 10 marzo 2026 al 10 maggio 2026 · preso dopo Giulia Bianchi, non collega'),
    ).toBeTruthy()
    expect(screen.getByText('e altri 21 account')).toBeTruthy()
  })

  it('can be limited to a kind', async () => {
    const { user, server } = open()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Mostra' }), 'Dispositivi')
    await waitFor(() =>
      expect(server.to('GET /api/admin/connections').map(({ query }) => query)).toEqual([
        '?limit=30',
        '?limit=30&kind=device',
      ]),
    )
  })

  it('says that it loads', async () => {
    open(undefined, { 'GET /api/admin/connections': neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('says that there is none', async () => {
    open(undefined, { 'GET /api/admin/connections': ok([]) })
    expect(await screen.findByText('Nessun account è collegato ad altri.')).toBeTruthy()
  })

  it('says why it failed', async () => {
    open(undefined, { 'GET /api/admin/connections': failure(503, 'Riprova tra poco.') })
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
  })

  it('is closed to others', async () => {
    open(undefined, signedInAs(giulia))
    expect(await screen.findByText('Questa pagina è riservata ai moderatori.')).toBeTruthy()
  })

  it('leads to the graph of an account', async () => {
    const { user, address } = open()
    await user.click(await screen.findByRole('link', { name: 'Giulia Bianchi' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Collegamenti di Giulia Bianchi' })).toBeTruthy()
    expect(address()).toBe('/admin/collegamenti?account=giulia')
  })
})

describe('the graph of an account (Q-123)', () => {
  it('has the same content as a drawing and as a table', async () => {
    await openGraph()
    expect(screen.getByRole('img', { name: /3 account e 2 identificativi/ })).toBeTruthy()
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Giulia Bianchitelefono10 gennaio 2026–In usoindicato alla registrazione',
      'Locanda Nuovatelefono10 marzo 202610 maggio 2026Non più in usopreso dopo Giulia Bianchi, non collega',
      'Locanda Nuovacasella e-mail10 marzo 2026–In uso',
      'Account senza nomecasella e-mail10 maggio 202610 maggio 2026Non più in usolasciato da più di un anno, non collega più',
    ])
  })

  it('goes back in time: connections appear when they began and fade when they ended', async () => {
    const { user } = await openGraph()
    await user.click(screen.getByRole('button', { name: 'Indietro' }))
    await user.click(screen.getByRole('button', { name: 'Indietro' }))
    expect(screen.getByRole('slider', { name: 'Data' }).getAttribute('aria-valuetext')).toBe('10 marzo 2026')
    expect(states()).toEqual(['In uso', 'In uso', 'In uso', 'Non ancora'])
    fireEvent.change(screen.getByRole('slider', { name: 'Data' }), { target: { value: '1' } })
    expect(screen.getByRole('img', { name: /11 gennaio 2026: 1 account e 1 identificativo/ })).toBeTruthy()
    expect(states()).toEqual(['In uso', 'Non ancora', 'Non ancora', 'Non ancora'])
  })

  it('plays the changes one after the other', async () => {
    welcomeMotion(true)
    await openGraph()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Riproduci' }))
    expect(states()).toEqual(['In uso', 'Non ancora', 'Non ancora', 'Non ancora'])
    for (let change = 0; change < 3; change++) await vi.advanceTimersByTimeAsync(1_300)
    vi.useRealTimers()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Riproduci' })).toBeTruthy())
    expect(states()).toEqual(['In uso', 'Non più in uso', 'In uso', 'Non più in uso'])
  })

  it('does not play by itself for people who prefer less motion', async () => {
    welcomeMotion(false)
    await openGraph()
    expect(screen.queryByRole('button', { name: 'Riproduci' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Indietro' })).toBeTruthy()
  })

  it('leads to sanctions, open cases and connections of each account', async () => {
    await openGraph()
    const links = within(screen.getByRole('region', { name: 'Gli account' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/reviews?view=sanctions&user=giulia',
      '/admin/collegamenti?account=borgo',
      '/admin/reviews?view=sanctions&user=borgo',
      '/admin/reviews?case=review-9',
      '/admin/collegamenti?account=luca',
      '/admin/reviews?view=sanctions&user=luca',
    ])
  })

  it('says that more accounts are connected than it shows', async () => {
    await openGraph({ 'GET /api/admin/connections/giulia': ok({ ...graph, cut: true }) })
    expect(screen.getByText('Il grafico mostra i 3 account più vicini; ce ne sono altri.')).toBeTruthy()
  })

  it('says that an account is connected with no other', async () => {
    const alone = { ...graph, accounts: graph.accounts.slice(0, 1), identifiers: [], uses: [] }
    await openGraph({ 'GET /api/admin/connections/giulia': ok(alone) })
    expect(screen.getByText('Questo account non è collegato ad altri.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('Q-128: is not shown to a moderator whom it concerns', async () => {
    const own = failure(403, 'Sei parte in causa: deve decidere un altro moderatore.', 'OwnMatter')
    open('/admin/collegamenti?account=giulia', { 'GET /api/admin/connections/giulia': own })
    expect(await screen.findByText('Sei parte in causa: deve decidere un altro moderatore.')).toBeTruthy()
  })
})

describe('the sanctions of an account', () => {
  it('are reached from its connections and lead back to them', async () => {
    const { server } = open('/admin/reviews?view=sanctions&user=giulia', {
      'GET /api/admin/queue': ok({ items: [], nextCursor: null }),
      'GET /api/admin/sanctions': ok([moderatedSanction]),
    })
    const link = await screen.findByRole('link', { name: 'Account collegati' })
    expect(link.getAttribute('href')).toBe('/admin/collegamenti?account=giulia')
    expect(server.to('GET /api/admin/sanctions').map(({ query }) => query)).toEqual(['?limit=30&userId=giulia'])
    expect(screen.getByRole('link', { name: 'Mostra quelle di tutti' })).toBeTruthy()
  })
})

describe('the layout of the graph', () => {
  it('is the same for the same graph, with every node at its own place', () => {
    const { positions } = layoutOf(graph)
    expect(layoutOf(graph).positions).toEqual(positions)
    expect(positions.size).toBe(5)
    expect(new Set([...positions.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(5)
  })

  it('leaves room for the labels of a hundred accounts', () => {
    const accounts = Array.from({ length: 100 }, (_, n) => ({ ...graph.accounts[0], accountId: `a${n}` }))
    const uses = accounts.map(({ accountId }) => ({ ...use, accountId, identifier: 1, since: january }))
    const points = [...layoutOf({ accounts, uses } as unknown as ConnectionGraph).positions.values()]
    const distances = points.flatMap((one, n) =>
      points.slice(n + 1).map(({ x, y }) => Math.hypot(one.x - x, one.y - y)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(40)
  })

  it('splits long names into two lines', () => {
    expect(labelLines('Ana Bianchi')).toEqual(['Ana Bianchi'])
    expect(labelLines('Albergo Ristorante Belvedere')).toEqual(['Albergo', 'Ristorante Be…'])
  })
})
