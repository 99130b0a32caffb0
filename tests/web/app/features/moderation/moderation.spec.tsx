// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { moderated, noon, queued } from '../../support/fixtures.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, neverAnswers, noContent, ok } from '../../support/stub-server.ts'

const dispute = {
  id: 'dispute-1',
  reviewId: 'review-1',
  status: 'OPEN',
  reason: 'UNFAIR_RATING',
  message: 'La camera indicata non esiste.',
  evidenceUrls: ['https://a.it/piantina.pdf'],
  resolution: null,
  dueAt: noon,
  createdAt: noon,
  updatedAt: noon,
  resolvedAt: null,
  businessId: 'locanda',
  moderatorId: null,
  moderatorNotes: null,
  allowedVerdicts: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
}
const { summary: _, others: __, ...open1 } = queued
const statements = [{ id: 's-1', party: 'author', message: 'Ho la ricevuta.', filedAt: '2026-11-20T00:00:00.000Z' }]
const file = {
  statements,
  ...open1,
  ownMatter: false,
  closedAt: null,
  appealedDecisionId: null,
  replayId: 'case-1',
  outcome: null,
  others: [],
  review: moderated,
  dispute,
  contest: null,
  sanction: null,
  flagging: null,
  author: { name: 'Giulia Bianchi', written: 4, hidden: 1, removed: 0, sanctions: [] },
  timeline: [{ at: noon, what: 'Recensione pubblicata', by: 'giulia', byName: 'Giulia Bianchi' }],
}
const suggested = {
  ground: 'FAKE',
  facts: 'È stata segnalata per contenuto falso.',
  grounds: ['FAKE', 'HARASSMENT'],
  violations: ['HARASSMENT'],
}
const cleared = {
  ground: 'NO_VIOLATION',
  facts: 'Non ha trovato violazioni.',
  grounds: ['NO_VIOLATION'],
  violations: [],
}
/** Version of the review, sent with a decision. */
const seenVersion = moderated.version
const counts = { flags: 1, disputes: 0, appeals: 0, held: 0, overdue: 0 }
const page = (items: readonly unknown[]) => ({ items, nextCursor: null, counts })
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((option) => option.getAttribute('value'))

const full: Answers = {
  ...signedInAs(moderator),
  'GET /api/admin/queue': ok(page([queued])),
  'GET /api/admin/reviews': ok([moderated]),
  'GET /api/admin/cases/case-1': ok(file),
  'GET /api/admin/reviews/review-1/reasons': ({ query }) =>
    ok(/RESTORED|DISMISSED|REVIEWED|REJECTED/.test(query) ? cleared : suggested),
  'GET /api/admin/reviews/review-1/domino': ok({ plan: null, canPreview: true }),
}

describe('the moderators’ console', () => {
  it('Q-11: rejects others and sends no request', async () => {
    const { server } = renderApp('/admin/reviews', { ...full, ...signedInAs(locanda) })
    expect(await screen.findByRole('heading', { name: 'Accesso negato' })).toBeTruthy()
    expect(server.to('GET /api/admin/queue')).toEqual([])
    expect(server.to('GET /api/admin/reviews')).toEqual([])
  })

  it('has five lanes, each loading its own cases', async () => {
    const { user, server } = renderApp('/admin/reviews', full)
    expect(await screen.findByText('Segnalazione su una recensione da 4 stelle')).toBeTruthy()
    const lane = screen.getByRole('combobox', { name: 'Mostra' })
    expect(optionsOf(lane)).toEqual(['flags', 'disputes', 'appeals', 'held', 'overdue'])
    await user.selectOptions(lane, 'disputes')
    await screen.findByText('Segnalazione su una recensione da 4 stelle')
    expect(server.to('GET /api/admin/queue').map(({ query }) => query)).toEqual([
      '?lane=flags&limit=30',
      '?lane=disputes&limit=30',
    ])
  })

  it('claims and releases a case', async () => {
    let claimedBy: string | null = null
    const { user, server } = renderApp('/admin/reviews', {
      ...full,
      'GET /api/admin/queue': () => ok(page([{ ...queued, claimedBy }])),
      'POST /api/admin/queue/case-1/claim': () => {
        claimedBy = 'locanda'
        return ok({ claimedUntil: noon })
      },
      'POST /api/admin/queue/case-1/release': () => {
        claimedBy = null
        return noContent
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Prendi in carico' }))
    await user.click(await screen.findByRole('button', { name: 'Rilascia' }))
    expect(await screen.findByRole('button', { name: 'Prendi in carico' })).toBeTruthy()
    expect(server.to('POST /api/admin/queue/case-1/claim')).toHaveLength(1)
    expect(server.to('POST /api/admin/queue/case-1/release')).toHaveLength(1)
  })

  it('marks another moderator’s case', async () => {
    renderApp('/admin/reviews', {
      ...full,
      'GET /api/admin/queue': ok(page([{ ...queued, claimedBy: 'altri' }])),
    })
    expect(await screen.findByText('In carico a un altro moderatore')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Rilascia' })).toBeNull()
  })

  it('updates live on another moderator’s actions', async () => {
    let items = [queued]
    const heard = new Map<string, EventTarget>()
    vi.stubGlobal(
      'EventSource',
      Object.assign(
        function EventSource(url: string) {
          const source = Object.assign(new EventTarget(), { readyState: 1, close: () => undefined })
          heard.set(url, source)
          return source
        },
        { CLOSED: 2 },
      ),
    )
    renderApp('/admin/reviews', { ...full, 'GET /api/admin/queue': () => ok(page(items)) })
    await screen.findByText('Segnalazione su una recensione da 4 stelle')
    expect(screen.getByText('Aggiornamento ogni 30 secondi')).toBeTruthy()
    const stream = heard.get('/api/admin/queue/events')
    act(() => void stream?.dispatchEvent(new Event('open')))
    expect(screen.getByText('Aggiornamento in tempo reale')).toBeTruthy()
    items = []
    const { caseId, kind, targetId } = queued
    const data = JSON.stringify({ caseId, kind, targetId, change: 'closed' })
    act(() => void stream?.dispatchEvent(new MessageEvent('message', { data })))
    expect(await screen.findByText('Nessun caso da decidere in questo elenco.')).toBeTruthy()
  })

  it('shows that it is loading', async () => {
    renderApp('/admin/reviews', { ...full, 'GET /api/admin/queue': neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })
  it('shows an error', async () => {
    renderApp('/admin/reviews', { ...full, 'GET /api/admin/queue': failure(500, 'boom') })
    expect(await screen.findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

describe('the reviews in the console', () => {
  it.each([
    ['ACTIVE', 'Attiva', ['HIDDEN', 'REMOVED'], ['Nascondi', 'Rimuovi']],
    ['HIDDEN', 'Nascosta', ['ACTIVE'], ['Ripristina']],
    ['REMOVED', 'Rimossa', ['ACTIVE'], ['Ripristina']],
    ['PENDING_REVIEW', 'In Revisione', [], []],
  ])(
    'R-76, S-11, Q-57, T-169: offer the actions from %s',
    async (moderationStatus, label, allowedVerdicts, actions) => {
      renderApp('/admin/reviews?view=reviews', {
        ...full,
        'GET /api/admin/reviews': ok([{ ...moderated, moderationStatus, allowedVerdicts, flags: [], flagsCount: 0 }]),
      })
      const row = within(await within(await screen.findByRole('main')).findByRole('listitem'))
      expect(row.getByText(label)).toBeTruthy()
      expect(row.queryAllByRole('button').map((button) => button.textContent)).toEqual(actions)
    },
  )

  it('P-16: tell a moderator who is a party why there is nothing to decide', async () => {
    const flags = moderated.flags.map((flag) => ({ ...flag, allowedVerdicts: [] }))
    renderApp('/admin/reviews?view=reviews', {
      ...full,
      'GET /api/admin/reviews': ok([
        { ...moderated, allowedVerdicts: [], ownMatter: true, statusObstacle: 'own-matter', flags },
      ]),
    })
    expect(await screen.findByText('Sei parte in causa: deve decidere un altro moderatore.')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Segnalazioni' })).queryByRole('button')).toBeNull()
  })

  it('tell a moderator that flags or a dispute have to be decided first', async () => {
    renderApp('/admin/reviews?view=reviews', {
      ...full,
      'GET /api/admin/reviews': ok([{ ...moderated, allowedVerdicts: [], statusObstacle: 'held' }]),
    })
    expect(await screen.findByText(/Per cambiare questo stato decidi le segnalazioni/)).toBeTruthy()
  })

  it('S-11: can be filtered by all, in review, active, hidden and removed', async () => {
    const { user, server } = renderApp('/admin/reviews?view=reviews', full)
    const filter = await screen.findByRole('combobox', { name: 'Stato' })
    expect(optionsOf(filter)).toEqual(['all', 'PENDING_REVIEW', 'ACTIVE', 'HIDDEN', 'REMOVED'])
    await user.selectOptions(filter, 'HIDDEN')
    await screen.findByText('Colazione ottima.')
    expect(server.to('GET /api/admin/reviews').map(({ query }) => query)).toEqual([
      '?limit=30',
      '?limit=30&status=HIDDEN',
    ])
  })

  it('R-77, V-43: ask for confirmation, with notes of up to a thousand characters', async () => {
    const { user, server } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'PATCH /api/admin/reviews/review-1/moderate': ok({ ...moderated, moderationStatus: 'HIDDEN' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Nascondi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nascondere la recensione?' }))
    expect(dialog.getByText('0/1000')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Linguaggio offensivo')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText('Decisione registrata')).toBeTruthy()
    expect(server.to('PATCH /api/admin/reviews/review-1/moderate')[0]?.body).toEqual({
      moderationStatus: 'HIDDEN',
      moderatorNotes: 'Linguaggio offensivo',
      seenVersion,
    })
    expect(server.to('GET /api/admin/reviews')).toHaveLength(2)
  })

  it.each([
    ['T-171', failure(500, 'boom'), "Si è verificato un errore durante l'azione di moderazione."],
    [
      'Q-53',
      failure(409, 'Un altro moderatore sta già lavorando a questo caso.'),
      'Un altro moderatore sta già lavorando a questo caso.',
    ],
  ])('%s: show why a decision was rejected', async (_, answer, words) => {
    const { user } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'PATCH /api/admin/reviews/review-1/moderate': answer,
    })
    await user.click(await screen.findByRole('button', { name: 'Rimuovi' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma' }))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it.each([
    ['Respingi', 'DISMISSED', /è l’ultima segnalazione da decidere, torna attiva/],
    ['Accogli', 'UPHELD', 'La recensione sarà nascosta.'],
    ['Segna come esaminata', 'REVIEWED', /è l’ultima segnalazione da decidere, torna attiva/],
  ])('Q-53: have a flag decided by %s, knowing the effect', async (action, status, effect) => {
    const [flag] = moderated.flags
    const { user, server } = renderApp('/admin/reviews?view=reviews', {
      ...full,
      'PATCH /api/admin/flags/flag-1': ok({ ...flag, status }),
    })
    const flags = within(await screen.findByRole('list', { name: 'Segnalazioni' }))
    expect(flags.getByText('Mai stata qui.')).toBeTruthy()
    await user.click(flags.getByRole('button', { name: action }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(effect)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    await screen.findByText('Decisione registrata')
    expect(server.to('PATCH /api/admin/flags/flag-1')[0]?.body).toEqual({ status, seenVersion })
  })

  it('Q-53: show a decided flag without buttons', async () => {
    const flags = moderated.flags.map((flag) => ({ ...flag, status: 'UPHELD', allowedVerdicts: [] }))
    renderApp('/admin/reviews?view=reviews', { ...full, 'GET /api/admin/reviews': ok([{ ...moderated, flags }]) })
    const list = within(await screen.findByRole('list', { name: 'Segnalazioni' }))
    expect(list.getByText('Accolta')).toBeTruthy()
    expect(list.queryByRole('button')).toBeNull()
  })
})

describe('a case in the console', () => {
  it('opens from the queue and closes again', async () => {
    const { user } = renderApp('/admin/reviews', full)
    await user.click(await screen.findByRole('button', { name: 'Esamina' }))
    expect(await screen.findByText('Recensioni scritte: 4 · nascoste: 1 · rimosse: 0')).toBeTruthy()
    expect(screen.getByText('Recensione pubblicata · Giulia Bianchi')).toBeTruthy()
    expect(screen.getByText('https://a.it/piantina.pdf')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /piantina/ })).toBeNull()
    const said = within(screen.getByRole('list', { name: 'Dichiarazioni delle parti' }))
    expect(said.getByText('Chi ha scritto la recensione · 20 novembre 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Torna alla coda' }))
    expect(await screen.findByRole('combobox', { name: 'Mostra' })).toBeTruthy()
  })

  it.each([
    ['OPEN', ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'], ['Prendi in esame', 'Accogli', 'Respingi']],
    ['UNDER_REVIEW', ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'], ['Accogli', 'Respingi']],
    ['RESOLVED_UPHELD', ['CLOSED'], ['Chiudi']],
    ['RESOLVED_REJECTED', ['CLOSED'], ['Chiudi']],
    ['CLOSED', [], []],
  ])('Q-52: allows the possible decisions on a dispute from %s', async (status, allowedVerdicts, actions) => {
    renderApp('/admin/reviews?case=case-1', {
      ...full,
      'GET /api/admin/cases/case-1': ok({
        ...file,
        dispute: { ...dispute, evidenceUrls: [], status, allowedVerdicts },
      }),
    })
    const panel = within(await screen.findByRole('region', { name: 'Contestazione' }))
    expect(panel.queryAllByRole('button').map((button) => button.textContent)).toEqual(actions)
  })

  it('Q-54: leaves the review as it is when the dispute is rejected, even if it is held', async () => {
    const { user } = renderApp('/admin/reviews?case=case-1', full)
    const panel = within(await screen.findByRole('region', { name: 'Contestazione' }))
    await user.click(panel.getByRole('button', { name: 'Respingi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Respingere la contestazione?' }))
    expect(dialog.getByText('Lo stato della recensione non cambia.')).toBeTruthy()
  })

  it('Q-52, V-50: upholds a dispute with notes and a resolution', async () => {
    const { user, server } = renderApp('/admin/reviews?case=case-1', {
      ...full,
      'PATCH /api/admin/disputes/dispute-1': ok({ ...dispute, status: 'RESOLVED_UPHELD' }),
    })
    const panel = within(await screen.findByRole('region', { name: 'Contestazione' }))
    await user.click(panel.getByRole('button', { name: 'Accogli' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accogliere la contestazione?' }))
    expect(dialog.getByText('La recensione sarà rimossa.')).toBeTruthy()
    expect(dialog.getAllByText('0/2000')).toHaveLength(2)
    expect(await dialog.findByDisplayValue(suggested.facts)).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Motivazione/ }), 'Camera inesistente')
    await user.click(dialog.getByRole('button', { name: 'Conferma' }))
    await screen.findByText('Decisione registrata')
    expect(server.to('PATCH /api/admin/disputes/dispute-1')[0]?.body).toEqual({
      status: 'RESOLVED_UPHELD',
      resolution: 'Camera inesistente',
      seenVersion,
    })
  })
})
