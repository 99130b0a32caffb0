import { type Metadata, type ServiceError, status } from '@grpc/grpc-js'
import type { EventEmitter } from 'node:events'
import { type EventLog, type ReadableLog, replicaOf } from './event-log.ts'
import { type Faults, notLeader, notReady, plannedFaults, rpcError } from './faults.ts'
import { type CommitCheck, commitCheck, type WriteOutcome } from './stream-rules.ts'

export interface NodeOptions {
  /** The log of the cluster. */
  readonly log: EventLog
  /** Number of events for which an append without a revision is recognised. */
  readonly idempotencyWindow: number
  /** Time until an append that the followers do not confirm is reported as timed out, in milliseconds. */
  readonly commitTimeoutMs: number
  /** Time until a batch append that is incomplete is reported as timed out, in milliseconds. */
  readonly writeTimeoutMs: number
}

/** A server process: what it knows of the log, and whom it follows. */
export interface StandInNode {
  readonly log: EventLog
  /** What its readers see; a follower's can lag behind. */
  readonly readable: ReadableLog
  readonly check: () => CommitCheck
  readonly faults: Faults
  readonly writeTimeoutMs: number
  /** Null leads; `unknown` follows without knowing the leader. */
  readonly setLeader: (leader: LeaderNode | 'unknown' | null) => void
  readonly pauseReplication: () => void
  readonly resumeReplication: () => void
  /** The error for a request that this node does not handle, by the request's headers. */
  readonly refusal: (request: 'read' | 'write', headers: Metadata) => ServiceError | null
  /** Keeps an open call, so that stopping the server can end it with `end`; returns a function that forgets it. */
  readonly track: (call: EventEmitter, end?: () => void) => () => void
  /** Refuses requests from now on, also those of open calls. */
  readonly refuseRequests: () => void
  readonly endCalls: () => void
  /** Resolves once an append can be read, or with `TimedOut`. */
  readonly whenCommitted: (outcome: WriteOutcome) => CommittedOutcome | Promise<CommittedOutcome>
}

export interface LeaderNode {
  readonly port: number
  readonly check: () => CommitCheck
}

export type CommittedOutcome = Exclude<WriteOutcome, { type: 'NotReplicated' }> | { readonly type: 'TimedOut' }

export const createNode = ({ log, idempotencyWindow, commitTimeoutMs, writeTimeoutMs }: NodeOptions): StandInNode => {
  const ownCheck = commitCheck(log, idempotencyWindow)
  const { replica, pause, resume } = replicaOf(log)
  const openCalls = new Map<EventEmitter, () => void>()
  let leader: LeaderNode | 'unknown' | null = null
  let isStopping = false

  const committed = (outcome: WriteOutcome) =>
    outcome.type === 'Stored' && (outcome.event === null || log.isReadable(outcome.event))

  return {
    log,
    readable: replica,
    check: () => (leader === null || leader === 'unknown' ? ownCheck : leader.check()),
    faults: plannedFaults(),
    writeTimeoutMs,
    setLeader: (next) => {
      leader = next
      if (next === null) resume()
    },
    pauseReplication: pause,
    resumeReplication: resume,
    refusal: (request, headers) => {
      if (isStopping) return notReady()
      if (leader === null) return null
      const requiresLeader = headers.get('requires-leader')[0] === 'true'
      if (leader === 'unknown') return requiresLeader || request === 'write' ? notReady() : null
      return requiresLeader ? notLeader(leader.port) : null
    },
    track: (call, end = () => call.emit('error', rpcError(status.CANCELLED, 'Call canceled by the server'))) => {
      const forget = () => openCalls.delete(call)
      openCalls.set(call, end)
      for (const last of ['cancelled', 'close', 'finish']) call.once(last, forget)
      return forget
    },
    refuseRequests: () => {
      isStopping = true
    },
    endCalls: () => {
      for (const end of openCalls.values()) end()
      openCalls.clear()
    },
    whenCommitted: (outcome) => {
      if (outcome.type === 'NotReplicated')
        return new Promise((resolve) => setTimeout(() => resolve({ type: 'TimedOut' }), commitTimeoutMs))
      if (outcome.type !== 'Stored' || committed(outcome)) return outcome
      return new Promise((resolve) => {
        const settle = (result: CommittedOutcome) => {
          clearTimeout(timer)
          off()
          resolve(result)
        }
        const timer = setTimeout(() => settle({ type: 'TimedOut' }), commitTimeoutMs)
        const off = log.onReadable(() => {
          if (committed(outcome)) settle(outcome)
        })
      })
    },
  }
}
