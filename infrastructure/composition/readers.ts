import type { AnyPolicy } from '../../application/policy.ts'
import { projections } from '../../projections/all.ts'
import type { Health } from '../../web/api/server-context.ts'
import { differingReadModels, runReadModelChecks } from '../audit/read-model-checks.ts'
import { readSequencer, runSequencer, type SequencerOptions } from '../audit/tree/sequencer.ts'
import { withDeadline } from '../deadline.ts'
import { isWritable } from '../postgres/postgres.ts'
import {
  type AnyProjection,
  countSetAside,
  measureLags,
  type ProjectionStatus,
  type ReaderRuntime,
  type ReaderStatus,
  readProjections,
  runProjection,
  type SetAsideCount,
} from '../projections/projection-engine.ts'
import {
  type OutboxOptions,
  readPolicies,
  type InlineReactions,
  runOutbox,
  runPolicy,
} from '../reactions/policy-runner.ts'

export const allProjections: readonly AnyProjection[] = Object.values(projections)

/** Starts all projections and their checks, policies, the outbox and the sequencer of the tree; the result stops them. */
export const startReaders = (
  runtime: ReaderRuntime,
  policies: readonly AnyPolicy[],
  reactions: InlineReactions,
  outbox: OutboxOptions,
  sequencer: SequencerOptions | null,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    ...allProjections.map((projection) => runProjection(runtime, projection, signal)),
    runReadModelChecks(runtime, allProjections, { queries: outbox.queries }, signal),
    ...policies.map((policy) => runPolicy(runtime, policy, signal, reactions)),
    runOutbox(runtime, outbox, signal),
    ...(sequencer === null ? [] : [runSequencer(runtime, sequencer, signal)]),
  ]
  return async (): Promise<void> => {
    stopping.abort()
    await Promise.allSettled(running)
  }
}

/** Lag in events beyond which a reader is late. */
const maxLag = 500

export type CheckReaders = () => Promise<Health>

const unavailable: Health = { notReady: ['the database or the event log is unavailable'], warnings: [] }
const readOnlyReason = ({ isReadOnly }: Inspection): readonly string[] =>
  isReadOnly ? ['the database is read-only'] : []

/**
 * Not ready while a reader is missing or, until the process was ready once, far behind. Later a lag is a warning: all
 * processes share it, and taking them out of service would turn a delay into an outage.
 */
export const readerHealth = (inspect: InspectReaders): CheckReaders => {
  let wasReady = false
  return async () => {
    try {
      const inspection = await inspect()
      const readers = titledReaders(inspection)
      const { warnings } = inspection
      if (readers.some(({ lag }) => lag === null)) return unavailable
      const missing = [...readOnlyReason(inspection), ...readers.flatMap(missingReason)]
      const behind = readers.flatMap(lagReason)
      wasReady ||= missing.length === 0 && behind.length === 0
      const withoutLeader = readers.filter(({ hasLeader }) => !hasLeader).map(({ title }) => `${title} has no leader`)
      return wasReady
        ? { notReady: missing, warnings: [...warnings, ...behind, ...withoutLeader] }
        : { notReady: [...missing, ...behind], warnings: [...warnings, ...withoutLeader] }
    } catch {
      return unavailable
    }
  }
}

/** A reader with unread events that has not moved for this long is stuck. */
const stuckMs = 60_000

/**
 * Finds readers that make no progress although there are unread events, whichever process runs them. Remembers where
 * they were when it was last asked. Stopped readers are warnings, as in `readerHealth`.
 */
export const readerProgress = (inspect: InspectReaders, now = () => performance.now()): CheckReaders => {
  const behind = new Map<string, { readonly position: string; readonly since: number }>()
  const stuckReason = ({ title, state, lag, position, rebuiltTo }: TitledReader) => {
    const at = `${position}/${rebuiltTo}`
    const last = behind.get(title)
    if (lag === 0 || state === 'stopped') behind.delete(title)
    else if (last?.position !== at) behind.set(title, { position: at, since: now() })
    else if (now() - last.since >= stuckMs)
      return [
        `${title} has not moved for ${Math.floor((now() - last.since) / 1_000)} s although there are unread events`,
      ]
    return []
  }
  return async () => {
    try {
      const inspection = await inspect()
      const readers = titledReaders(inspection)
      if (readers.some(({ lag }) => lag === null)) return { notReady: ['the event log is unavailable'], warnings: [] }
      return {
        notReady: [...readOnlyReason(inspection), ...readers.flatMap(stuckReason)],
        warnings: inspection.warnings,
      }
    } catch {
      return { notReady: ['the database is unavailable'], warnings: [] }
    }
  }
}

interface Inspection {
  readonly readModels: readonly ProjectionStatus[]
  readonly policies: readonly ReaderStatus[]
  /** That of the tree. */
  readonly sequencers: readonly ReaderStatus[]
  readonly isReadOnly: boolean
  /** What has stopped or been set aside. */
  readonly warnings: readonly string[]
}

/** Inspects all projections and policies, whichever process runs them. */
export type InspectReaders = () => Promise<Inspection>

/** Shorter than the eight seconds that the health check of a container waits, so that its answer states the reason. */
export const inspectionMs = 5_000

/**
 * Callers of the same turn of the event loop share one inspection, which reads the log once. Rejects if the database or
 * the log does not answer in time.
 */
export const readerInspection = (
  { pool, store }: Pick<ReaderRuntime, 'pool' | 'store'>,
  policies: readonly AnyPolicy[],
): InspectReaders => {
  const inspect = async (): Promise<Inspection> => {
    const [writable, projected, policyStatuses, sequenced, setAside, differing] = await Promise.all([
      isWritable(pool),
      readProjections(pool, allProjections),
      readPolicies(pool, policies),
      readSequencer(pool),
      countSetAside(pool),
      differingReadModels(pool),
    ])
    const all = [projected, policyStatuses, sequenced]
    const lags = await measureLags(
      store,
      all.flatMap(({ positions }) => positions),
    )
    const readers = { readModels: projected.withLags(lags), policies: policyStatuses.withLags(lags) }
    const sequencers = sequenced.withLags(lags)
    const warnings = [
      ...titledReaders(readers).flatMap(stopWarning),
      ...setAside.map(setAsideWarning),
      ...sequencers.flatMap(sequencerWarning),
      ...differing.map((name) => `the projection ${name} differs from the log`),
    ]
    return { ...readers, sequencers, isReadOnly: !writable, warnings }
  }
  let ofThisTurn: Promise<Inspection> | null = null
  return () => {
    if (ofThisTurn !== null) return ofThisTurn
    const inspection = withDeadline(inspect(), inspectionMs, 'the database or the event log does not answer')
    const forget = () => {
      if (ofThisTurn === inspection) ofThisTurn = null
    }
    // on a busy machine the inspection may end within this turn
    inspection.then(forget, forget)
    setImmediate(forget)
    return (ofThisTurn = inspection)
  }
}

type TitledReader = ReaderStatus & {
  /** Says which kind of reader it is: a projection and a policy may have the same name. */
  readonly title: string
  /** The position of the table that is being filled, if any. */
  readonly rebuiltTo: string | null
}

const titledReaders = ({
  readModels,
  policies,
}: Pick<Inspection, 'readModels' | 'policies'>): readonly TitledReader[] => [
  ...readModels.map((status) => ({
    ...status,
    title: `the projection ${status.name}`,
    rebuiltTo: status.rebuild?.position ?? null,
  })),
  ...policies.map((status) => ({ ...status, title: `the policy ${status.name}`, rebuiltTo: null })),
]

const missingReason = ({ title, state }: TitledReader): readonly string[] =>
  state === 'running' || state === 'stopped' ? [] : [`${title} is ${state}`]

const lagReason = ({ title, state, lag }: TitledReader): readonly string[] =>
  state === 'running' && lag !== null && lag > maxLag ? [`${title} is ${lag} events behind`] : []

/** The tree is behind for as long as it is built for the first time; nothing waits for it. */
const sequencerWarning = ({ state, lag }: ReaderStatus): readonly string[] =>
  state !== 'absent' && lag !== null && lag > maxLag ? [`the tree of the log is ${lag} events behind`] : []

const stopWarning = ({ title, stopped }: TitledReader): readonly string[] =>
  stopped === null ? [] : [`${title} is stopped at ${stopped.position}: ${stopped.reason}`]

export const setAsideWarning = ({ reader, failed, waiting }: SetAsideCount): string => {
  const failures = `${setAsideTitle(reader)} has set aside ${failed} ${failed === 1 ? 'event' : 'events'}`
  return waiting === 0
    ? failures
    : `${failures}, for which ${waiting === 1 ? '1 later one waits' : `${waiting} later ones wait`}`
}

const setAsideTitle = (reader: string): string =>
  reader.startsWith('policy:') ? `the policy ${reader.slice('policy:'.length)}` : `the table ${reader}`
