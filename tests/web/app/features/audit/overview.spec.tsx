// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../../../infrastructure/audit/tree/checkpoint-note.ts'
import { cosign, verifierKeyText } from '../../../../../infrastructure/audit/tree/cosignatures.ts'
import { componentTexts } from '../../../../../web/app/components/texts.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { shownLog } from '../../../../support/audit/shown-log.ts'
import { knownSigner } from '../../../../support/audit/test-witness.ts'
import { locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

/** A witness with the public key that the log publishes of it. */
const testWitness = (seed: number) => {
  const signer = knownSigner('testimone.example', seed)
  const publicKey = publicKeyOf(signer.seed)
  const text = verifierKeyText({ name: signer.name, publicKey })
  return {
    published: {
      name: signer.name,
      keyId: text.split('+')[1] ?? '',
      publicKey: publicKey.toString('base64'),
      verifierKey: text,
    },
    cosign: (note: string) => cosign(note.slice(0, note.indexOf('\n\n') + 1), signer, 1_772_445_600_000),
  }
}

const auditor: User = { ...locanda, staffRoles: ['REVISORE'], permissions: ['audit'] }
const at = '/admin/audit'
const [checkpoints, keys] = ['GET /api/audit/checkpoints', 'GET /api/audit/keys'] as const
const [readModels, search] = ['GET /api/audit/read-models', 'GET /api/audit/search'] as const

const nothing = {
  ...signedInAs(auditor),
  [checkpoints]: ok([]),
  [keys]: ok([]),
  [readModels]: ok([]),
  [search]: ok({ items: [], nextCursor: null }),
}
const check = { name: 'reviews', rows: 1_234, hash: 'ab', position: null, checkedAt: '2026-03-02T09:00:00.000Z' }
const region = async (name: string) => within(await screen.findByRole('region', { name }))

/** A log of seven events whose first five a witness has cosigned. */
const cosignedLog = (cosigned: (note: string) => string) => {
  const log = shownLog()
  log.append(5)
  const earlier = log.note()
  log.append(2)
  const checkpointOf = (note: string, treeSize: number, cosignatures: readonly string[]) => ({
    treeSize,
    rootHash: Buffer.from(note.split('\n')[2] ?? '', 'base64').toString('hex'),
    at: '2026-03-02T09:00:00.000Z',
    signature: 'c2lnbmF0dXJl',
    keyId: log.keys()[0]?.keyId ?? '',
    note,
    cosignatures,
  })
  const signed = [checkpointOf(log.note(), 7, []), checkpointOf(earlier, 5, [cosigned(earlier)])]
  return { log, signed }
}
const answersOf = ({ log, signed }: ReturnType<typeof cosignedLog>, witness: ReturnType<typeof testWitness>) => ({
  ...nothing,
  [checkpoints]: ok(signed),
  [keys]: ok(log.keys().map((key) => ({ ...key, witnesses: [witness.published] }))),
})

describe('D-66: the overview of the log', () => {
  it('is for auditors only, and asks nothing for others', async () => {
    const { server } = renderApp(at, signedInAs(moderator))
    expect(await screen.findByText('Questa pagina è riservata ai revisori.')).toBeTruthy()
    expect(server.to(checkpoints)).toEqual([])
  })

  it('leads to the other pages for auditors, and marks the current one', async () => {
    renderApp(at, nothing)
    const navigation = within(await screen.findByRole('navigation', { name: 'Revisione' }))
    const links = navigation.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
    expect(links).toEqual([
      ['Panoramica', 'page'],
      ['Eventi', null],
      ['Registro degli accessi', null],
    ])
  })

  it('shows placeholders while it loads', async () => {
    renderApp(at, {
      ...signedInAs(auditor),
      [checkpoints]: neverAnswers,
      [keys]: neverAnswers,
      [readModels]: neverAnswers,
      [search]: neverAnswers,
    })
    await waitFor(() => expect(screen.getAllByText(componentTexts.loading)).toHaveLength(4))
  })

  it('says what there is not yet', async () => {
    renderApp(at, nothing)
    expect(await screen.findByText(/Non c’è ancora nessun checkpoint/)).toBeTruthy()
    expect(await screen.findByText(/Nessun testimone è configurato/)).toBeTruthy()
    expect(await screen.findByText('Nessun controllo è ancora terminato.')).toBeTruthy()
    expect(await screen.findByText('Nessun dato personale è stato aperto.')).toBeTruthy()
  })

  it('shows an error with a retry, each part for itself', async () => {
    let fails = true
    const { user } = renderApp(at, {
      ...nothing,
      [readModels]: () => (fails ? failure(503, 'Riprova tra poco.') : ok([{ ...check, equal: true }])),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Non riusciamo a caricare i controlli.')
    expect(await screen.findByText(/Non c’è ancora nessun checkpoint/)).toBeTruthy()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('reviews')).toBeTruthy()
  })

  it('lists read models that differ from the log first', async () => {
    renderApp(at, {
      ...nothing,
      [readModels]: ok([
        { ...check, name: 'accounts', equal: true },
        { ...check, equal: false },
      ]),
    })
    const part = await region('Dati mostrati e registro')
    expect(await part.findByText('1 è diverso dal registro.')).toBeTruthy()
    const rows = part.getAllByRole('row').map((row) => row.textContent)
    expect(rows[1]).toContain('reviewsDiverso1234')
    expect(rows[2]).toContain('accountsUguale')
  })

  it('lists the last openings, each with a link to its event', async () => {
    const opening = { stream: 'opening-ada', id: 'event-1', type: 'StreamOpened', at: check.checkedAt, position: '1' }
    const { server } = renderApp(at, {
      ...nothing,
      [search]: ok({ items: [{ ...opening, actor: 'ada' }], nextCursor: null }),
    })
    const link = await screen.findByRole('link', { name: 'Apertura del 2 mar, 10:00' })
    expect(link.getAttribute('href')).toBe('/admin/audit/events/event-1')
    expect(screen.getByText('Amministratore ada')).toBeTruthy()
    expect(server.to(search)[0]?.query).toBe('?type=StreamOpened&limit=5')
  })
})

describe('D-67: the witnesses of the overview', () => {
  const witness = testWitness(1)

  it('are said to detect only, and shown with the last checkpoint that they cosigned', async () => {
    renderApp(
      at,
      answersOf(
        cosignedLog((note) => witness.cosign(note)),
        witness,
      ),
    )
    const part = await region('Testimoni')
    expect(await part.findByText('Confermato')).toBeTruthy()
    expect(part.getByText(/^Conferma i primi 5 eventi, .* Ma non l’ultimo checkpoint\.$/)).toBeTruthy()
    expect(part.getByText(/solo uno indipendente la impedisce/)).toBeTruthy()
  })

  it.each([
    ['another checkpoint', (note: string) => witness.cosign(note.replace('\n5\n', '\n4\n'))],
    ['an impostor with the same name', (note: string) => testWitness(2).cosign(note)],
    ['no one, in words', () => '— testimone.example niente'],
  ])('have cosigned nothing where the line is of %s', async (_, cosign) => {
    renderApp(at, answersOf(cosignedLog(cosign), witness))
    const part = await region('Testimoni')
    expect(await part.findByText('Non confermato')).toBeTruthy()
  })
})
