import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { crc32, createInflateRaw, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { knownFrom } from '../../../infrastructure/audit/verifier/archive.ts'
import { checkFiles } from '../../../infrastructure/audit/verifier/check.ts'
import { checkPaths } from '../../../infrastructure/audit/verifier/command.ts'
import { resealedWith, testArchives, zipOf } from '../../support/audit/test-archive.ts'

type Files = Map<string, Uint8Array>
let log: Awaited<ReturnType<typeof testArchives>>
let whole: Files
beforeAll(async () => {
  log = await testArchives()
  const bundle = ['LEGGIMI.txt', 'timeline.json', 'timeline.pdf']
  whole = await log.build({ files: bundle.map((name) => ({ name, content: Buffer.from(name) })) })
})

const json = (name: string): unknown => JSON.parse(Buffer.from(whole.get(name) ?? '').toString())
/** The verdict on the bytes of a zip, with the keys that Garbo publishes. */
const verdictOn = async (zip: Uint8Array) => {
  const folder = await mkdtemp(join(tmpdir(), 'garbo-tampered-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [archive, keys] = [join(folder, 'archivio.zip'), join(folder, 'keys.json')]
  await writeFile(archive, zip)
  await writeFile(keys, JSON.stringify([log.key.published]))
  const { holds, lines } = await checkPaths(archive, [keys])
  return { holds, output: lines.join('\n').replaceAll(folder, '') }
}
const problemsIn = async (files: Files) =>
  (await checkFiles(files, knownFrom([Buffer.from(JSON.stringify([log.key.published]))]))).problems.map(
    ({ file, eventId, message }) => [file, eventId, message],
  )
const resealed = (changes: Readonly<Record<string, unknown>>, without?: string) =>
  problemsIn(resealedWith(log.key, whole, changes, without))

interface Entry {
  readonly name: string
  readonly content: Uint8Array
  /** In the directory, if it is another one. */
  readonly listedAs?: string
  readonly extra?: Buffer
  /** After the compressed content. */
  readonly trailing?: Buffer
  readonly isListed?: boolean
  readonly declaredSize?: number
}
interface ZipParts {
  readonly count?: number
  readonly gap?: Buffer
  readonly comment?: Buffer
  readonly beforeEnd?: Buffer
  readonly disk?: number
}
const numbers = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]) =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
/** A zip of the form that Garbo writes, except where it is asked for another one. */
const zipped = (entries: readonly Entry[], { gap = Buffer.alloc(0), ...parts }: ZipParts = {}): Buffer => {
  const [files, directory]: [Buffer[], Buffer[]] = [[gap], []]
  let offset = gap.length
  for (const { name, content, listedAs = name, extra = Buffer.alloc(0), isListed = true, ...entry } of entries) {
    const packed = Buffer.concat([deflateRawSync(content), entry.trailing ?? Buffer.alloc(0)])
    const form = numbers([2, 20], [2, 8], [2, 8], [4, 33 << 16])
    const sums = numbers([4, crc32(content)], [4, packed.length], [4, entry.declaredSize ?? content.length])
    const file = Buffer.concat([
      numbers([4, 0x04034b50]),
      form,
      Buffer.alloc(12),
      numbers([2, name.length], [2, 0]),
      Buffer.from(name),
      packed,
      numbers([4, 0x08074b50]),
      sums,
    ])
    files.push(file)
    const lengths = numbers([2, listedAs.length], [2, extra.length])
    const place = Buffer.concat([Buffer.alloc(10), numbers([4, offset]), Buffer.from(listedAs), extra])
    if (isListed) directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20]), form, sums, lengths, place]))
    offset += file.length
  }
  const { count = directory.length, comment = Buffer.alloc(0), beforeEnd = Buffer.alloc(0), disk = 0 } = parts
  const listed = Buffer.concat(directory)
  const end = numbers([4, 0x06054b50], [2, disk], [2, disk], [2, count], [2, count], [4, listed.length], [4, offset])
  return Buffer.concat([...files, listed, beforeEnd, end, numbers([2, comment.length]), comment])
}
const entries = (): readonly Entry[] => [...whole].map(([name, content]) => ({ name, content }))
const forged: Entry = { name: 'timeline.pdf', content: Buffer.from('%PDF falso') }
const unicodePath = Buffer.from('7570050001000000', 'hex')

describe('D-61: the zip of an archive', () => {
  it('is accepted as Garbo sends it, and as other programs pack it again', async () => {
    const packedAgain = [zipSync(Object.fromEntries(whole)), zipSync(Object.fromEntries(whole), { level: 0 })]
    for (const zip of [zipped(entries()), await zipOf(whole), ...packedAgain])
      expect(await verdictOn(zip)).toMatchObject({
        holds: true,
        output: expect.stringMatching(/^Tutto corrisponde\.\n/),
      })
  })

  const forms: readonly (readonly [what: string, make: () => Uint8Array])[] = [
    ['a file that the directory does not list, first', () => zipped([{ ...forged, isListed: false }, ...entries()])],
    ['a file that the directory does not list, last', () => zipped([...entries(), { ...forged, isListed: false }])],
    ['more files in the directory than it counts', () => zipped([...entries(), forged], { count: whole.size })],
    ['a file twice', () => zipped([forged, ...entries()])],
    ['a file under two names', () => zipped([...entries(), { ...forged, listedAs: 'verifica.mj' }])],
    ['an extra field with another name', () => zipped([...entries(), { ...forged, extra: unicodePath }])],
    ['bytes before the first file', () => zipped(entries(), { gap: Buffer.from('MZ') })],
    [
      'bytes between the compressed content and the next file',
      () => zipped(entries().map((entry) => ({ ...entry, trailing: Buffer.from('PK') }))),
    ],
    ['a comment with a second end', () => zipped(entries(), { comment: zipped([]) })],
    [
      'a zip64 end before the other',
      () => zipped(entries(), { beforeEnd: Buffer.from('504b0606'.padEnd(152, '0'), 'hex') }),
    ],
    ['a second disk', () => zipped(entries(), { disk: 1 })],
    ['bytes after the end', () => Buffer.concat([zipped(entries()), Buffer.from('\n')])],
    [
      'a name that is no text',
      () =>
        Buffer.from(
          zipped([...entries(), { ...forged, name: 'nota.txt' }])
            .toString('latin1')
            .replaceAll('nota.txt', 'not\u00FF.txt'),
          'latin1',
        ),
    ],
  ]
  it.each(forms)('is refused with %s', async (_, make) => {
    expect(await verdictOn(make())).toEqual({
      holds: false,
      output: expect.stringMatching(/^ {2}✗ \/archivio\.zip: non è un archivio di Garbo: \S/),
    })
  })

  it('is refused with bytes after the compressed content by old versions of Node as well, which ignore them', async () => {
    class OldDecompressionStream {
      readonly readable
      readonly writable
      constructor() {
        const { readable, writable } = Duplex.toWeb(createInflateRaw())
        this.readable = readable
        this.writable = writable
      }
    }
    vi.stubGlobal('DecompressionStream', OldDecompressionStream)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect((await verdictOn(zipped(entries()))).holds).toBe(true)
    const [first, ...rest] = entries()
    const trailing = Buffer.from('PK')
    expect((await verdictOn(zipped([{ ...forged, ...first, trailing }, ...rest]))).output).toMatch(
      /non è un archivio di Garbo: LEGGIMI\.txt è danneggiato/,
    )
  })

  it('is refused, naming the file, if it is larger than it says or than 512 MB', async () => {
    const larger = { name: 'grande.txt', content: Buffer.alloc(1_000_000) }
    for (const declaredSize of [0, 10, 999_999, 1_000_001])
      expect((await verdictOn(zipped([...entries(), { ...larger, declaredSize }]))).output).toMatch(
        /non è un archivio di Garbo: grande\.txt è danneggiato/,
      )
    const declaredSize = 512 * 1024 * 1024
    expect((await verdictOn(zipped([...entries(), { ...larger, declaredSize }]))).output).toMatch(
      /non è un archivio di Garbo: i file, decompressi, superano 512 MB$/,
    )
  })

  it('hides no file by its name', async () => {
    for (const name of ['verifica.pdf', 'verifica.js', 'toString', 'constructor', '__proto__', '\uFEFFtimeline.pdf'])
      expect(await verdictOn(await zipOf([...whole, [name, forged.content]]))).toMatchObject({
        holds: false,
        output: expect.stringContaining('non è tra i file firmati'),
      })
  })

  it('shows names without the characters that control a screen', async () => {
    const { output } = await verdictOn(await zipOf([...whole, ['\u001B[2Knota\u202Efdp.txt', forged.content]]))
    expect(output).toContain('✗ \uFFFD[2Knota\uFFFDfdp.txt: non è tra i file firmati')
  })
})

describe('D-61: the list of signed files', () => {
  const withList = async (listed: Readonly<Record<string, string>>, changes: Files = whole) => {
    const { signature } = json('impronte.json') as { readonly signature: string }
    return problemsIn(new Map(changes).set('impronte.json', Buffer.from(JSON.stringify({ files: listed, signature }))))
  }
  const malformed = ['impronte.json', null, 'non ha la forma prevista']
  const hashes = () => (json('impronte.json') as { readonly files: Readonly<Record<string, string>> }).files

  it('cannot hide a file in the name of another', async () => {
    const { 'timeline.pdf': pdf, 'timeline.json': timeline = '', ...others } = hashes()
    const merged = `timeline.json\n${pdf} timeline.pdf`
    const files = new Map(whole).set(merged, whole.get('timeline.json') ?? Buffer.from(''))
    files.delete('timeline.json')
    files.delete('timeline.pdf')
    expect(await withList({ ...others, [merged]: timeline }, files)).toEqual([malformed])
  })

  it('has plain names and whole hashes', async () => {
    const sha = '0'.repeat(64)
    for (const name of ['', ' nota.txt', 'nota.txt ', 'no\tta.txt', 'no\u2028ta.txt'])
      expect(await resealed({ [name]: 'Nota' })).toEqual([malformed])
    for (const wrong of ['', sha.slice(1), `${sha}0`, 'A'.repeat(64), `${sha} altro`])
      expect(await withList({ ...hashes(), 'LEGGIMI.txt': wrong })).toEqual([malformed])
  })

  it('lists no text that begins with an invisible mark', async () => {
    expect(await resealed({ 'opened.json': '\uFEFF[]' })).toContainEqual([
      'opened.json',
      null,
      'non ha la forma prevista',
    ])
  })

  it('has every file of its kind of archive', async () => {
    const missing = 'non è tra i file firmati, ma dovrebbe esserci'
    for (const name of ['LEGGIMI.txt', 'timeline.json', 'timeline.pdf', 'opened.json', 'keys.json'])
      expect(await resealed({}, name)).toContainEqual([name, null, missing])
    const exported = await log.build()
    for (const name of ['LEGGIMI.txt', 'data.json', 'history.json'])
      expect(await problemsIn(resealedWith(log.key, exported, {}, name))).toEqual([[name, null, missing]])
  })
})

describe('D-61: an archive that Garbo itself wrote falsely', () => {
  type Proof = { readonly eventId: string; readonly leafHash: string; readonly leafIndex: number }
  type Told = { readonly eventId: string; readonly type: string; readonly data: object }
  const events = () => json('events.json') as readonly string[]
  const proofs = () => json('proofs.json') as readonly Proof[]
  const history = () => json('history.json') as readonly Told[]

  it('has no event without proof, unless its time is confidential', async () => {
    const leafHash = '0'.repeat(64)
    for (const event of [
      { eventId: 'mai', type: 'ReviewRemoved', leafHash },
      { eventId: 'riservato-7', type: 'ReviewRemoved', leafHash },
      { eventId: 'mai', type: 'ReviewRemoved', leafHash: '' },
      { eventId: 'riservato-8', type: 'ReviewRemoved', leafHash: '' },
    ])
      expect(
        await resealed({
          'events.json': [...events(), event],
          'history.json': [...history(), { eventId: event.eventId, type: event.type, at: '2026-05-01T10:00:00.000Z' }],
        }),
      ).toEqual([['proofs.json', event.eventId, 'non c’è la prova']])
    const timeless = { eventId: 'riservato-7', type: 'ReviewRemoved', leafHash: '' }
    const told = [...history(), { eventId: 'riservato-7', type: 'ReviewRemoved' }]
    expect(await resealed({ 'events.json': [...events(), timeless], 'history.json': told })).toEqual([])
  })

  it('passes one event of the log off as two only to be named', async () => {
    const [first] = proofs()
    const again = { ...first, eventId: 'altro' }
    const event = { eventId: 'altro', type: 'ReviewRemoved', leafHash: first?.leafHash }
    expect(await resealed({ 'events.json': [...events(), event], 'proofs.json': [...proofs(), again] })).toContainEqual(
      ['proofs.json', 'altro', 'ha l’impronta o il posto di un altro evento'],
    )
  })

  it('names proofs and opened values that are there twice', async () => {
    const [proof] = proofs()
    expect(await resealed({ 'proofs.json': [{ ...proof, leafIndex: 77 }, ...proofs()] })).toContainEqual([
      'proofs.json',
      proof?.eventId,
      'compare due volte',
    ])
    const opened = json('opened.json') as readonly { readonly eventId: string; readonly field: string }[]
    const [field] = opened
    expect(await resealed({ 'opened.json': [...opened, field] })).toEqual([
      ['opened.json', field?.eventId, `${field?.field} compare due volte`],
    ])
  })

  it('tells in its history the same events in the same order', async () => {
    const [first, second, ...rest] = history()
    const message = 'non contiene gli stessi eventi di events.json, nello stesso ordine'
    for (const told of [
      [],
      [second, first, ...rest],
      [first, first, second, ...rest],
      [...history(), { ...first, eventId: 'mai' }],
    ])
      expect(await resealed({ 'history.json': told })).toEqual([['history.json', null, message]])
    expect(await resealed({ 'history.json': [...history(), { ...first, eventId: null }] })).toEqual([
      ['history.json', null, 'non ha la forma prevista'],
    ])
  })

  it('tells of each event what the log says, and nothing of those the reader may not see', async () => {
    const [first, ...rest] = history()
    const expected = [['history.json', first?.eventId, 'non corrisponde all’evento del registro']]
    for (const change of [
      { at: '1999-01-01T00:00:00.000Z' },
      { stream: 'altro' },
      { version: 9 },
      { type: 'Altro' },
      { data: undefined },
      { data: null },
      { aggiunto: 1 },
    ])
      expect(await resealed({ 'history.json': [{ ...first, ...change }, ...rest] })).toEqual(expected)
    const redacted = await log.build({ displayOf: () => 'redacted' })
    const told = JSON.parse(Buffer.from(redacted.get('history.json') ?? '').toString()) as readonly object[]
    expect(await problemsIn(redacted)).toEqual([])
    const [seen, ...others] = told
    for (const change of [{ data: {} }, { stream: 'altro' }, { type: 'Altro' }, { at: 5 }])
      expect(
        await problemsIn(resealedWith(log.key, redacted, { 'history.json': [{ ...seen, ...change }, ...others] })),
      ).toEqual(expected)
  })

  it('does not mistake what every object has for a value', async () => {
    const [first, ...rest] = history()
    const [, ...others] = Object.entries(first?.data ?? {})
    // an own member, unlike the one that every object inherits
    const data: unknown = JSON.parse(
      JSON.stringify({ ...Object.fromEntries(others), inherited: {} }).replace('inherited', '__proto__'),
    )
    expect(await resealed({ 'history.json': [{ ...first, data }, ...rest] })).toEqual([
      ['history.json', first?.eventId, 'non corrisponde all’evento del registro'],
    ])
  })
})
