import { type CommitCheck, type Decision, type Expectation, idsOf } from './commit-check.ts'
import { type EventLog, type Logged, type Proposed, systemEvent } from './event-log.ts'
import { hardDelete, isSoftDeleted, softDelete, undelete } from './stream-states.ts'

/** In bytes; what the server is configured to take when nobody configures it. */
export const largestAppend = 1_048_576

export type Outcome =
  | { readonly type: 'Stored'; readonly last: Logged | undefined }
  | { readonly type: 'TooBig' }
  | Exclude<Decision, { type: 'Ok' | 'Idempotent' }>

export const append = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: Expectation,
  proposed: readonly Proposed[],
): Outcome => {
  if (proposed.reduce((sum, one) => sum + sizeOf(one), 0) > largestAppend) return { type: 'TooBig' }
  const decision = check.decide(stream, expected, idsOf(proposed))
  if (decision.type === 'Idempotent') return { type: 'Stored', last: decision.last }
  if (decision.type !== 'Ok') return decision
  if (isSoftDeleted(log, stream)) undelete(log, stream)
  const written = log.write(stream, proposed)
  check.written(written)
  return { type: 'Stored', last: written.at(-1) }
}

export const remove = (
  log: EventLog,
  check: CommitCheck,
  stream: string,
  expected: Expectation,
  forGood: boolean,
): Outcome => {
  const decision = check.decide(stream, expected, [systemEvent('$delete', '{}').id])
  if (decision.type !== 'Ok') return decision.type === 'Idempotent' ? { type: 'Deleted' } : decision
  return { type: 'Stored', last: forGood ? hardDelete(log, stream) : softDelete(log, stream) }
}

const sizeOf = ({ type, data, meta }: Proposed) => 2 * type.length + data.length + meta.length
