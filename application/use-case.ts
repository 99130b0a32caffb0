import { accessRefusal, type AccessRule } from './access.ts'
import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import { type CommandServices, executeCommand } from './execute-command.ts'
import {
  type CommandDeps,
  type CommandFailure,
  type CommandOptions,
  type CommandResult,
  load,
  streamOf,
} from './handle.ts'
import type { HistoryFailure, Privacy } from './history.ts'
import type { Limits } from './limits.ts'
import type { CaseDispatcher } from './moderation/case-dispatcher.ts'
import type { Caller, Person } from './person.ts'
import type { PolicyContext } from './policy-context.ts'
import type { AnyPolicy } from './policy.ts'
import type { Clock } from './ports/clock.ts'
import type { Version } from './ports/event-store.ts'
import type { Lookups } from './ports/lookups.ts'
import type { AnyRejection } from './rejections.ts'
import type { Places } from './travel/ports.ts'

export type AppFailure = CommandFailure<AnyRejection>
export type Result<A> = TE.TaskEither<AppFailure, A>

/** What every use case may reach for. */
export interface Services extends CommandServices {
  readonly clock: Clock
  /** A random reward code: 10 characters nobody can guess or misread. */
  readonly newCode: () => string
  readonly limits: Limits
  readonly lookups: Lookups
  readonly places: Pick<Places, 'nameOf'>
  /** Every policy, for a dry run on a copy of the log. */
  readonly policies: (hands: PolicyContext) => readonly AnyPolicy[]
  readonly caseDispatcher: CaseDispatcher
  /** Has the daily payout done now, in the name of this account; null while the company has no wallet. */
  readonly requestPayouts: ((by: string) => Promise<void>) | null
}

/** The services as one person uses them, at one moment. */
export interface CommandContext extends Omit<Services, 'clock' | keyof CommandServices>, CommandDeps {
  readonly person: Person
  readonly at: Instant
  readonly meta: EventMetadata
  /** Load, decide, append in this person's name, then react; done is what followed too, wherever it stands (ADR 11). */
  readonly execute: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    options?: CommandOptions,
  ) => Result<CommandResult<Ev, S>>
  readonly load: <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    privacy?: Privacy,
  ) => TE.TaskEither<HistoryFailure, { readonly state: S; readonly version: Version }>
}

export type UseCase<Input, Output> = (context: CommandContext) => (input: Input) => Result<Output>

/** A use case and who may run it. */
export interface Command<Input, Output> {
  readonly access: AccessRule
  readonly run: UseCase<Input, Output>
}

/** Whether this very request wrote to the stream before: it is repeated because its answer was lost. */
export const wroteInThisRequest = <C, Ev extends AnyEvent, S, R>(
  { history, meta }: CommandContext,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
): Result<boolean> =>
  pipe(
    history.read(aggregate.events, streamOf(aggregate, id), 'blank'),
    TE.map((past) => past.some((one) => one.meta.correlationId === meta.correlationId)),
  )

/** What was done before by somebody else's request, or an earlier one, is refused; by this very one it is done. */
export const failIfDoneBefore =
  <C, Ev extends AnyEvent, S, R>(
    context: CommandContext,
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    refusal: AppFailure,
  ) =>
  (done: CommandResult<Ev, S>): Result<CommandResult<Ev, S>> =>
    done.events.length > 0
      ? TE.right(done)
      : pipe(
          wroteInThisRequest(context, aggregate, id),
          TE.flatMap((mine) => (mine ? TE.right(done) : TE.left(refusal))),
        )

export const refuse = (rejection: AnyRejection): AppFailure => ({ type: 'Rejected', rejection })

/** A use case behind its access rule. */
export type Guarded<U> =
  U extends UseCase<infer Input, infer Output> ? (caller: Caller, input: Input) => Result<Output> : never

/** A command behind its access rule: authorised here, on the write side, by what the log says of the person. */
export const guard =
  (services: Services) =>
  <Input, Output>({ access, run }: Command<Input, Output>) =>
  (caller: Caller, input: Input): Result<Output> => {
    const { person, correlationId } = caller
    const reason = accessRefusal(access, person)
    if (reason !== null || person === null) return TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
    return run(commandContext(services, person, access, correlationId))(input)
  }

const commandContext = (services: Services, person: Person, who: AccessRule, correlationId: string): CommandContext => {
  const at = services.clock()
  const meta: EventMetadata = {
    correlationId,
    causationId: null,
    actor: { id: person.accountId, role: who.admin ? 'admin' : who.moderator ? 'moderator' : person.kind },
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
