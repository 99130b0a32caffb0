import { PersistentMap, PersistentSet } from '../../domain/kernel/collections.ts'
import type { ShownState, StateChange } from './ports.ts'
import { sealedValue, subjectOfSealedText } from './sealed-fields.ts'

/** Entries of a collection that are shown, and of all of them together. */
const maxEntries = 1_000
const maxEntriesTogether = 20_000

/** Shows the first entries of long lists and the last ones of maps and sets, which are in the order of insertion where it matters. */
export const shownState = (state: unknown): ShownState => {
  let [left, omitted] = [maxEntriesTogether, 0]
  const limited = <A>(parts: readonly A[], fromEnd: boolean): readonly A[] => {
    const count = Math.min(parts.length, maxEntries, left)
    left -= count
    omitted += parts.length - count
    return fromEnd ? parts.slice(parts.length - count) : parts.slice(0, count)
  }
  const show = (value: unknown): unknown => {
    if (typeof value === 'string') return shownText(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return limited(value, false).map(show)
    const parts = limited([...entriesOf(value)], true)
    return Object.fromEntries(parts.map(([key, part]) => [shownKey(key), show(part)]))
  }
  const shown = show(state)
  return { state: shown, omitted }
}

const shownText = (text: string): unknown => {
  const subject = subjectOfSealedText(text)
  return subject === null ? text : sealedValue(subject)
}

/** Some maps have sealed text in their keys. */
const shownKey = (key: string): string =>
  subjectOfSealedText(key) === null ? key : `${key.slice(0, key.indexOf('\0'))}(sealed)`

const entriesOf = (value: object): Iterable<readonly [string, unknown]> => {
  if (PersistentMap.isMap(value)) return [...value].map(([key, part]) => [String(key), part] as const)
  if (PersistentSet.isSet(value)) return [...value].map((member) => [String(member), true] as const)
  return Object.entries(value)
}

type Change = Omit<StateChange, 'eventId' | 'type'>

interface Comparison {
  readonly changes: readonly Change[]
  /** How many parts were compared. */
  readonly compared: number
}

/** What differs between two states of one aggregate. States share what did not change, which is skipped. */
export const compareStates = (before: unknown, after: unknown): Comparison => {
  const changes: Change[] = []
  let compared = 0
  const compare = (path: string, one: unknown, other: unknown): void => {
    const [parts, otherParts] = [partsOf(one), partsOf(other)]
    if (parts === null || otherParts?.kind !== parts.kind) {
      changes.push({ path, before: shownState(one ?? null).state, after: shownState(other ?? null).state })
      return
    }
    compared += parts.size + otherParts.size
    let kept = 0
    otherParts.visit((part, key) => {
      const former = parts.get(key)
      if (former !== undefined) kept++
      if (former !== part) compare(`${path}/${pointerToken(key)}`, former, part)
    })
    if (kept === parts.size) return
    parts.visit((part, key) => {
      if (otherParts.get(key) === undefined) compare(`${path}/${pointerToken(key)}`, part, undefined)
    })
  }
  if (before !== after) compare('', before, after)
  return { changes, compared }
}

interface Parts {
  readonly kind: 'map' | 'set' | 'list' | 'object'
  readonly size: number
  readonly visit: (visit: (part: unknown, key: unknown) => void) => void
  /** Undefined if there is none. */
  readonly get: (key: unknown) => unknown
}

/** Null for a value without parts. */
const partsOf = (value: unknown): Parts | null => {
  if (typeof value !== 'object' || value === null) return null
  if (PersistentMap.isMap(value)) {
    return { kind: 'map', size: value.size, visit: (visit) => value.forEach(visit), get: (key) => value.get(key) }
  }
  if (PersistentSet.isSet(value)) {
    const visit: Parts['visit'] = (visitMember) => value.forEach((member) => visitMember(true, member))
    return { kind: 'set', size: value.size, visit, get: (key) => value.has(key) || undefined }
  }
  const fields = Object.entries(value)
  const byName = value as Readonly<Record<string, unknown>>
  return {
    kind: Array.isArray(value) ? 'list' : 'object',
    size: fields.length,
    visit: (visit) => {
      for (const [key, part] of fields) visit(part, key)
    },
    get: (key) => (Object.hasOwn(byName, String(key)) ? byName[String(key)] : undefined),
  }
}

const pointerToken = (key: unknown): string => shownKey(String(key)).replaceAll('~', '~0').replaceAll('/', '~1')
