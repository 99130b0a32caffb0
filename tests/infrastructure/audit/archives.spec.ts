import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { consistencyProof } from '../../../domain/audit/merkle-tree.ts'
import { knownFrom } from '../../../infrastructure/audit/verifier/archive.ts'
import { checkFiles } from '../../../infrastructure/audit/verifier/check.ts'
import { checkPaths } from '../../../infrastructure/audit/verifier/command.ts'
import { faultsIn } from '../../support/audit/independent-checker.ts'
import { resealedWith, testArchives, zipOf } from '../../support/audit/test-archive.ts'
import { hashLeaf } from '../../support/audit/rfc9162.ts'

type Files = Map<string, Uint8Array>
let log: Awaited<ReturnType<typeof testArchives>>
let whole: Files
beforeAll(async () => {
  log = await testArchives()
  whole = await log.build()
})

const json = (files: Files, name: string): unknown => JSON.parse(Buffer.from(files.get(name) ?? '').toString())
const resealed = async (changes: Readonly<Record<string, unknown>>, key = log.key, without?: string): Promise<Files> =>
  resealedWith(key, whole, changes, without)
const problemsIn = async (files: Files, ...others: readonly string[]) =>
  (await checkFiles(files, knownFrom(others.map((text) => Buffer.from(text))))).problems.map(
    ({ file, eventId, message }) => [file, eventId, message],
  )
const consistency = (from: number, to: number) =>
  JSON.stringify({ from, to, path: log.rangeHashes(consistencyProof(from, to)) })

describe('D-61: an archive', () => {
  it('proves its events and the values opened, and says whose keys it takes', async () => {
    const verdict = await checkFiles(whole, knownFrom([]))
    expect(verdict.problems).toEqual([])
    expect(verdict.facts).toEqual([
      `Nessuno dei ${whole.size - 3} file firmati è cambiato.`,
      expect.stringMatching(/^Il checkpoint, alla dimensione 6, è firmato da garbo\.test, chiave [\da-f]{8}\.$/),
      '6 eventi sono nel registro, al posto indicato.',
      expect.stringMatching(/^Valori aperti che sono quelli cifrati nel registro: \d+\.$/),
    ])
    expect(verdict.notes).toEqual([
      'Le chiavi vengono da questo stesso archivio: confrontale con quelle che Garbo pubblica.',
      'Firmati da Garbo così come sono, senza che questo controllo li ricavi dagli eventi: LEGGIMI.txt, data.json.',
    ])
    expect((json(whole, 'opened.json') as readonly unknown[]).length).toBeGreaterThan(5)
  })

  it('names the file whose bytes changed, whichever byte it is', async () => {
    const listed = [...whole.keys()].filter((name) => !name.startsWith('verifica.'))
    for (const name of listed) {
      const content = whole.get(name) ?? new Uint8Array()
      for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
        const changed = Uint8Array.from(content)
        changed[at] = (changed[at] ?? 0) ^ 1
        const problems = await problemsIn(new Map(whole).set(name, changed))
        expect([name, at, problems.map(([file]) => file)]).toEqual([name, at, expect.arrayContaining([name])])
      }
    }
  })

  it('names files that are missing, were added, or are not listed', async () => {
    const without = new Map(whole)
    without.delete('history.json')
    expect(await problemsIn(without)).toEqual([['history.json', null, 'manca']])
    expect(await problemsIn(new Map(whole).set('nota.txt', Buffer.from('Nota')))).toEqual([
      ['nota.txt', null, 'non è tra i file firmati'],
    ])
    expect(await problemsIn(await resealed({}, log.key, 'proofs.json'))).toContainEqual(['proofs.json', null, 'manca'])
  })
})

describe('D-61: an archive that its server signed again', () => {
  const events = () => json(whole, 'events.json') as readonly string[]
  const proofs = () => json(whole, 'proofs.json') as readonly { eventId: string; leafIndex: number; leafHash: string }[]
  const opened = () =>
    json(whole, 'opened.json') as readonly { eventId: string; field: string; value: unknown; key: string }[]

  it('names the event that was changed, with or without its hash', async () => {
    const [id = ''] = log.eventIds
    const changed = events().map((leaf) => leaf.replace('"version":1', '"version":2'))
    expect(await problemsIn(await resealed({ 'events.json': changed }))).toContainEqual([
      'events.json',
      id,
      'non è l’evento della prova: è cambiato',
    ])
    const rehashed = proofs().map((proof, index) => ({
      ...proof,
      leafHash: hashLeaf(changed[index] ?? '').toString('hex'),
    }))
    expect(await problemsIn(await resealed({ 'events.json': changed, 'proofs.json': rehashed }))).toContainEqual([
      'proofs.json',
      id,
      'la prova non porta al checkpoint',
    ])
  })

  it('names events that were swapped, removed, repeated or moved', async () => {
    const [first, second, ...rest] = proofs()
    const [id] = log.eventIds
    const swapped = [{ ...first, leafIndex: second?.leafIndex }, { ...second, leafIndex: first?.leafIndex }, ...rest]
    expect(await problemsIn(await resealed({ 'proofs.json': swapped }))).toHaveLength(2)
    expect(await problemsIn(await resealed({ 'events.json': events().slice(1) }))).toContainEqual([
      'events.json',
      id,
      'manca l’evento di una prova',
    ])
    expect(await problemsIn(await resealed({ 'events.json': [...events(), events()[0]] }))).toContainEqual([
      'events.json',
      id,
      'compare due volte',
    ])
    for (const leafIndex of [5, 6, -1])
      expect(
        await problemsIn(await resealed({ 'proofs.json': [{ ...first, leafIndex }, second, ...rest] })),
      ).toContainEqual(['proofs.json', id, 'la prova non porta al checkpoint'])
  })

  it('names an event that has been inserted', async () => {
    const inserted = events()[0]?.replace(log.eventIds[0] ?? '', '00000000-0000-4000-8000-000000000000')
    expect(await problemsIn(await resealed({ 'events.json': [...events(), inserted] }))).toContainEqual([
      'proofs.json',
      '00000000-0000-4000-8000-000000000000',
      'non c’è la prova',
    ])
  })

  it('names opened values that were not sealed, whatever key is given', async () => {
    const [field, other] = opened()
    const expected = ['opened.json', field?.eventId, `il valore di ${field?.field} non è quello cifrato nell’evento`]
    const invented = { ...field, value: 'Mai detto' }
    for (const wrong of [invented, { ...invented, key: null }, { ...field, key: other?.key }])
      expect(await problemsIn(await resealed({ 'opened.json': [wrong, ...opened().slice(1)] }))).toContainEqual(
        expected,
      )
    const unknown = { ...field, field: 'mai' }
    expect(await problemsIn(await resealed({ 'opened.json': [...opened(), unknown] }))).toContainEqual([
      'opened.json',
      field?.eventId,
      'mai non è un campo cifrato dell’evento',
    ])
  })

  it('names an entry of the history that differs from its event', async () => {
    const history = json(whole, 'history.json') as readonly { eventId: string; data: object }[]
    const [first, ...rest] = history
    for (const data of [{ ...first?.data, accountId: 'altri' }, { ...first?.data, aggiunto: 1 }, {}])
      expect(await problemsIn(await resealed({ 'history.json': [{ ...first, data }, ...rest] }))).toEqual([
        ['history.json', first?.eventId, 'non corrisponde all’evento del registro'],
      ])
  })

  it('does not pass with another key, unless its reader has none to compare', async () => {
    const forger = log.newKey()
    const note = log.noteOf(6)
    const signed = [['impronte.json', null, 'la firma non è di nessuna delle chiavi, o il testo è cambiato']]
    expect(await problemsIn(await resealed({}, forger))).toEqual(signed)
    const published = JSON.stringify([forger.published])
    expect(await problemsIn(whole, published)).toHaveLength(2)
    expect(await problemsIn(whole, JSON.stringify([log.key.published]))).toEqual([])
    const signatureOfOther = note.replace(/— .*/, log.noteOf(5).split('\n')[4] ?? '')
    expect(await problemsIn(await resealed({ 'checkpoint.txt': signatureOfOther }))).toEqual([
      ['checkpoint.txt', null, 'la firma non è di nessuna delle chiavi, o il testo è cambiato'],
    ])
  })
})

describe('D-61: a later checkpoint', () => {
  it('continues the one of the archive, or the fork is named', async () => {
    const earlier = await resealed({
      'checkpoint.txt': log.noteOf(5),
      'events.json': [],
      'proofs.json': [],
      'opened.json': [],
      'history.json': [],
    })
    const later = [log.noteOf(6), consistency(5, 6)] as const
    const { facts, problems } = await checkFiles(earlier, knownFrom(later.map((text) => Buffer.from(text))))
    expect(problems).toEqual([])
    expect(facts).toContain('Il registro alla dimensione 6 comincia con quello di questo archivio.')
    expect(await problemsIn(earlier, log.noteOf(6), consistency(5, 6).replace(/[\da-f]{64}/, '0'.repeat(64)))).toEqual([
      ['checkpoint.txt', null, 'il registro alla dimensione 6 non comincia con quello di questo archivio'],
    ])
    const { notes } = await checkFiles(earlier, knownFrom([Buffer.from(log.noteOf(6))]))
    expect(notes).toContain('Per confrontare il checkpoint alla dimensione 6 serve la prova di continuità da 5 a 6.')
    const fork = log.noteOf(6).replace('\n6\n', '\n5\n')
    expect(await problemsIn(earlier, fork)).toEqual([
      ['checkpoint.txt', null, 'un altro checkpoint non è firmato da nessuna delle chiavi'],
    ])
  })
})

describe('D-61: our verifier and one written from the texts of the standards', () => {
  const events = () => json(whole, 'events.json') as readonly string[]
  type Proof = { readonly leafIndex: number; readonly leafHash: string; readonly path: readonly string[] }
  const proofs = () => json(whole, 'proofs.json') as readonly Proof[]
  const opened = () => json(whole, 'opened.json') as readonly { value: unknown }[]
  const firstReplaced = <A>(all: readonly A[], replace: (first: A) => A): readonly A[] =>
    all.map((item, index) => (index === 0 ? replace(item) : item))
  const publishedNow = (note = log.noteOf(6), path = log.rangeHashes(consistencyProof(6, 6))) => ({
    keys: [log.key.published],
    newest: { note, path },
  })

  type Published = ReturnType<typeof publishedNow>
  type Tampering = readonly [what: string, file: string, tamper: () => Promise<Files>, published?: () => Published]
  const tamperings: readonly Tampering[] = [
    [
      'an event changed',
      'events.json',
      () => resealed({ 'events.json': firstReplaced(events(), (leaf) => leaf.replace('ana', 'eva')) }),
    ],
    [
      'events swapped',
      'proofs.json',
      () => resealed({ 'proofs.json': proofs().map((proof, index) => ({ ...proof, leafIndex: 5 - index })) }),
    ],
    ['an event removed', 'events.json', () => resealed({ 'events.json': events().slice(1) })],
    [
      'an event inserted',
      'proofs.json',
      () => resealed({ 'events.json': [...events(), events()[0]?.replace(/"id":"[^"]+"/, '"id":"mai"')] }),
    ],
    ['the end of the log cut', 'checkpoint.txt', async () => whole, () => publishedNow(log.noteOf(4), [])],
    ['a fork', 'checkpoint.txt', async () => whole, () => publishedNow(log.forkedNote())],
    ['another key', 'impronte.json', () => resealed({}, log.newKey())],
    [
      'an old signature',
      'checkpoint.txt',
      () => resealed({ 'checkpoint.txt': log.noteOf(6).replace(/— .*/, log.noteOf(5).split('\n')[4] ?? '') }),
    ],
    [
      'a field sealed again',
      'events.json',
      () => resealed({ 'events.json': firstReplaced(events(), (leaf) => leaf.replace(/"~":"[^"]+"/, '"~":"AAAA"')) }),
    ],
    [
      'an opened value changed',
      'opened.json',
      () => resealed({ 'opened.json': firstReplaced(opened(), (field) => ({ ...field, value: 'Mai detto' })) }),
    ],
    [
      'a leaf index moved',
      'proofs.json',
      () => resealed({ 'proofs.json': firstReplaced(proofs(), (proof) => ({ ...proof, leafIndex: 1 })) }),
    ],
    [
      'a tile corrupted',
      'proofs.json',
      () =>
        resealed({
          'proofs.json': firstReplaced(proofs(), (proof) => ({ ...proof, path: proof.path.map(() => '0'.repeat(64)) })),
        }),
    ],
  ]

  it('accept the same archive', async () => {
    expect(faultsIn(whole, publishedNow())).toEqual([])
    expect(await problemsIn(whole, JSON.stringify(publishedNow().keys), publishedNow().newest.note)).toEqual([])
  })

  it.each(tamperings.map(([what, file], index) => [what, file, index] as const))(
    'both reject %s; ours names %s',
    async (_, file, index) => {
      const [, , tamper = async () => whole, published = () => publishedNow()] = tamperings[index] ?? []
      const { keys, newest } = published()
      const files = await tamper()
      expect(faultsIn(files, { keys, newest })).not.toEqual([])
      const problems = await problemsIn(files, JSON.stringify(keys), newest.note)
      expect(problems.map(([name]) => name)).toContain(file)
    },
  )
})

const run = promisify(execFile)
/** Exit code and output of `verifica.mjs` in a process without Garbo, and of `garbo audit check`. */
const verify = async (files: Files, asFolder: boolean) => {
  const folder = await mkdtemp(join(tmpdir(), 'garbo-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of files)
    if (asFolder || name === 'verifica.mjs') await writeFile(join(folder, name), content)
  const zip = join(folder, '.archivio.zip')
  await writeFile(zip, await zipOf(files))
  const own = await run(process.execPath, [join(folder, 'verifica.mjs'), ...(asFolder ? [] : [zip])], {
    env: {},
    cwd: tmpdir(),
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
  )
  return { ...own, command: await checkPaths(asFolder ? folder : zip, []) }
}

describe('D-61: verifica.mjs', () => {
  it.each([true, false])('accepts the archive (in its folder: %s), as the command does', async (asFolder) => {
    const { code, output, command } = await verify(whole, asFolder)
    expect([code, output]).toEqual([0, `${command.lines.join('\n')}\n`])
    expect(command.holds).toBe(true)
    expect(command.lines[0]).toBe('Corrisponde, se le chiavi in keys.json sono quelle di Garbo.')
  })

  it.each([true, false])('exits with 1 and names the file (in its folder: %s)', async (asFolder) => {
    const { code, output, command } = await verify(new Map(whole).set('proofs.json', Buffer.from('[]')), asFolder)
    expect([code, command.holds]).toEqual([1, false])
    expect(output).toContain('✗ proofs.json: è cambiato')
    expect(output).toContain(`✗ proofs.json, evento ${log.eventIds[0]}: non c’è la prova`)
  })

  it('says that a damaged archive cannot be read', async () => {
    const { holds, lines } = await checkPaths(import.meta.filename, [])
    expect([holds, lines]).toEqual([
      false,
      [expect.stringMatching(/: non è un archivio di Garbo: non finisce come un file zip senza commento$/)],
    ])
  })
})

describe('Q-60: an event whose time is confidential', () => {
  it('stands without its id, its hash and its place in the log', async () => {
    const files = await log.build({ displayOf: ({ leafIndex }) => (leafIndex === 1 ? 'timeless' : 'redacted') })
    const events = json(files, 'events.json') as readonly object[]
    expect(events[1]).toEqual({ eventId: 'riservato-2', type: 'ReviewSubmitted', leafHash: '' })
    expect(events[0]).toEqual({ eventId: log.eventIds[0], type: 'ClientRegistered', leafHash: expect.any(String) })
    const { problems, notes } = await checkFiles(files, knownFrom([]))
    expect([problems, notes.slice(2)]).toEqual([
      [],
      ['Eventi senza prova, perché il loro posto nel registro direbbe l’ora, che è riservata: 1.'],
    ])
    for (const [name, content] of files)
      expect([name, Buffer.from(content).includes(log.eventIds[1] ?? '')]).toEqual([name, false])
  })
})
