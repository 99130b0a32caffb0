// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { proofOf, provedLog, reviewLeaf, shownReview } from '../../../../support/audit/proved-log.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

const auditor: User = { ...locanda, staffRoles: ['REVISORE'], permissions: ['audit'] }
const at = `/admin/audit/events/${shownReview.id}`
const proof = `GET /api/audit/proofs/${shownReview.id}`
const stream = 'GET /api/audit/streams/review-one'

const log = provedLog(11, { at: 6, leaf: reviewLeaf })
const event = {
  id: shownReview.id,
  type: shownReview.type,
  version: shownReview.version,
  position: '00000000000000000007',
  at: shownReview.at,
  actor: { id: 'account-giulia', role: 'client' },
  data: shownReview.data,
  causationId: null,
  correlationId: 'request-1',
  leafIndex: 6,
}
const historyWith = (data: object) =>
  ok({ stream: 'review-one', events: [{ ...event, data }], state: {}, lastVersion: 1, omitted: 0, nextCursor: null })
const answers = {
  ...signedInAs(auditor),
  [proof]: ok(proofOf(log, 6)),
  'GET /api/audit/keys': ok(log.keys),
  [stream]: historyWith(event.data),
  'GET /api/audit/correlations/request-1': ok({ id: 'request-1', roots: [] }),
}
const partOf = async (name: string) => within(await screen.findByRole('region', { name }))
const lines = (list: Awaited<ReturnType<typeof partOf>>) =>
  list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')

describe('D-67: the page of an event', () => {
  it('is for auditors only, and asks nothing for others', async () => {
    const { server } = renderApp(at, signedInAs(moderator))
    expect(await screen.findByText('Questa pagina è riservata ai revisori.')).toBeTruthy()
    expect(server.to(proof)).toEqual([])
  })

  it('shows a placeholder while it loads', async () => {
    renderApp(at, { ...answers, [proof]: neverAnswers })
    expect(await screen.findByText(componentTexts.loading)).toBeTruthy()
  })

  it('says that an event is not sealed yet, with a retry', async () => {
    let sealed = false
    const { user } = renderApp(at, {
      ...answers,
      [proof]: () => (sealed ? ok(proofOf(log, 6)) : failure(404, 'Evento non ancora sigillato.', 'EventNotFound')),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Evento non ancora sigillato.')
    sealed = true
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Evento ReviewSubmitted' })).toBeTruthy()
  })

  it('says so where the history does not contain the event', async () => {
    renderApp(at, {
      ...answers,
      [stream]: ok({ stream: 'x', events: [], state: {}, lastVersion: 1, omitted: 0, nextCursor: null }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('La storia non contiene questo evento.')
  })

  it('shows the data with locks for sealed fields, who acted and where', async () => {
    renderApp(at, answers)
    const facts = await partOf('Che cosa è stato registrato')
    expect(facts.getByText('Sigillato').closest('dd')?.querySelector('svg')).toBeTruthy()
    expect(facts.getByText('Cliente · account-giulia')).toBeTruthy()
    expect(facts.getByRole('link', { name: 'review-one' }).getAttribute('href')).toBe('/admin/audit/streams/review-one')
    expect(facts.getByText('Nessun altro evento')).toBeTruthy()
  })

  it('marks a value that is open for the reader, and says that the proof does not cover it', async () => {
    renderApp(at, { ...answers, [stream]: historyWith({ rating: 4, comment: 'Bella vista.' }) })
    const facts = await partOf('Che cosa è stato registrato')
    expect(facts.getByText('Bella vista.')).toBeTruthy()
    expect(facts.getByText('Aperto per te')).toBeTruthy()
    expect(screen.getByText(/I valori aperti per te non fanno parte della prova/)).toBeTruthy()
    expect(screen.getByText('La prova regge: l’evento è nel registro sigillato.')).toBeTruthy()
  })
})

describe('D-67: the proof on the page of an event', () => {
  it('holds, and shows each hash up to the signed root', async () => {
    const { user } = renderApp(at, answers)
    const part = await partOf('Prova')
    expect((await part.findByRole('status')).textContent).toBe('La prova regge: l’evento è nel registro sigillato.')
    expect(lines(part).filter((line) => line.startsWith('Regge: '))).toHaveLength(5)
    await user.click(part.getByText('Mostra i 4 passaggi'))
    const { path, rootHash, leafHash } = proofOf(log, 6)
    for (const hash of [leafHash, ...path]) expect(part.getByText(hash)).toBeTruthy()
    expect(part.getAllByText(rootHash)).toHaveLength(2)
  })

  it('does not hold where the server forged the event, and says which parts do not', async () => {
    const leaf = reviewLeaf.replace('"rating":4', '"rating":5')
    renderApp(at, {
      ...answers,
      [proof]: ok({ ...proofOf(log, 6), leaf }),
      [stream]: historyWith({ ...event.data, rating: 5 }),
    })
    const part = await partOf('Prova')
    expect((await part.findByRole('status')).textContent).toMatch(/^La prova non regge\. Non fidarti di questa pagina/)
    expect(lines(part)).toEqual([
      'Regge: La foglia descrive l’evento di questa pagina',
      'Non regge: L’impronta della foglia non è quella dichiarata',
      'Non regge: I passaggi non portano alla radice dichiarata',
      'Non regge: Il checkpoint ha un’altra radice o un’altra dimensione, o manca',
      `Regge: Il checkpoint è firmato con una chiave pubblicataFirmato con la chiave ${log.keys[0]?.keyId}`,
    ])
  })

  it('does not hold where the checkpoint is signed with a key that is not published', async () => {
    renderApp(at, { ...answers, 'GET /api/audit/keys': ok(provedLog(1, { at: 0, leaf: '' }).keys) })
    const part = await partOf('Prova')
    expect((await part.findByRole('status')).textContent).toMatch(/^La prova non regge/)
    expect(part.getByText('Nessuna chiave pubblicata ha firmato il checkpoint')).toBeTruthy()
  })

  it('is not judged in a browser without the signature', async () => {
    const unsupported = new DOMException('Ed25519', 'NotSupportedError')
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unsupported)
    renderApp(at, answers)
    const part = await partOf('Prova')
    expect((await part.findByRole('status')).textContent).toMatch(/^Questo browser non sa calcolare la prova/)
    expect(part.queryAllByRole('listitem')).toEqual([])
    importKey.mockRestore()
  })
})
