import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
}

interface DirectoryEntry {
  readonly name: Buffer
  /** Sums and sizes, as both headers say them. */
  readonly facts: Buffer
  readonly at: number
}

const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50]
const version = 20
/** Names are UTF-8. */
const utf8Flag = 0x0800
const deflated = 8
/** The first day a zip can tell: what is in it has dates of its own. */
const firstDay = 0x21

/** A zip, written entry by entry: no more than one of them is held in memory (PKWARE's APPNOTE, without zip64). */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const places: DirectoryEntry[] = []
  let at = 0
  for await (const { name: text, content } of entries) {
    const [name, data] = [Buffer.from(text), deflateRawSync(content)]
    const facts = entryFields(name, content, data)
    const head = Buffer.concat([littleEndian([4, localSignature]), facts, littleEndian([2, 0]), name])
    yield head
    yield data
    places.push({ name, facts, at })
    at += head.length + data.length
  }
  const directory = Buffer.concat(places.map(directoryRecord))
  yield directory
  yield littleEndian(
    [4, endSignature],
    [4, 0],
    [2, places.length],
    [2, places.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  )
}

const entryFields = (name: Buffer, content: Buffer, data: Buffer): Buffer =>
  littleEndian(
    [2, version],
    [2, utf8Flag],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc32(content)],
    [4, data.length],
    [4, content.length],
    [2, name.length],
  )

/** No extra field, no comment, one disk, no attributes. */
const directoryRecord = ({ name, facts, at }: DirectoryEntry): Buffer =>
  Buffer.concat([
    littleEndian([4, centralSignature], [2, version]),
    facts,
    littleEndian([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
    name,
  ])

/** Each so many bytes long, the lowest first. */
const littleEndian = (...all: readonly (readonly [2 | 4, number])[]): Buffer =>
  Buffer.concat(
    all.map(([length, value]) => {
      const bytes = Buffer.alloc(length)
      if (length === 2) bytes.writeUInt16LE(value)
      else bytes.writeUInt32LE(value)
      return bytes
    }),
  )
