import canonicalize from 'canonicalize'
import { hash } from 'node:crypto'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'

/** SHA-256, 32 bytes. */
export type Hash = Buffer
export const hashBytes = 32

/** Hash of a leaf. @see https://www.rfc-editor.org/rfc/rfc9162#section-2.1.1 */
export const leafHash = (leaf: string): Hash => hash('sha256', Buffer.from(`\0${leaf}`), 'buffer')

/** Hash of a node of the tree. */
export const nodeHash = (left: Hash, right: Hash): Hash =>
  hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer')
const nodePrefix = Buffer.from([1])

/** Root of a tree without leaves. */
export const emptyRoot: Hash = hash('sha256', '', 'buffer')

/**
 * An event as it is stored, as canonical JSON (RFC 8785). Personal fields are encrypted in it, so an erasure does not
 * change it. Text that is not JSON stands as it is, without version and time.
 *
 * @rule D-15
 */
export const leafOf = ({ id, stream, version, type, data, meta }: RecordedEvent): string => {
  const [parsedData, parsedMeta] = [parsed(data), parsed(meta)]
  const { v: schemaVersion = null, occurredAt: at = null } = isRecord(parsedMeta) ? parsedMeta : {}
  try {
    return canonical({ id, stream, version, type, schemaVersion, at, data: parsedData, meta: parsedMeta })
  } catch {
    // numbers beyond the range of a double, half a surrogate pair or very deep nesting have no canonical form
    return canonical({ id, stream, version, type, schemaVersion: null, at: null, data, meta })
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const canonical = (value: object): string => {
  const text = quickCanonical(value) ?? canonicalize(value)
  if (text === undefined) throw new TypeError('the value has no canonical form')
  return text
}

/**
 * Canonical JSON by `JSON.stringify`, which writes numbers and texts as RFC 8785 does; twice as fast. Null for what it
 * writes differently: names that begin with a digit, which it sorts as numbers, and half a surrogate pair.
 */
const quickCanonical = (value: object): string | null => {
  const sorted = sortedByName(value)
  const text = sorted === peculiar ? null : JSON.stringify(sorted)
  return text?.includes(String.raw`\ud`) === true ? null : text
}

const peculiar = Symbol('has no quick canonical form')

/** A copy whose names are in order. */
const sortedByName = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : peculiar
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(sortedByName)
    return items.includes(peculiar) ? peculiar : items
  }
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const field = sortedByName((value as Readonly<Record<string, unknown>>)[name])
    if (field === peculiar || name === '__proto__' || /^\d/.test(name)) return peculiar
    copy[name] = field
  }
  return copy
}
