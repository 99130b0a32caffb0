import type { Row } from './query.ts'

/** A row of the log. */
export interface Stored {
  readonly place: number
  readonly version: number
  readonly typeNo: number
  readonly id: string
  readonly data: string
  readonly meta: string
  /** The stream's number. */
  readonly no: number
  /** Of the stream, where it begins. */
  readonly name: string | null
}

/** In the order of `columns`. */
export const storedOf = ([place, version, typeNo, id, data, meta, no, name]: Row): Stored => ({
  place: Number(place),
  version: Number(version),
  typeNo: Number(typeNo),
  id: id ?? '',
  data: data ?? '',
  meta: meta ?? '',
  no: Number(no),
  name: name ?? null,
})

/** The same from what `copy … (format binary)` gives out. */
export const storedIn = (copied: Buffer): readonly Stored[] => {
  const rows: Stored[] = []
  // The signature, flags and the length of an extension come first; minus one instead of a count of fields comes last.
  let at = 19 + copied.readInt32BE(15)
  const long = () => copied.readInt32BE(at) * 2 ** 32 + copied.readUInt32BE(at + 4)
  const text = () => {
    const length = copied.readInt32BE(at)
    const from = at + 4
    at = from + Math.max(length, 0)
    return length < 0 ? null : copied.toString('utf8', from, at)
  }
  while (copied.readInt16BE(at) >= 0) {
    at += 2 + 4
    const place = long()
    at += 8 + 4
    const version = copied.readInt32BE(at)
    at += 4 + 4
    const typeNo = copied.readInt16BE(at)
    at += 2 + 4
    const id = uuidAt(copied, at)
    at += 16
    const data = text() ?? ''
    const meta = text() ?? ''
    at += 4
    const no = long()
    at += 8
    rows.push({ place, version, typeNo, id, data, meta, no, name: text() })
  }
  return rows
}

const uuidAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
