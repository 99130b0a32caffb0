import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { E, pipe, TE } from '../domain/kernel/fp.ts'
import type { AuthServices } from './accounts/auth-services.ts'
import type { Sessions } from './accounts/ports.ts'
import type { AccessLogStore, CheckpointAnchors } from './audit/ports.ts'
import type { PayoutChain } from './ava/payout-services.ts'
import type { LiabilityTrees } from './ava/ports.ts'
import { executeCommand } from './execute-command.ts'
import type { IdempotencyStore } from './ports/idempotency.ts'
import type { Job, JobHandler, Jobs } from './ports/jobs.ts'
import type { Keyring } from './ports/keyring.ts'
import type { Messenger, StoredMessages } from './ports/mail.ts'
import type { AnyRejection } from './rejections.ts'
import type { Result, Services } from './use-case.ts'

/** Dependencies of background jobs. */
export interface JobServices {
  readonly services: AuthServices
  readonly jobs: Pick<Jobs, 'add'>
  /** Adds jobs that must not be lost with the job store: e-mails that no event requests. */
  readonly outbox: Pick<Jobs, 'add'>
  /** Null unless payouts are configured. */
  readonly payoutChain: PayoutChain | null
  readonly liabilityTrees: LiabilityTrees
  readonly messenger: Messenger
  /** Null in production, where messages are sent and not kept. */
  readonly storedMessages: StoredMessages | null
  readonly keyring: Pick<Keyring, 'erase'>
  readonly sessions: Pick<Sessions, 'endAllOf' | 'sweep'>
  readonly idempotentResponses: Pick<IdempotencyStore, 'sweep'>
  readonly accessLog: Pick<AccessLogStore, 'record' | 'maintain' | 'forget'>
  readonly checkpointAnchors: CheckpointAnchors
  /** Logs what went wrong without failing the job. */
  readonly warn: (details: Readonly<Record<string, string>>, message: string) => void
}

/** Work that depends on time alone. It acts on the state it finds, so running it twice or late is harmless. */
export interface ScheduledTask {
  /** In Italian time. */
  readonly cron: string
  /** Also runs at startup: the process may have been down past a deadline, or its clock may have been shifted. */
  readonly atStart?: true
  readonly run: (services: JobServices, data: Job['data']) => TE.TaskEither<unknown, unknown>
}

/** A queue of jobs requested by policies and commands. A job that throws is retried. */
export interface JobQueue {
  readonly handler: (services: JobServices) => JobHandler
  /** Jobs added to the queue at startup and at fixed times: cron patterns by job name. */
  readonly recurring?: Readonly<Record<string, string>>
}

/** Resolves with the value or throws. A job that throws is retried. */
export const runOrThrow = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('The operation failed', { cause: outcome.left })
  return outcome.right
}

/** Executes a command as the timer. `ignoredRejections` lists rejections that mean that nothing is left to do. */
export const executeAsTimer = <C, Ev extends AnyEvent, S, R extends AnyRejection>(
  services: Services,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
  command: C,
  ignoredRejections: readonly AnyRejection['type'][] = [],
): Result<unknown> => {
  const meta: EventMetadata = {
    correlationId: services.newId(),
    causationId: null,
    actor: { id: 'timer', role: 'policy' },
    occurredAt: services.clock(),
  }
  return pipe(
    executeCommand(services)(aggregate, id, command, meta),
    TE.orElse((failure): Result<unknown> =>
      failure.type === 'Rejected' && ignoredRejections.includes(failure.rejection.type)
        ? TE.right([])
        : TE.left(failure),
    ),
  )
}

/** Maximum items per run of a scheduled task; the next run continues. */
export const batchSize = 500

/** Acts on each id, one after another, and returns their number. */
export const forEachId = (ids: readonly string[], act: (id: string) => Result<unknown>): Result<number> =>
  pipe(
    TE.traverseSeqArray(act)(ids),
    TE.map(({ length }) => length),
  )
