// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { QueuedSupportRequest, SupportRequest } from '../../../../../web/contract/support/support.ts'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import { giulia, moderator, signedInAs } from '../../support/people.ts'
import { findInToast, renderApp } from '../../support/render-app.tsx'
import { created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const allowed = { allowed: true, code: null, message: null }
const forbidden = (code: string, message: string) => ({ allowed: false, code, message })
const question = {
  id: 'one',
  author: 'account' as const,
  message: 'Il mio codice non viene accettato.',
  at: '2026-03-02T09:00:00.000Z',
}
const reply = { id: 'two', author: 'staff' as const, message: 'Ora funziona: prova.', at: '2026-03-02T10:00:00.000Z' }
const request: SupportRequest = {
  id: 'one',
  subject: 'Codice sconto',
  state: 'open',
  openedAt: question.at,
  lastAt: question.at,
  messages: [question],
  actions: { write: allowed, close: allowed },
}
const answered: SupportRequest = { ...request, state: 'answered', messages: [question, reply] }
const isClosed = forbidden('SupportRequestIsClosed', 'Questa richiesta è chiusa: per altro aprine una nuova.')
const closed: SupportRequest = { ...answered, state: 'closed', actions: { write: isClosed, close: isClosed } }

const asGiulia = signedInAs(giulia)
const list = 'GET /api/support/messages'

describe('D-32: the page of the help desk', () => {
  it('shows a placeholder while it loads', async () => {
    renderApp('/support', { ...asGiulia, [list]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('shows an error with a retry', async () => {
    let fails = true
    const { user } = renderApp('/support', {
      ...asGiulia,
      [list]: () => (fails ? failure(503, 'Riprova tra poco.') : ok([request])),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a caricare le tue richieste.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('link', { name: 'Codice sconto' })).toBeTruthy()
  })

  it('opens a new request and shows its conversation', async () => {
    let sent = false
    const { user, server, address } = renderApp('/support', {
      ...asGiulia,
      [list]: () => ok(sent ? [request] : []),
      'POST /api/support/messages': () => {
        sent = true
        return created(request)
      },
    })
    expect(await screen.findByText('Non hai ancora scritto all’assistenza.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Nuova richiesta' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuova richiesta' }))
    await user.click(dialog.getByRole('button', { name: 'Invia' }))
    expect(dialog.getByText('Scrivi l’oggetto')).toBeTruthy()
    expect(dialog.getByText('Scrivi il messaggio')).toBeTruthy()
    await user.type(dialog.getByLabelText('Oggetto'), 'Codice sconto')
    await user.type(dialog.getByLabelText('Messaggio'), question.message)
    await user.click(dialog.getByRole('button', { name: 'Invia' }))
    const conversation = within(await screen.findByRole('region', { name: 'Codice sconto' }))
    expect(conversation.getByText('In attesa di risposta')).toBeTruthy()
    expect(address()).toBe('/support?request=one')
    expect(server.to('POST /api/support/messages').map(({ body }) => body)).toEqual([
      { subject: 'Codice sconto', message: question.message },
    ])
  })

  it('says why a request is not accepted', async () => {
    const { user } = renderApp('/support', {
      ...asGiulia,
      [list]: ok([]),
      'POST /api/support/messages': failure(409, 'Hai già 5 richieste non chiuse.', 'TooManySupportRequests'),
    })
    await user.click(await screen.findByRole('button', { name: 'Nuova richiesta' }))
    await user.type(screen.getByLabelText('Oggetto'), 'Codice sconto')
    await user.type(screen.getByLabelText('Messaggio'), question.message)
    await user.click(screen.getByRole('button', { name: 'Invia' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Hai già 5 richieste non chiuse.')
  })

  it('lists the requests with their state; a conversation opens by keyboard and leads back', async () => {
    const { user } = renderApp('/support', { ...asGiulia, [list]: ok([answered]) })
    const link = await screen.findByRole('link', { name: 'Codice sconto' })
    expect(screen.getByText('Con risposta')).toBeTruthy()
    link.focus()
    await user.keyboard('{Enter}')
    const conversation = within(await screen.findByRole('region', { name: 'Codice sconto' }))
    expect(document.activeElement).toBe(conversation.getByRole('heading', { name: 'Codice sconto' }))
    const messages = within(conversation.getByRole('list', { name: 'Messaggi' })).getAllByRole('listitem')
    expect(messages.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Tu · 2 mar.*Il mio codice non viene accettato\.$/),
      expect.stringMatching(/^Assistenza Garbo · 2 mar.*Ora funziona: prova\.$/),
    ])
    await user.click(screen.getByRole('link', { name: 'Tutte le richieste' }))
    expect(document.activeElement).toBe(await screen.findByRole('list', { name: 'Le tue richieste' }))
  })

  it('sends a further message in the same request', async () => {
    const { user, server } = renderApp('/support?request=one', {
      ...asGiulia,
      [list]: ok([answered]),
      'POST /api/support/messages': created(request),
    })
    await user.type(await screen.findByLabelText('Scrivi ancora'), 'Non ancora, purtroppo.')
    await user.click(screen.getByRole('button', { name: 'Invia' }))
    await findInToast('Messaggio inviato')
    expect(server.to('POST /api/support/messages').map(({ body }) => body)).toEqual([
      { requestId: 'one', message: 'Non ancora, purtroppo.' },
    ])
    expect(screen.getByLabelText<HTMLTextAreaElement>('Scrivi ancora').value).toBe('')
  })

  it('closes a request after asking, and says why nothing more can be written', async () => {
    let isOpen = true
    const { user, server } = renderApp('/support?request=one', {
      ...asGiulia,
      [list]: () => ok([isOpen ? answered : closed]),
      'POST /api/support/messages/one/close': () => {
        isOpen = false
        return ok(closed)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Chiudi la richiesta' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere la richiesta?' }))
    await user.click(dialog.getByRole('button', { name: 'Chiudi la richiesta' }))
    const reason = await screen.findByText(isClosed.message)
    expect(document.activeElement).toBe(reason)
    expect(screen.queryByLabelText('Scrivi ancora')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Chiudi la richiesta' })).toBeNull()
    expect(server.to('POST /api/support/messages/one/close')).toHaveLength(1)
  })

  it('is open to suspended accounts, in their menu too', async () => {
    const suspended = signedInAs({ ...giulia, suspended: { until: null } })
    const { user, at } = renderApp('/sanctions', { ...suspended, 'GET /api/sanctions/mine': ok([]), [list]: ok([]) })
    await user.click(await screen.findByRole('button', { name: 'Menu di Giulia Bianchi' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Assistenza' }))
    expect(await screen.findByText('Non hai ancora scritto all’assistenza.')).toBeTruthy()
    expect(at()).toBe('/support')
  })
})

const queued: QueuedSupportRequest = {
  ...request,
  waitingSince: question.at,
  account: { name: 'Giulia Bianchi', kind: 'client', email: 'giulia@posta.it', premium: true },
  actions: { answer: allowed },
}
const asModerator = signedInAs(moderator)
const queue = 'GET /api/admin/support'

describe('D-33: the queue of the help desk', () => {
  it('is for moderators only, and asks nothing for others', async () => {
    const { server } = renderApp('/admin/support', asGiulia)
    expect(await screen.findByText('Questa pagina è riservata ai moderatori.')).toBeTruthy()
    expect(server.to(queue)).toEqual([])
  })

  it('shows who waits since when, and who has Premium', async () => {
    const other = { ...queued, id: 'other', subject: 'Fattura', account: { ...queued.account, premium: false } }
    renderApp('/admin/support', { ...asModerator, [queue]: ok([queued, other]) })
    const [first, second] = (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
    expect([first, second]).toEqual(['Codice scontoPremium', 'Fattura'])
    expect(screen.getAllByText('Giulia Bianchi · Cliente · giulia@posta.it')).toHaveLength(2)
    expect(screen.getAllByText(/^In attesa dal 2 mar/)).toHaveLength(2)
  })

  it('is answered by keyboard, with what was read and the wish to close', async () => {
    let waits = true
    const { user, server } = renderApp('/admin/support', {
      ...asModerator,
      [queue]: () => ok(waits ? [queued] : []),
      'POST /api/admin/support/one/answer': () => {
        waits = false
        return created({ ...queued, state: 'closed' })
      },
    })
    const button = await screen.findByRole('button', { name: 'Rispondi' })
    button.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Risposta'))
    await user.keyboard('Ora funziona: prova.{Tab} {Tab}{Enter}')
    expect(await screen.findByText('Nessuna richiesta aspetta una risposta.')).toBeTruthy()
    expect(server.to('POST /api/admin/support/one/answer').map(({ body }) => body)).toEqual([
      { message: 'Ora funziona: prova.', close: true, lastReadId: 'one' },
    ])
    expect(document.activeElement?.contains(screen.getByText('Nessuna richiesta aspetta una risposta.'))).toBe(true)
  })

  it('returns the focus when an answer is given up', async () => {
    const { user } = renderApp('/admin/support', { ...asModerator, [queue]: ok([queued]) })
    await user.click(await screen.findByRole('button', { name: 'Rispondi' }))
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rispondi' }))
  })

  it('shows what has arrived in the meantime, and keeps the answer', async () => {
    let isContinued = false
    const late = { ...question, id: 'three', message: 'Ho dimenticato: solo alla cassa.' }
    const { user } = renderApp('/admin/support', {
      ...asModerator,
      [queue]: () => ok([isContinued ? { ...queued, messages: [question, late] } : queued]),
      'POST /api/admin/support/one/answer': () => {
        isContinued = true
        return failure(409, 'Nel frattempo è arrivato un altro messaggio.', 'SupportConversationContinued')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Rispondi' }))
    await user.type(screen.getByLabelText('Risposta'), reply.message)
    await user.click(screen.getByRole('button', { name: 'Invia la risposta' }))
    expect(await screen.findByText(late.message)).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toBe('Nel frattempo è arrivato un altro messaggio.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Risposta').value).toBe(reply.message)
  })

  it('offers nobody their own request', async () => {
    const own = forbidden('OwnSupportRequest', 'È una tua richiesta: deve rispondere un altro membro dello staff.')
    renderApp('/admin/support', { ...asModerator, [queue]: ok([{ ...queued, actions: { answer: own } }]) })
    expect(await screen.findByText(own.message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Rispondi' })).toBeNull()
  })

  it('shows other states, kept in the address', async () => {
    const { user, server, address } = renderApp('/admin/support', { ...asModerator, [queue]: ok([]) })
    await screen.findByText('Nessuna richiesta aspetta una risposta.')
    await user.click(screen.getByRole('tab', { name: 'Chiuse' }))
    expect(await screen.findByText('Nessuna richiesta chiusa.')).toBeTruthy()
    expect(address()).toBe('/admin/support?state=closed')
    expect(server.to(queue).map(({ query }) => query)).toEqual(['?state=open', '?state=closed'])
  })
})
