import { OrderedMap, PersistentMap, PersistentSet } from '../domain/kernel/collections.ts'

/** JSON with tagged collections; null if the value has parts that would not come back as they are. */
export const writeState = (state: unknown): string | null => {
  const written = toJson(state)
  return written === unwritable ? null : JSON.stringify(written)
}

export const readState = (text: string): unknown => restore(JSON.parse(text))

const unwritable = Symbol('unwritable')
const tag = '$'

const toJson = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return isScalar(value) ? value : unwritable
  if (OrderedMap.isOrderedMap(value)) return tagged('ordered', [...value])
  if (PersistentMap.isMap(value)) return tagged('map', [...value])
  if (PersistentSet.isSet(value)) return tagged('set', [...value])
  if (!Array.isArray(value) && (Object.getPrototypeOf(value) !== Object.prototype || tag in value)) return unwritable
  return withJsonParts(value as Parts)
}

type Parts = Readonly<Record<string, unknown>>

/** The same list or object if none of its parts changes, which is so for most. */
const withJsonParts = (parts: Parts): unknown => {
  let copy: Record<string, unknown> | null = null
  for (const name of Object.keys(parts)) {
    const written = toJson(parts[name])
    if (written === unwritable) return unwritable
    if (written === parts[name]) continue
    copy ??= (Array.isArray(parts) ? [...(parts as unknown[])] : { ...parts }) as Record<string, unknown>
    copy[name] = written
  }
  return copy ?? parts
}

const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

const tagged = (kind: 'ordered' | 'map' | 'set', parts: readonly unknown[]) => {
  const written = toJson(parts)
  return written === unwritable ? unwritable : { [tag]: kind, parts: written }
}

/** Replaces tagged collections in a parsed value, in place: a reviver of `JSON.parse` would take several times as long. */
const restore = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) if (typeof fields[name] === 'object') fields[name] = restore(fields[name])
  return tag in fields ? collectionOf(fields[tag], fields['parts'] as Iterable<[unknown, unknown]>) : value
}

const collectionOf = (kind: unknown, parts: Iterable<[unknown, unknown]>): unknown => {
  if (kind === 'ordered') return OrderedMap(parts)
  return kind === 'map' ? PersistentMap(parts) : PersistentSet<unknown>(parts)
}
