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

/** What the log contains where a conflicting append would be. */
interface ConflictEvidence {
  readonly head: StreamHead
  /** The stream's version before this append; null for `any` and `exists`, unless the append is a repetition. */
  readonly before: Version | null
  readonly ids: readonly string[]
  /** Position of the last of `ids`. */
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

/** Larger than any real version; higher expectations are wrong in the same way. */
const maxVersion = 2_000_000_000

const encodeExpected = (expected: Expected): number =>
  Math.min(expectedVersion(expected) ?? (expected === 'any' ? -1 : -2), maxVersion)

const toEvidence = ([streamNumber, actual, before, ids, position]: TextRow): ConflictEvidence => ({
  head: { streamNumber: Number(streamNumber ?? 0), version: Number(actual) },
  before: before === null || before === undefined ? null : Number(before),
  ids: parseArray(ids),
  position: formatPosition(position ?? 0),
})

/**
 * An append whose ids are all in place is a repetition; if only some are, the ids were reused by mistake. Null: the log
 * does not contradict the append.
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
 * Answers repetitions and appends that lost a race. Returns the rest in order: those that can be written now, and those
 * that conflict only with one of these and must wait for its outcome.
 */
export const resolveConflicts = async (
  query: RunQuery,
  updateHead: StreamHeadCache['set'],
  appends: readonly PendingAppend[],
): Promise<PendingAppend[]> => {
  const evidences = await loadEvidence(query, appends)
  const versions = new Map<string, Version>()
  return appends.filter((append, n) => {
    const evidence = evidences[n]
    if (evidence === undefined) throw new Error('there is no evidence for an append')
    const { stream, expected, events, answer } = append
    const version = versions.get(stream) ?? evidence.head.version
    updateHead(stream, evidence.head)
    const willFit = matchesExpectation(expected, version)
    const outcome = resolveConflict(append, evidence, willFit)
    if (outcome !== null) answer(outcome)
    else if (willFit) versions.set(stream, version + events.length)
    return outcome === null
  })
}
