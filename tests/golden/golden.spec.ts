import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { eventRegistry } from '../../application/event-registry.ts'
import type { Aggregates } from '../../domain/kernel/aggregates.ts'
import type { AnyEvent, EventCodec } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import { sampleOf } from '../support/event-samples.ts'

/** An event as it was first written, personal fields opened. Never edited: stored events never change. */
interface Golden {
  readonly type: string
  readonly version: number
  readonly data: Readonly<Record<string, unknown>>
}

const codecs: readonly EventCodec<AnyEvent>[] = [...eventRegistry.codecs.values()]
/** The context of each event, by the aggregates of the domain. */
const contexts = new Map<string, string>()
for (const context of readdirSync('domain').filter((folder) => existsSync(`domain/${folder}/aggregates.ts`))) {
  const listed = (await import(`../../domain/${context}/aggregates.ts`)) as Readonly<Record<string, Aggregates>>
  for (const { events } of Object.values(listed).flatMap((aggregates) => Object.values(aggregates)))
    for (const type of events.codecs.keys()) contexts.set(type, context)
}
const nameOf = (type: string, version: number) => `${contexts.get(type)}/${type}.v${version}.json`
const goldens = readdirSync(new URL('./', import.meta.url), { encoding: 'utf8', recursive: true }).filter((file) =>
  file.endsWith('.json'),
)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Golden

/** What is wrong with a golden file; null if it reads back as it was written. */
const faultOf = (file: string, { type, version, data }: Golden): string | null => {
  const codec = eventRegistry.codecs.get(type)
  if (codec === undefined) return `${file}: no event is called ${type}`
  if (version > codec.version || basename(file) !== `${type}.v${version}.json`) return `${file}: misnamed`
  const event = codec.decode(data, version)
  if (E.isLeft(event)) return `${file}: cannot be read`
  const written = encoded(codec, event.right.data as Golden['data'])
  const again = codec.decode(JSON.parse(JSON.stringify(written)))
  if (!isDeepStrictEqual(again, event)) return `${file}: is lost when written again`
  return version < codec.version || isDeepStrictEqual(written, data)
    ? null
    : `${file}: reads differently from what was written`
}

const encoded = ({ fields }: EventCodec<AnyEvent>, data: Golden['data']) =>
  Object.fromEntries(Object.keys(data).map((name) => [name, fields[name]?.codec.encode(data[name])]))

// GOLDEN=new vitest run tests/golden: writes missing golden files from the event samples; never overwrites one
if (process.env['GOLDEN'] === 'new')
  for (const { type, version } of codecs)
    if (!goldens.includes(nameOf(type, version))) {
      const file = new URL(nameOf(type, version), import.meta.url)
      const golden = { type, version, data: sampleOf(type) }
      mkdirSync(new URL('./', file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(golden, null, 2)}\n`, { flag: 'wx' })
      goldens.push(nameOf(type, version))
    }

describe('the golden files', () => {
  it.each(codecs.map(({ type, version }) => [type, version] as const))('cover every version of %s', (type, version) => {
    const shapes = Array.from({ length: version }, (_, i) => nameOf(type, i + 1))
    expect(goldens).toEqual(expect.arrayContaining(shapes))
  })

  it.each(goldens)('%s reads as it was written', (file) => expect(faultOf(file, read(file))).toBeNull())

  it('are rejected when the event is unknown, the name is wrong or the content differs', () => {
    const data = sampleOf('NameKept') ?? {}
    expect(faultOf('NameLost.v1.json', { type: 'NameLost', version: 1, data })).toMatch(/no event/)
    expect(faultOf('NameKept.v2.json', { type: 'NameKept', version: 2, data })).toMatch(/misnamed/)
    expect(faultOf('NameKept.v1.json', { type: 'NameKept', version: 1, data: {} })).toMatch(/cannot be read/)
    expect(faultOf('NameKept.v1.json', { type: 'NameKept', version: 1, data: { ...data, more: 1 } })).toMatch(
      /reads differently/,
    )
  })
})
