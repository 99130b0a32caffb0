import { crc32, deflateRawSync } from 'node:zlib'

export interface Entry {
  readonly name: string
  readonly content: Buffer
}

interface Place {
  readonly name: Buffer
  /** Sums and sizes, as both headers say them. */
  readonly facts: Buffer
  readonly at: number
}

const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50]
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
const deflated = 8
/** The first day a zip can tell: what is in it has dates of its own. */
const firstDay = 0x21

/** A zip, written entry by entry: no more than one of them is held in memory (PKWARE's APPNOTE, without zip64). */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const places: Place[] = []
  let at = 0
  for await (const { name: text, content } of entries) {
    const [name, data] = [Buffer.from(text), deflateRawSync(content)]
    const facts = factsOf(name, content, data)
    const head = Buffer.concat([numbers([4, localSignature]), facts, numbers([2, 0]), name])
    yield head
    yield data
    places.push({ name, facts, at })
    at += head.length + data.length
  }
  const directory = Buffer.concat(places.map(placed))
  yield directory
  yield numbers(
    [4, endSignature],
    [4, 0],
    [2, places.length],
    [2, places.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  )
}

const factsOf = (name: Buffer, content: Buffer, data: Buffer): Buffer =>
  numbers(
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc32(content)],
    [4, data.length],
    [4, content.length],
    [2, name.length],
  )

/** No extra field, no comment, one disk, no attributes. */
const placed = ({ name, facts, at }: Place): Buffer =>
  Buffer.concat([
    numbers([4, centralSignature], [2, version]),
    facts,
    numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
    name,
  ])

/** Each so many bytes long, the lowest first. */
const numbers = (...all: readonly (readonly [2 | 4, number])[]): Buffer =>
  Buffer.concat(
    all.map(([length, value]) => {
      const bytes = Buffer.alloc(length)
      if (length === 2) bytes.writeUInt16LE(value)
      else bytes.writeUInt32LE(value)
      return bytes
    }),
  )
