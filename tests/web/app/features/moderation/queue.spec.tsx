// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { moderated, noon, queued } from '../../support/fixtures.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, noContent, ok } from '../../support/stub-server.ts'

const second = { ...queued, caseId: 'case-2', targetId: 'review-2', summary: 'Un’altra recensione da 1 stella' }
const counts = { flags: 2, disputes: 3, appeals: 0, held: 0, overdue: 1 }
const page = (items: readonly unknown[]) => ok({ items, nextCursor: null, counts })
const { summary: _, others: __, ...first } = queued
const file = {
  ...first,
  ownMatter: false,
  closedAt: null,
  appealedDecisionId: null,
  replayId: 'case-1',
  outcome: null,
  others: [{ caseId: 'case-9', kind: 'DISPUTE', claimedByName: 'Marta' }],
  review: moderated,
  dispute: null,
  statements: [],
  contest: null,
  sanction: null,
  flagging: null,
  author: { name: 'Giulia Bianchi', written: 4, hidden: 1, removed: 0, sanctions: [] },
  timeline: [{ at: noon, what: 'Segnalazione ricevuta', by: 'altro', byName: 'Hotel Aurora' }],
}
const full: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/queue': page([queued, second]),
  'GET /api/admin/cases/case-1': ok(file),
  'GET /api/admin/cases/case-2': ok({ ...file, caseId: 'case-2' }),
}
const openers = () => screen.findAllByRole('button', { name: 'Esamina' })
const focused = () => document.activeElement

describe('the keyboard shortcuts of the queue', () => {
  it('move through the cases by j, k and, with focus, the arrow keys', async () => {
    const { user } = renderApp('/admin/reviews', full)
    const [one, two] = await openers()
    await user.keyboard('{ArrowDown}')
    expect(focused()).not.toBe(one)
    await user.keyboard('j')
    expect(focused()).toBe(one)
    await user.keyboard('j')
    expect(focused()).toBe(two)
    await user.keyboard('j{ArrowUp}')
    expect(focused()).toBe(one)
    await user.keyboard('{ArrowDown}k')
    expect(focused()).toBe(one)
  })

  it('have buttons that name their case for screen readers', async () => {
    renderApp('/admin/reviews', full)
    const [one] = await openers()
    const described = (one?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    expect(described.map((part) => part?.textContent).join(' ')).toContain(queued.summary)
  })

  it('claim the next case of the lane by n, open it and focus its heading', async () => {
    const { user, server } = renderApp('/admin/reviews?lane=disputes', {
      ...full,
      'POST /api/admin/queue/next': ok({ caseId: 'case-2', claimedUntil: noon }),
    })
    await openers()
    await user.keyboard('n')
    const heading = await screen.findByRole('heading', { level: 2, name: 'Segnalazione' })
    await waitFor(() => expect(focused()).toBe(heading))
    expect(server.to('POST /api/admin/queue/next').map(({ body }) => body)).toEqual([{ lane: 'disputes' }])
    expect(server.to('GET /api/admin/cases/case-2')).not.toEqual([])
  })

  it('show a message after n when no case is waiting', async () => {
    const { user } = renderApp('/admin/reviews', {
      ...full,
      'GET /api/admin/queue': page([]),
      'POST /api/admin/queue/next': failure(404, 'Nessun caso da decidere in questo elenco.', 'QueueEmpty'),
    })
    await screen.findByText('Nessun caso da decidere in questo elenco.')
    await user.keyboard('n')
    await waitFor(() =>
      expect(screen.getAllByText('Nessun caso da decidere in questo elenco.').length).toBeGreaterThan(1),
    )
  })

  it('claim and release the focused case by c', async () => {
    let claimedBy: string | null = null
    const { user, server } = renderApp('/admin/reviews', {
      ...full,
      'GET /api/admin/queue': () => page([{ ...queued, claimedBy }, second]),
      'POST /api/admin/queue/case-1/claim': () => {
        claimedBy = 'locanda'
        return ok({ claimedUntil: noon })
      },
      'POST /api/admin/queue/case-1/release': noContent,
    })
    await openers()
    await user.keyboard('c')
    expect(server.to('POST /api/admin/queue/case-1/claim')).toEqual([])
    await user.keyboard('jc')
    await screen.findByRole('button', { name: 'Rilascia' })
    await user.keyboard('c')
    await waitFor(() => expect(server.to('POST /api/admin/queue/case-1/release')).toHaveLength(1))
    expect(server.to('POST /api/admin/queue/case-2/claim')).toEqual([])
  })

  it('open the case by d, go to its decision by another d, and back with the focus by Esc', async () => {
    const { user } = renderApp('/admin/reviews', full)
    await openers()
    await user.keyboard('jjd')
    await screen.findByRole('region', { name: 'Cronologia' })
    await user.keyboard('d')
    expect(focused()?.textContent).toBe('Respingi')
    await user.keyboard('{Escape}')
    const [, two] = await openers()
    await waitFor(() => expect(focused()).toBe(two))
  })

  it('close a dialog first by Esc, and are inactive in dialogs and text fields', async () => {
    const { user, server } = renderApp('/admin/reviews?case=case-1', full)
    await screen.findByRole('region', { name: 'Cronologia' })
    await user.keyboard('d{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Respingere la segnalazione?' })
    await user.type(within(dialog).getAllByRole('textbox')[0] ?? dialog, 'no, nc')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('region', { name: 'Cronologia' })).toBeTruthy()
    expect(server.to('POST /api/admin/queue/next')).toEqual([])
    expect(server.to('POST /api/admin/queue/case-1/claim')).toEqual([])
  })

  it('are shown by ? and can be disabled', async () => {
    const { user, server } = renderApp('/admin/reviews', full)
    await openers()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Scorciatoie da tastiera' }))
    expect(dialog.getByText('Prendi in carico il prossimo caso')).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: 'Scorciatoie attive' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('jn?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.to('POST /api/admin/queue/next')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Scorciatoie da tastiera' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})

describe('a case before its decision', () => {
  it('shows the parts of its priority', async () => {
    const { user } = renderApp('/admin/reviews?case=case-1', full)
    await user.click(await screen.findByText('Perché questa priorità'))
    expect(screen.getByText('Tipo di caso').parentElement?.textContent).toBe('Tipo di caso+100')
    expect(screen.getByText('Segnalazioni in attesa').parentElement?.textContent).toBe('Segnalazioni in attesa+10')
  })

  it('Q-53: shows the reporters’ names and a link to the other case about the review', async () => {
    const { user } = renderApp('/admin/reviews?case=case-1', {
      ...full,
      'GET /api/admin/cases/case-9': ok({ ...file, caseId: 'case-9', kind: 'DISPUTE', others: [] }),
    })
    expect(await screen.findByText('Da Hotel Aurora')).toBeTruthy()
    expect(screen.getByText('Segnalazione ricevuta · Hotel Aurora')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Contestazione · in carico a Marta' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Contestazione' })).toBeTruthy()
  })

  it('Q-128: shows nothing of a case to a party', async () => {
    const own = { ...file, ownMatter: true, review: null, timeline: [] }
    renderApp('/admin/reviews?case=case-1', { ...full, 'GET /api/admin/cases/case-1': ok(own) })
    expect(await screen.findByText(/se ne occupa un altro moderatore/)).toBeTruthy()
    expect(screen.queryByText(file.author.name ?? '')).toBeNull()
  })

  it('shows active sanctions of the author', async () => {
    const sanction = {
      id: 's-1',
      severity: 'MEDIUM',
      active: true,
      createdAt: noon,
      expiresAt: '2026-11-27T12:00:00.000Z',
    }
    const author = { ...file.author, sanctions: [sanction, { ...sanction, id: 's-0', severity: 'LOW', active: false }] }
    renderApp('/admin/reviews?case=case-1', { ...full, 'GET /api/admin/cases/case-1': ok({ ...file, author }) })
    const list = within(await screen.findByRole('list', { name: 'Sanzioni' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Sospensione di 7 giorniIn vigoredal 20 novembre 2026 al 27 novembre 2026',
      'AvvisoConclusadal 20 novembre 2026 al 27 novembre 2026',
    ])
  })

  it('shows the sanction and the appellant’s text for an appeal', async () => {
    const sanction = {
      id: 'sanction-1',
      accountId: 'giulia',
      accountName: 'Giulia Bianchi',
      severity: 'HIGH',
      facts: 'Tre recensioni inventate.',
      createdAt: noon,
      expiresAt: '2026-12-20T12:00:00.000Z',
      appealStatus: 'PENDING',
      appealReason: 'Le ho scritte io, in quei giorni ero lì.',
    }
    const appeal = { ...file, kind: 'APPEAL', targetId: 'sanction-1', review: null, others: [], sanction, timeline: [] }
    renderApp('/admin/reviews?case=case-1', { ...full, 'GET /api/admin/cases/case-1': ok(appeal) })
    const panel = within(await screen.findByRole('region', { name: 'Sanzione oggetto del ricorso' }))
    expect(panel.getByText('Tre recensioni inventate.')).toBeTruthy()
    expect(panel.getByText('Le ho scritte io, in quei giorni ero lì.')).toBeTruthy()
  })

  it('shows the number of waiting cases per lane', async () => {
    renderApp('/admin/reviews', full)
    const lanes = within(await screen.findByRole('list', { name: 'Casi per elenco' }))
    expect(lanes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Segnalazioni: 2',
      'Contestazioni: 3',
      'Ricorsi: 0',
      'In revisione: 0',
      'In ritardo: 1',
    ])
  })
})

describe('two simultaneous moderators', () => {
  const streams = new Map<string, EventTarget>()
  const hearing = () =>
    vi.stubGlobal(
      'EventSource',
      Object.assign(
        function EventSource(url: string) {
          const source = Object.assign(new EventTarget(), { readyState: 1, close: () => undefined })
          streams.set(url, source)
          return source
        },
        { CLOSED: 2 },
      ),
    )
  afterEach(() => {
    vi.useRealTimers()
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  })

  it('see each other’s claims through the stream, with name and end', async () => {
    hearing()
    let claim = {}
    renderApp('/admin/reviews', { ...full, 'GET /api/admin/queue': () => page([{ ...queued, ...claim }]) })
    await openers()
    claim = { claimedBy: 'marta', claimedByName: 'Marta', claimedUntil: noon }
    const change = { caseId: 'case-1', kind: 'FLAG', targetId: 'review-1', change: 'claimed' }
    act(() => {
      streams
        .get('/api/admin/queue/events')
        ?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(change) }))
    })
    expect(await screen.findByText('In carico a Marta fino al 20 nov, 13:00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Prendi in carico' })).toBeNull()
  })

  it('cannot both claim: the second sees the first one’s name, and the case stays open', async () => {
    const words = 'Marta sta lavorando a questo caso fino alle 13:00.'
    const { user } = renderApp('/admin/reviews', {
      ...full,
      'POST /api/admin/queue/case-1/claim': failure(409, words, 'ClaimedByAnother'),
    })
    const [claim] = await screen.findAllByRole('button', { name: 'Prendi in carico' })
    if (claim) await user.click(claim)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(await openers()).toHaveLength(2)
  })

  it('C-26, Q-94: reload the list every 30 s without the stream, never in a hidden tab or after a 401', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let signedIn = true
    const signedOut = failure(401, 'Accedi per continuare.', 'NotSignedIn')
    const { server } = renderApp('/admin/reviews', {
      ...full,
      'GET /api/auth/user': () => (signedIn ? ok(moderator) : signedOut),
      'GET /api/admin/queue': () => (signedIn ? page([queued]) : signedOut),
    })
    await openers()
    const asked = () => server.to('GET /api/admin/queue').length
    // waitFor relies on the clock, which is frozen here
    const pass = (ms: number) =>
      act(async () => {
        vi.advanceTimersByTime(ms)
        await new Promise((resolve) => setTimeout(resolve, 200))
      })
    expect(asked()).toBe(1)
    await pass(30_000)
    expect(asked()).toBe(2)
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    await pass(90_000)
    expect(asked()).toBe(2)
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    signedIn = false
    await pass(30_000)
    expect(asked()).toBe(3)
    expect(screen.queryByRole('combobox', { name: 'Corsia' })).toBeNull()
    await pass(300_000)
    expect(asked()).toBe(3)
  })

  it('keep an open case, whose claim is renewed before it ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(noon), shouldAdvanceTime: true })
    const mine = { claimedBy: 'locanda', claimedByName: 'Locanda', claimedUntil: '2026-11-20T12:10:00.000Z' }
    const { server } = renderApp('/admin/reviews?case=case-1', {
      ...full,
      'GET /api/admin/cases/case-1': ok({ ...file, ...mine }),
      'POST /api/admin/queue/case-1/claim': ok({ claimedUntil: '2026-11-20T12:18:00.000Z' }),
    })
    await screen.findByRole('region', { name: 'Cronologia' })
    const renewals = () => server.to('POST /api/admin/queue/case-1/claim').length
    await act(async () => void vi.advanceTimersByTime(7 * 60_000))
    expect(renewals()).toBe(0)
    await act(async () => void vi.advanceTimersByTime(61_000))
    await waitFor(() => expect(renewals()).toBe(1))
  })
})

describe('the trends of the queue', () => {
  const call = 'GET /api/admin/queue-statistics'
  const openTrends = async () => {
    const section = (await screen.findByText('Andamento')).closest('details') as HTMLDetailsElement
    section.open = true
    fireEvent(section, new Event('toggle'))
  }
  const ages = (...cases: readonly number[]) => {
    const groups = [
      { from: 0, to: 1 },
      { from: 2, to: 3 },
      { from: 4, to: 5 },
      { from: 6, to: null },
    ]
    return groups.map((group, index) => ({ ...group, cases: cases[index] ?? 0 }))
  }
  const days = [
    { day: '2026-11-27', opened: 4, decided: 2 },
    { day: '2026-11-28', opened: 1, decided: 6 },
  ]

  it('are loaded when they are opened', async () => {
    const { server } = renderApp('/admin/reviews', { ...full, [call]: ok({ days, openByAge: ages(3, 0, 1, 2) }) })
    await screen.findByText('Andamento')
    expect(server.to(call)).toEqual([])
    await openTrends()
    const throughput = within(await screen.findByRole('figure', { name: 'Casi aperti e decisi al giorno' }))
    expect(await throughput.findByText('Aperti: da 4 a 1; Decisi: da 2 a 6.')).toBeTruthy()
    const rows = within(screen.getByRole('figure', { name: 'Casi aperti per età' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Giorni lavorativiCasi aperti',
      '0–1 giorni lavorativi3',
      '2–3 giorni lavorativi0',
      '4–5 giorni lavorativi1',
      'Più di 5 giorni lavorativi2',
    ])
  })

  it('say that no case is open', async () => {
    renderApp('/admin/reviews', { ...full, [call]: ok({ days, openByAge: ages() }) })
    await openTrends()
    expect(await screen.findByText('Nessun caso aperto.')).toBeTruthy()
  })

  it('say that they cannot be loaded', async () => {
    renderApp('/admin/reviews', { ...full, [call]: failure(503, 'Riprova tra poco.') })
    await openTrends()
    expect(await screen.findByText('Riprova tra poco.')).toBeTruthy()
  })
})
