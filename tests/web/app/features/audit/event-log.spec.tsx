// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import type { ResponseOf } from '../../../../../web/app/shared/api.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const auditor: User = { ...locanda, staffRoles: ['REVISORE'], permissions: ['audit'] }
const administrator: User = { ...locanda, staffRoles: ['ADMIN'], permissions: ['audit', 'administer'] }
const asAuditor = signedInAs(auditor)
const search = 'GET /api/audit/search'
const position = '00000000000000000007'

const event = {
  stream: 'review-one',
  id: '01a229b9-f307-72cc-adeb-113274cb520e',
  type: 'ReviewSubmitted',
  at: '2026-03-02T09:00:00.000Z',
  actor: 'account-giulia',
  position,
}
const page = (items: readonly (typeof event)[], nextCursor: string | null = null) => ok({ items, nextCursor })

describe('D-48: the search over all events', () => {
  const at = '/admin/audit/events'

  it('is for auditors only, and asks nothing for others', async () => {
    const { server } = renderApp(at, signedInAs(moderator))
    expect(await screen.findByText('Questa pagina è riservata ai revisori.')).toBeTruthy()
    expect(server.to(search)).toEqual([])
  })

  it('is linked from the access log and leads to the history of each event', async () => {
    const { user, at: current } = renderApp('/admin/audit/access-log', {
      ...asAuditor,
      'GET /api/audit/access-log': page([]),
      [search]: page([event]),
      'GET /api/audit/streams/review-one': neverAnswers,
    })
    const navigation = within(await screen.findByRole('navigation', { name: 'Revisione' }))
    await user.click(navigation.getByRole('link', { name: 'Eventi' }))
    const row = within(await screen.findByRole('row', { name: /ReviewSubmitted/ }))
    expect(row.getByText('account-giulia')).toBeTruthy()
    await user.click(row.getByRole('link', { name: 'review-one' }))
    expect(current()).toBe('/admin/audit/streams/review-one')
  })

  it('keeps the filters in the address, and an e-mail address out of it', async () => {
    const { user, server, address } = renderApp(`${at}?type=ReviewSubmitted&from=ieri`, {
      ...signedInAs(administrator),
      [search]: page([]),
    })
    expect(await screen.findByText('Nessun evento corrisponde alla ricerca.')).toBeTruthy()
    expect(server.to(search).map(({ query }) => query)).toEqual(['?type=ReviewSubmitted'])
    await user.type(screen.getByLabelText('Che cosa cerchi'), 'giulia@example.it')
    await user.click(screen.getByRole('button', { name: 'Cerca' }))
    expect(server.to(search).at(-1)?.query).toContain('q=giulia%40example.it')
    expect(address()).toBe(`${at}?type=ReviewSubmitted`)
    await user.click(screen.getByRole('button', { name: 'Cancella i filtri' }))
    expect(server.to(search).at(-1)?.query).toBe('')
  })

  it('goes on where a page has no events although more follow', async () => {
    let pages = 0
    const { user } = renderApp(`${at}?actor=account-giulia`, {
      ...asAuditor,
      [search]: () => (pages++ === 0 ? page([], 'next') : page([event])),
    })
    expect(await screen.findByText(/continua con quelli precedenti/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: componentTexts.loadMore }))
    expect(await screen.findByText('ReviewSubmitted')).toBeTruthy()
  })

  it('shows a placeholder while it loads', async () => {
    renderApp(at, { ...asAuditor, [search]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('shows an error with a retry', async () => {
    renderApp(at, { ...asAuditor, [search]: failure(503, 'Riprova tra poco.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Riprova tra poco.')
    expect(screen.getByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

type StreamPage = ResponseOf<'auditedStream'>
const sealed = { sealed: true, subject: 'account-giulia' }
const eventAt = (version: number, type: string): StreamPage['events'][number] => ({
  id: `event-${version}`,
  type,
  version,
  position: String(version).padStart(20, '0'),
  at: `2026-03-0${version}T09:00:00.000Z`,
  actor: { id: 'account-giulia', role: 'client' },
  data: { rating: version, comment: sealed },
  causationId: null,
  correlationId: 'request-1',
  leafIndex: version,
})
const events = [eventAt(1, 'ReviewSubmitted'), eventAt(2, 'ReviewEdited'), eventAt(3, 'ReviewHidden')]

/** Answers as the API does: the events from a version on, up to the moment, and the state then. */
const answer = ({ query }: { readonly query: string }): ReturnType<typeof ok> => {
  const asked = new URLSearchParams(query)
  const [at, version] = [asked.get('at'), Number(asked.get('version') ?? events.length)]
  const until = events.filter((one) => one.version <= version && (at === null || one.at <= at))
  const from = until.filter((one) => one.version >= Number(asked.get('from') ?? 1))
  return ok({
    stream: 'review-one',
    events: from.slice(0, Number(asked.get('limit') ?? 50)),
    lastVersion: until.length,
    state: until.length === 0 ? null : { stars: until.length, comment: sealed },
    omitted: 0,
    nextCursor: null,
  } satisfies StreamPage)
}
const welcomeMotion = (welcome: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: !welcome }))
const state = () => screen.findByRole('region', { name: 'Testo dello stato' })
const showsStars = async (stars: number) => {
  await waitFor(async () => expect((await state()).textContent).toContain(`"stars": ${stars}`))
}
const slider = () => screen.findByRole('slider', { name: 'Evento' })

describe('D-16: the history of a stream', () => {
  const at = '/admin/audit/streams/review-one'
  const stream = 'GET /api/audit/streams/review-one'
  const answers = { ...asAuditor, [stream]: answer }

  it('shows events and state, with sealed fields in words', async () => {
    renderApp(at, {
      ...asAuditor,
      [stream]: (asked) => ({ ...answer(asked), body: { ...(answer(asked).body as StreamPage), omitted: 1_200 } }),
    })
    await showsStars(3)
    expect((await state()).textContent).toContain('"comment": "[sigillato]"')
    expect((await state()).textContent).not.toContain('account-giulia')
    expect(screen.getByText('Di alcune raccolte lunghe mancano 1200 voci.')).toBeTruthy()
    const first = screen.getByRole('heading', { level: 3, name: '1. ReviewSubmitted' }).closest('li')
    const links = within(first ?? document.body)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/admin/audit/events/event-1', '/admin/audit/correlations/request-1'])
  })

  it('shows placeholders while it loads', async () => {
    renderApp(at, { ...asAuditor, [stream]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('says that the stream had not begun at the moment, and where it begins', async () => {
    const { user } = renderApp(`${at}?at=2020-01-01T00:00:00Z`, answers)
    expect(await screen.findByText('In quel momento la storia non era ancora cominciata.')).toBeTruthy()
    expect((await slider()).getAttribute('aria-valuetext')).toBe('prima del primo')
    await user.click(screen.getByRole('button', { name: 'Avanti' }))
    await showsStars(1)
  })

  it('shows an unknown stream as an error', async () => {
    renderApp(at, {
      ...asAuditor,
      [stream]: failure(404, 'Nessun evento registrato ha questo nome.', 'StreamNotFound'),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Nessun evento registrato ha questo nome.')
  })

  it('D-68: goes to the moment of an event, of an instant, and back to now', async () => {
    const { user, address } = renderApp(at, answers)
    await showsStars(3)
    const [second] = screen.getAllByRole('button', { name: 'Stato dopo questo evento' }).slice(1)
    await user.click(second ?? document.body)
    await showsStars(2)
    expect(address()).toBe(`${at}?version=2`)
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('2. ReviewEdited')
    await user.type(screen.getByLabelText('Stato al momento'), '2026-03-01T12:00')
    await user.click(screen.getByRole('button', { name: 'Mostra' }))
    await showsStars(1)
    expect(address()).toContain('?at=2026-03-01T')
    await user.click(screen.getByRole('button', { name: 'Torna ad adesso' }))
    await showsStars(3)
    expect(address()).toBe(at)
  })

  it('D-68: has a slider over its events, with the state after each', async () => {
    const { user } = renderApp(at, answers)
    await showsStars(3)
    const handle = await slider()
    expect([handle.getAttribute('min'), handle.getAttribute('max')]).toEqual(['1', '3'])
    fireEvent.change(handle, { target: { value: '1' } })
    await showsStars(1)
    expect(handle.getAttribute('aria-valuetext')).toBe('1 di 3: ReviewSubmitted, 1 mar, 10:00')
    expect(screen.getByRole('button', { name: 'Indietro' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Avanti' }))
    await showsStars(2)
  })

  it('D-68: loads the state where the slider rests, not those on the way', async () => {
    const { server } = renderApp(at, answers)
    await showsStars(3)
    const handle = await slider()
    for (const value of ['2', '1']) fireEvent.change(handle, { target: { value } })
    expect(handle.getAttribute('aria-valuetext')).toContain('1 di 3: ReviewSubmitted')
    await showsStars(1)
    expect(server.to(stream).filter(({ query }) => query.includes('version=2'))).toEqual([])
  })

  it('D-68: plays the events one after the other, and waits for the state of each', async () => {
    welcomeMotion(true)
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = () => resolve()
    })
    renderApp(`${at}?version=1`, {
      ...asAuditor,
      [stream]: async (asked) => {
        if (asked.query.includes('version=2')) await held
        return answer(asked)
      },
    })
    await showsStars(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Riproduci' }))
    for (let n = 0; n < 4; n++) await vi.advanceTimersByTimeAsync(1_300)
    expect(screen.getByRole('region', { name: 'Testo dello stato' }).textContent).toContain('"stars": 1')
    release()
    for (let n = 0; n < 3; n++) await vi.advanceTimersByTimeAsync(1_300)
    vi.useRealTimers()
    await showsStars(3)
    expect(screen.getByRole('button', { name: 'Riproduci' })).toBeTruthy()
  })

  it('D-68: does not play by itself for people who prefer less motion', async () => {
    welcomeMotion(false)
    renderApp(at, answers)
    await showsStars(3)
    expect(screen.queryByRole('button', { name: 'Riproduci' })).toBeNull()
  })

  it('D-68: compares two moments, marked in any order, and goes on where the answer ends', async () => {
    const changes = [{ path: '/stars', before: 1, after: 2, eventId: 'event-2', type: 'ReviewEdited' }]
    const hidden = { path: '/hidden', before: null, after: { by: 'staff' }, eventId: 'event-3', type: 'ReviewHidden' }
    const diff = 'GET /api/audit/streams/review-one/diff'
    const shown = { at: null, position: null, state: {}, omitted: 0 }
    const { user, server } = renderApp(at, {
      ...answers,
      [diff]: ({ query }) =>
        query.includes('from=00000000000000000001')
          ? ok({ from: shown, to: shown, changes, continuesAfter: '00000000000000000002' })
          : ok({ from: shown, to: shown, changes: [hidden], continuesAfter: null }),
    })
    await showsStars(3)
    await user.click(screen.getByRole('button', { name: 'Confronta da qui' }))
    expect(screen.getByRole('button', { name: 'Confronta con l’evento 3' })).toHaveProperty('disabled', true)
    fireEvent.change(await slider(), { target: { value: '1' } })
    await showsStars(1)
    await user.click(screen.getByRole('button', { name: 'Confronta con l’evento 3' }))
    expect(await screen.findByText('Che cosa è cambiato tra l’evento 1 e l’evento 3.')).toBeTruthy()
    const table = () => within(screen.getByRole('table'))
    await waitFor(() => expect(table().getAllByRole('row')[1]?.textContent).toBe('/stars12ReviewEdited'))
    await user.click(screen.getByRole('button', { name: componentTexts.loadMore }))
    await waitFor(() =>
      expect(table().getAllByRole('row')[2]?.textContent).toBe('/hiddenniente{"by":"staff"}ReviewHidden'),
    )
    expect(server.to(diff).map(({ query }) => query)).toEqual([
      '?from=00000000000000000001&to=00000000000000000003',
      '?from=00000000000000000002&to=00000000000000000003',
    ])
    await user.click(screen.getByRole('button', { name: 'Chiudi il confronto' }))
    expect(screen.queryByRole('region', { name: 'Confronto' })).toBeNull()
  })

  it('D-68: says that nothing changed, and why a comparison failed', async () => {
    let fails = true
    const shown = { at: null, position: null, state: {}, omitted: 0 }
    const { user } = renderApp(`${at}?version=1`, {
      ...answers,
      'GET /api/audit/streams/review-one/diff': () =>
        fails ? failure(503, 'Riprova tra poco.') : ok({ from: shown, to: shown, changes: [], continuesAfter: null }),
    })
    await showsStars(1)
    await user.click(screen.getByRole('button', { name: 'Confronta da qui' }))
    await user.click(screen.getByRole('button', { name: 'Avanti' }))
    await showsStars(2)
    await user.click(screen.getByRole('button', { name: 'Confronta con l’evento 1' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a confrontare i due momenti.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Tra i due momenti lo stato non è cambiato.')).toBeTruthy()
  })

  it('D-46: is opened by administrators only, with a reason', async () => {
    renderApp(at, answers)
    await state()
    expect(screen.queryByRole('button', { name: 'Apri i dati personali' })).toBeNull()
  })

  it('D-46: is read again once it is open', async () => {
    let isOpen = false
    const { user, server } = renderApp(at, {
      ...signedInAs(administrator),
      [stream]: (asked) => {
        const { body, ...rest } = answer(asked)
        return { ...rest, body: isOpen ? { ...(body as StreamPage), state: { comment: 'Bella vista.' } } : body }
      },
      'POST /api/audit/openings': () => {
        isOpen = true
        return created({ openingId: 'opening-1', until: '2026-03-02T10:00:00.000Z' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Apri i dati personali' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Aprire i dati personali?' }))
    await user.type(dialog.getByLabelText('Motivo'), 'Richiesta del tribunale di Roma')
    await user.click(dialog.getByRole('button', { name: 'Apri per un’ora' }))
    expect(await screen.findByText(/"comment": "Bella vista\."/)).toBeTruthy()
    expect(server.to('POST /api/audit/openings').map(({ body }) => body)).toEqual([
      { stream: 'review-one', reason: 'Richiesta del tribunale di Roma' },
    ])
  })
})
