import { type Files, textOf } from './archive.ts'

/** A small archive can unpack to more than a computer holds. */
const maxUnpackedBytes = 512 * 1024 * 1024

/** Of the record at the end, which has no comment. */
const endBytes = 22
/** Of an entry of the directory, without its name. */
const entryBytes = 46
/** Of the header before a file, without the name. */
const headerBytes = 30
/** After a file: a signature, then checksum and sizes as in the directory. */
const descriptorBytes = 16

type Bytes = Uint8Array<ArrayBuffer>
interface Entry {
  readonly name: string
  readonly size: number
  /** Not compressed. */
  readonly isStored: boolean
  readonly compressed: Bytes
  /** Bytes of the entry in the directory. */
  readonly entryLength: number
  /** Where the next file begins. */
  readonly next: number
}

/**
 * The files of an archive that all programs read alike: others could show files that have not been checked. It may have been
 * packed again by another program.
 */
export const unzip = async (zip: Bytes): Promise<Files> => {
  const entries = entriesOf(zip)
  if (entries.reduce((total, { size }) => total + size, 0) > maxUnpackedBytes)
    throw refused('i file, decompressi, superano 512 MB')
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (files.has(entry.name)) throw refused(`${entry.name} c’è due volte`)
    files.set(entry.name, await inflated(entry))
  }
  return files
}

const refused = (reason: string) => new TypeError(`non è un archivio di Garbo: ${reason}`)

const entriesOf = (zip: Bytes): readonly Entry[] => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - endBytes
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw refused('non finisce come un file zip senza commento')
  const [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  const isWhole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count
  if (!isWhole || view.getUint16(end + 20, true) !== 0 || start + length !== end)
    throw refused('l’indice non ha la forma prevista')
  const entries: Entry[] = []
  let offset = 0
  for (let at = start; at < end;) {
    const entry = entryAt(zip.subarray(0, end), at, offset)
    entries.push(entry)
    offset = entry.next
    at += entry.entryLength
  }
  if (entries.length !== count || offset !== start) throw refused('l’indice non descrive tutto il contenuto')
  return entries
}

/** What a name means twice, sizes beyond 4 GB: programs disagree about these extra fields. */
const ambiguousFields: ReadonlySet<number> = new Set([0x0001, 0x6375, 0x7075])
/** Descriptor after the file, level of compression, UTF-8. */
const knownFlags = 0x080e

/** The entry of the directory, whose file has to begin at the offset. */
const entryAt = (zip: Bytes, at: number, offset: number): Entry => {
  const entry = zip.subarray(at)
  if (entry.length < entryBytes || !begins(entry, [0x50, 0x4b, 1, 2])) throw refused('l’indice è danneggiato')
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength)
  const [flags, method] = [view.getUint16(8, true), view.getUint16(10, true)]
  const [nameLength, extraLength] = [view.getUint16(28, true), view.getUint16(30, true)]
  const [comment, disk] = [view.getUint16(32, true), view.getUint16(34, true)]
  const [packed, size] = [view.getUint32(20, true), view.getUint32(24, true)]
  const nameBytes = entry.subarray(entryBytes, entryBytes + nameLength)
  const name = nameOf(nameBytes)
  const isAscii = nameBytes.every((byte) => byte < 128)
  const isKnown = (flags & ~knownFlags) === 0 && (method === 0 || method === 8) && (isAscii || (flags & 0x800) !== 0)
  if (!isKnown || comment !== 0 || disk !== 0 || name.endsWith('/') || (method === 0 && packed !== size))
    throw refused(`${name} è descritto nell’indice in una forma insolita`)
  const extraAt = entryBytes + nameBytes.length
  if (!areClear(entry.subarray(extraAt, extraAt + extraLength), extraLength))
    throw refused(`${name} ha campi che i programmi leggono in modi diversi`)

  const header = zip.subarray(offset)
  if (view.getUint32(42, true) !== offset || !isHeaderOf(header, entry, nameBytes))
    throw refused(`${name} non è dove e come dice l’indice`)
  const localExtra = new DataView(header.buffer, header.byteOffset).getUint16(28, true)
  const data = headerBytes + nameBytes.length + localExtra
  if (!areClear(header.subarray(headerBytes + nameBytes.length, data), localExtra))
    throw refused(`${name} ha campi che i programmi leggono in modi diversi`)
  const hasDescriptor = (flags & 8) !== 0
  if (hasDescriptor && !begins(header.subarray(data + packed), [0x50, 0x4b, 7, 8, ...entry.subarray(16, 28)]))
    throw refused(`${name} non è dove e come dice l’indice`)
  return {
    name,
    size,
    isStored: method === 0,
    compressed: header.subarray(data, data + packed),
    next: offset + data + packed + (hasDescriptor ? descriptorBytes : 0),
    entryLength: extraAt + extraLength,
  }
}

/** The same flags, method and name; the same checksum and sizes, or none if they follow the file. */
const isHeaderOf = (header: Bytes, entry: Bytes, name: Bytes): boolean => {
  const own = header.subarray(14, 26)
  const isSame = begins(own, [...entry.subarray(16, 28)])
  const comesLater = ((entry[8] ?? 0) & 8) !== 0 && own.every((byte) => byte === 0)
  return (
    header.length > headerBytes &&
    begins(header, [0x50, 0x4b, 3, 4]) &&
    begins(header.subarray(6), [...entry.subarray(8, 12)]) &&
    (isSame || comesLater) &&
    begins(header.subarray(26), [...entry.subarray(28, 30)]) &&
    begins(header.subarray(headerBytes), [...name])
  )
}

/** Whether extra fields are complete and change neither name nor sizes. */
const areClear = (fields: Bytes, length: number): boolean => {
  const view = new DataView(fields.buffer, fields.byteOffset, fields.byteLength)
  let at = 0
  while (at + 4 <= fields.length) {
    if (ambiguousFields.has(view.getUint16(at, true))) return false
    at += 4 + view.getUint16(at + 2, true)
  }
  return fields.length === length && at === length
}

const begins = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  bytes.length >= expected.length && expected.every((byte, index) => bytes[index] === byte)

const nameOf = (bytes: Uint8Array): string => {
  try {
    return textOf(bytes)
  } catch {
    throw refused('il nome di un file non è un testo')
  }
}

const inflated = async ({ name, size, isStored, compressed }: Entry): Promise<Uint8Array> => {
  if (isStored) return compressed
  const content = new Uint8Array(size)
  let length = 0
  try {
    const reader = inflating(compressed)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // throws if there is more than the directory says
      content.set(read.value, length)
      length += read.value.length
    }
  } catch {
    length = -1
  }
  if (length !== size || (await endsEarly(compressed))) throw refused(`${name} è danneggiato e non si può leggere`)
  return content
}

const inflating = (compressed: Bytes) =>
  new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()

/** Old versions of Node ignore what follows the compressed data, where further files could hide. */
const endsEarly = async (compressed: Bytes): Promise<boolean> => {
  try {
    const reader = inflating(compressed.subarray(0, -1))
    while (!(await reader.read()).done);
    return true
  } catch {
    return false
  }
}
