import type { Appended, EventStoreFailure, Expected, Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import {
  expectedVersion,
  matchesExpectation,
  type PendingAppend,
  type StreamHead,
  type StreamHeadCache,
} from './batch-composition.ts'
import { formatPosition, int4s, texts, uuids } from './row-encoding.ts'
import { findConflicts, parseArray, type RunQuery, type TextRow } from './statements.ts'

/** What the log holds where an append would have come to lie. */
interface ConflictEvidence {
  readonly head: StreamHead
  /** The stream's version before this append, if it names one or was made before. */
  readonly before: Version | null
  readonly ids: readonly string[]
  /** Of the last of them. */
  readonly position: Position
}

const loadEvidence = async (
  query: RunQuery,
  appends: readonly PendingAppend[],
): Promise<readonly ConflictEvidence[]> => {
  const rows = await query(findConflicts, [
    texts(appends.map(({ stream }) => stream)),
    int4s(appends.map(({ expected }) => encodeExpected(expected))),
    int4s(appends.map(({ events }) => events.length)),
    uuids(appends.map(({ events }) => events[0]?.id ?? '')),
  ])
  return rows.map(toEvidence)
}

/** More events than a stream will ever have: a version from the future beyond it is as wrong as this one. */
const maxVersion = 2_000_000_000

const encodeExpected = (expected: Expected): number =>
  Math.min(expectedVersion(expected) ?? (expected === 'any' ? -1 : -2), maxVersion)

const toEvidence = ([no, actual, before, ids, position]: TextRow): ConflictEvidence => ({
  head: { no: Number(no ?? 0), version: Number(actual) },
  before: before === null || before === undefined ? null : Number(before),
  ids: parseArray(ids),
  position: formatPosition(position ?? 0),
})

/**
 * The same ids in the same places are the same append; in some of the places they are a mistake. Null: what lies in the
 * log does not speak against it.
 */
const resolveConflict = (
  { stream, expected, events }: PendingAppend,
  { head, before, ids, position }: ConflictEvidence,
  willFit: boolean,
): E.Either<EventStoreFailure, Appended> | null => {
  const inPlace = events.filter(({ id }, n) => ids[n] === id.toLowerCase()).length
  if (before !== null && inPlace === events.length) return E.right({ version: before + inPlace, position })
  if (inPlace > 0) return E.left({ type: 'IdsAlreadyUsed', stream })
  if (willFit || matchesExpectation(expected, head.version)) return null
  return E.left({ type: 'WrongVersion', expected, actual: head.version })
}

/**
 * Answers those that were made before or lost their race; gives back those that can be written now, in order, and those
 * that would lose to one of these: as long as that one is not written, nobody knows to whom and against which version.
 */
export const resolveConflicts = async (
  query: RunQuery,
  learn: StreamHeadCache['set'],
  appends: readonly PendingAppend[],
): Promise<PendingAppend[]> => {
  const found = await loadEvidence(query, appends)
  const chains = new Map<string, Version>()
  return appends.filter((appending, n) => {
    const evidence = found[n]
    if (evidence === undefined) throw new Error('a verdict is missing')
    const { stream, expected, events, answer } = appending
    const version = chains.get(stream) ?? evidence.head.version
    learn(stream, evidence.head)
    const willFit = matchesExpectation(expected, version)
    const outcome = resolveConflict(appending, evidence, willFit)
    if (outcome !== null) answer(outcome)
    else if (willFit) chains.set(stream, version + events.length)
    return outcome === null
  })
}
