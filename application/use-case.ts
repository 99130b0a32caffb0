import { accessRejection, type AccessRule } from './access.ts'
import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { E, pipe, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { KeptHashes, NameHasher } from './accounts/ports.ts'
import { type CommandServices, executeCommand } from './execute-command.ts'
import {
  type CommandDeps,
  type CommandFailure,
  type CommandOptions,
  type CommandResult,
  load,
  streamOf,
} from './command-handler.ts'
import type { HistoryFailure } from './history.ts'
import type { RuleSettings } from './rule-settings.ts'
import type { Lookups } from './lookups.ts'
import type { CaseDispatcher } from './moderation/case-dispatcher.ts'
import type { Caller, Person } from './person.ts'
import type { PolicyContext } from './policy-context.ts'
import type { AnyPolicy } from './policy.ts'
import type { Clock } from './ports/clock.ts'
import type { Version } from './ports/event-store.ts'
import type { PersonalData } from './ports/sealing.ts'
import type { AnyRejection } from './rejections.ts'
import type { Gazetteer } from './travel/ports.ts'

/** Why a use case failed: a rejection the caller can act on, or an unavailable dependency. */
export type AppFailure = CommandFailure<AnyRejection>
export type Result<A> = TE.TaskEither<AppFailure, A>

/** Dependencies of use cases. */
export interface Services extends CommandServices {
  readonly clock: Clock
  /** A random reward code: 10 unambiguous characters. */
  readonly newCode: () => string
  readonly ruleSettings: RuleSettings
  readonly lookups: Lookups
  readonly nameHasher: Pick<NameHasher, 'phone' | 'mailbox' | 'payoutAddress' | 'kept'>
  readonly keptHashes: Pick<KeptHashes, 'keptUntil'>
  readonly gazetteer: Pick<Gazetteer, 'nameOf'>
  /** All policies, for dry runs, which read the log and write to memory. */
  readonly policies: (context: PolicyContext) => readonly AnyPolicy[]
  readonly caseDispatcher: CaseDispatcher
  /**
   * Adds the daily payout job to its queue now, on behalf of an account; null without a company wallet.
   * @rule Q-71 payouts on request
   */
  readonly requestPayouts: ((by: string) => Promise<void>) | null
}

/** Services for one use case of one person. */
export interface UseCaseContext extends Omit<Services, 'clock' | keyof CommandServices>, CommandDeps {
  readonly person: Person
  readonly at: Instant
  readonly meta: EventMetadata
  /**
   * Loads, decides, appends and lets the policies react. Resolves when the reactions are recorded too (ADR 11).
   */
  readonly execute: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    options?: CommandOptions,
  ) => Result<CommandResult<Ev, S>>
  readonly load: <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    personalData?: PersonalData,
  ) => TE.TaskEither<HistoryFailure, { readonly state: S; readonly version: Version }>
}

/**
 * What a person wants done: loads what its commands need and executes them on aggregates. Flat `TE.Do` pipelines whose
 * steps have names; see `application/reviews/flag-review.ts`.
 */
export type UseCase<Input, Output> = (context: UseCaseContext) => (input: Input) => Result<Output>

/** A use case with its access rule. */
export interface UseCaseWithAccess<Input, Output> {
  readonly access: AccessRule
  readonly run: UseCase<Input, Output>
}

/** A use case with its access rule applied. */
export type Guarded<Run> =
  Run extends UseCase<infer Input, infer Output> ? (caller: Caller, input: Input) => Result<Output> : never

/** Applies a use case's access rule. It uses the account loaded from the log, not a read model. */
export const guard =
  (services: Services) =>
  <Input, Output>({ access, run }: UseCaseWithAccess<Input, Output>) =>
  (caller: Caller, input: Input): Result<Output> => {
    const { person, correlationId } = caller
    return pipe(
      requireAccess(access, person),
      TE.flatMap((allowed) => run(useCaseContext(services, allowed, access, correlationId))(input)),
    )
  }

/** The person, if the rule admits them. */
export const requireAccess = (rule: AccessRule, person: Person | null): Result<Person> => {
  const reason = accessRejection(rule, person)
  return reason === null && person !== null
    ? TE.right(person)
    : TE.left(rejectedWith(reason ?? { type: 'NotSignedIn' }))
}

const useCaseContext = (
  services: Services,
  person: Person,
  access: AccessRule,
  correlationId: string,
): UseCaseContext => {
  const at = services.clock()
  const meta: EventMetadata = {
    correlationId,
    causationId: null,
    actor: { id: person.accountId, role: access.admin ? 'admin' : access.moderator ? 'moderator' : person.kind },
    occurredAt: at,
  }
  return {
    ...services,
    person,
    at,
    meta,
    execute: (aggregate, id, command, options) => executeCommand(services)(aggregate, id, command, meta, options),
    load: load(services),
  }
}

/** The failure of a rejected command. */
export const rejectedWith = (rejection: AnyRejection): AppFailure => ({ type: 'Rejected', rejection })

/** Outcome of a decision that is not executed, to reject a command before anything else is done for it. */
export const decisionResult = <A>(decision: E.Either<AnyRejection, A>): Result<A> =>
  TE.fromEither(E.mapLeft(rejectedWith)(decision))

/** Whether a command was rejected for one of these reasons. */
export const isRejection = (failure: AppFailure, ...types: readonly AnyRejection['type'][]): boolean =>
  failure.type === 'Rejected' && types.includes(failure.rejection.type)

/** Whether this request already wrote to the stream: it is a retry after a lost response. */
export const wroteInThisRequest = <C, Ev extends AnyEvent, S, R>(
  { history, meta }: UseCaseContext,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
): Result<boolean> =>
  pipe(
    history.read(aggregate.events, streamOf(aggregate, id), 'omitted'),
    TE.map((past) => past.some((recorded) => recorded.meta.correlationId === meta.correlationId)),
  )

/** Rejects a command that changed nothing, unless it is a retry of the request that made the change. */
export const rejectIfUnchanged =
  <C, Ev extends AnyEvent, S, R>(
    context: UseCaseContext,
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    failure: AppFailure,
  ) =>
  (result: CommandResult<Ev, S>): Result<CommandResult<Ev, S>> =>
    result.events.length > 0
      ? TE.right(result)
      : pipe(
          wroteInThisRequest(context, aggregate, id),
          TE.flatMap((isRetry) => (isRetry ? TE.right(result) : TE.left(failure))),
        )
