import { family, type AnyEvent, type EventFamily } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { AccountErased, type ErasureEvent } from '../../domain/privacy/erasure/events.ts'
import type { AnyProjection, Row } from './any-projection.ts'
import type { Page } from './pages.ts'

/** What of a projection's rows is somebody's. */
export interface Erasing {
  /** The fields that say whose. */
  readonly owners: readonly string[]
  /** The row once these have been erased: itself when nothing of it is theirs, null when all of it is. */
  readonly without: (row: Row, subjects: readonly string[]) => Row | null
}

/** Null for a projection that keeps nothing about anybody. */
export const erasingOf = ({ columns, goesWith }: AnyProjection): Erasing | null => {
  const personal = Object.entries(columns).flatMap(([field, { pii }]) => (pii ? [{ field, ...pii }] : []))
  const owners = new Set([...personal.map(({ of }) => of), ...(goesWith === undefined ? [] : [goesWith])])
  if (owners.size === 0) return null
  return {
    owners: [...owners],
    without: (row, subjects) => {
      const isTheirs = (owner: string) => subjects.some((subject) => row[owner] === subject)
      if (goesWith !== undefined && isTheirs(goesWith)) return null
      const theirs = personal.filter(({ field, of }) => row[field] !== null && isTheirs(of))
      if (theirs.length === 0) return row
      return { ...row, ...Object.fromEntries(theirs.map(({ field, erased }) => [field, erased])) }
    },
  }
}

/** Whom an event says to be erased; nobody, for every other. */
export const erasedBy = ({ event }: Recorded): readonly string[] => {
  if (event.type !== AccountErased.type) return nobody
  const { accountId, clientId } = (event as Extract<ErasureEvent, { readonly type: 'AccountErased' }>).data
  return clientId === null ? [accountId] : [accountId, clientId]
}

const nobody: readonly string[] = []

const erasures = family(AccountErased)

/** What a projection hears: its own events and, where it keeps anything about anybody, who has been erased. */
export const heardBy = (projection: AnyProjection): EventFamily<AnyEvent> =>
  erasingOf(projection) === null
    ? projection.events
    : { codecs: new Map([...projection.events.codecs, ...erasures.codecs]) }

export const tellsOfErasure = ({ events }: Page): boolean => events.some(({ type }) => erasures.codecs.has(type))
