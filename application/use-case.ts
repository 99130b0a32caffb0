import type { Aggregate } from '../domain/kernel/decider.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import type { Metadata } from '../domain/kernel/recorded.ts'
import type { Done, Failure, Options } from './handle.ts'
import { carryOut, type CommandServices } from './carry-out.ts'
import { load, streamOf, type Deps } from './handle.ts'
import type { HistoryFailure, Privacy } from './history.ts'
import type { HandingOut } from './handing-out.ts'
import type { Limits } from './limits.ts'
import { isAdmin, isModerator, type Asker, type Person } from './person.ts'
import type { Clock } from './ports/clock.ts'
import type { Version } from './ports/event-store.ts'
import type { Hands } from './policies/reaction.ts'
import type { AnyPolicy } from './policy.ts'
import type { Lookups } from './ports/lookups.ts'
import type { Places } from './ports/places.ts'
import type { AnyRejection } from './rejections.ts'

export type AppFailure = Failure<AnyRejection>
export type Answer<A> = TE.TaskEither<AppFailure, A>

/** What every use case may reach for. */
export interface Toolbox extends CommandServices {
  readonly clock: Clock
  /** A random reward code: 10 characters nobody can guess or misread. */
  readonly newCode: () => string
  readonly limits: Limits
  readonly lookups: Lookups
  readonly places: Pick<Places, 'nameOf'>
  /** Every policy, for a dry run on a copy of the log. */
  readonly policies: (hands: Hands) => readonly AnyPolicy[]
  readonly handingOut: HandingOut
  /** Has the daily payout done now, in the name of this account; null while the company has no wallet. */
  readonly callPayouts: ((by: string) => Promise<void>) | null
}

/** The services as one person uses them, at one moment. */
export interface Context extends Omit<Toolbox, 'clock' | keyof CommandServices>, Deps {
  readonly person: Person
  readonly at: Instant
  readonly meta: Metadata
  /** Load, decide, append in this person's name, then react; done is what followed too, wherever it stands (ADR 11). */
  readonly run: <C, Ev extends AnyEvent, S, R extends AnyRejection>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    options?: Options,
  ) => Answer<Done<Ev, S>>
  readonly look: <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    privacy?: Privacy,
  ) => TE.TaskEither<HistoryFailure, { readonly state: S; readonly version: Version }>
}

export type UseCase<Input, Output> = (context: Context) => (input: Input) => Answer<Output>

/** Who may; every condition given must hold. */
export interface Who {
  readonly kind?: 'business' | 'client'
  /** The e-mail address has been confirmed. */
  readonly confirmed?: true
  readonly moderator?: true
  readonly admin?: true
  /** Open to the suspended too: whoever is shut out must be able to answer. */
  readonly suspended?: true
}

export interface Capability<Input, Output> {
  readonly who: Who
  readonly does: UseCase<Input, Output>
}

/** Whether this very request wrote to the stream before: it is repeated because its answer was lost. */
export const wroteBefore = <C, Ev extends AnyEvent, S, R>(
  { history, meta }: Context,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
): Answer<boolean> =>
  pipe(
    history.read(aggregate.events, streamOf(aggregate, id), 'blank'),
    TE.map((past) => past.some((one) => one.meta.correlationId === meta.correlationId)),
  )

/** What was done before by somebody else's request, or an earlier one, is refused; by this very one it is done. */
export const unlessDone =
  <C, Ev extends AnyEvent, S, R>(
    context: Context,
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    refusal: AppFailure,
  ) =>
  (done: Done<Ev, S>): Answer<Done<Ev, S>> =>
    done.events.length > 0
      ? TE.right(done)
      : pipe(
          wroteBefore(context, aggregate, id),
          TE.flatMap((mine) => (mine ? TE.right(done) : TE.left(refusal))),
        )

export const refuse = (rejection: AnyRejection): AppFailure => ({ type: 'Rejected', rejection })

/** Why this person may not; null when they may. */
export const whyNot = (who: Who, person: Person | null): AnyRejection | null => {
  if (person === null) return { type: 'NotSignedIn' }
  const { suspension = null } = person
  if (suspension !== null && !who.suspended) return { type: 'AccountSuspended', ...suspension }
  if ((who.moderator || who.admin) && person.secondFactorDue) return { type: 'SecondFactorDue' }
  if (who.moderator && !isModerator(person)) return { type: 'Forbidden', needs: 'moderator' }
  if (who.admin && !isAdmin(person)) return { type: 'Forbidden', needs: 'admin' }
  if (who.kind !== undefined && who.kind !== person.kind) return { type: 'Forbidden', needs: who.kind }
  if (who.confirmed && !person.emailConfirmed) return { type: 'EmailNotConfirmed' }
  return null
}

/** A use case behind the guard of its capability. */
export type Guarded<U> =
  U extends UseCase<infer Input, infer Output> ? (asker: Asker, input: Input) => Answer<Output> : never

/** A capability with its guard: authorised here, on the write side, by what the log says of the person. */
export const open =
  (toolbox: Toolbox) =>
  <Input, Output>({ who, does }: Capability<Input, Output>) =>
  (asker: Asker, input: Input): Answer<Output> => {
    const { person, correlationId } = asker
    const reason = whyNot(who, person)
    if (reason !== null || person === null) return TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
    return does(contextOf(toolbox, person, who, correlationId))(input)
  }

const contextOf = (toolbox: Toolbox, person: Person, who: Who, correlationId: string): Context => {
  const at = toolbox.clock()
  const meta: Metadata = {
    correlationId,
    causationId: null,
    actor: { id: person.accountId, role: who.admin ? 'admin' : who.moderator ? 'moderator' : person.kind },
    occurredAt: at,
  }
  return {
    ...toolbox,
    person,
    at,
    meta,
    run: (aggregate, id, command, options) => carryOut(toolbox)(aggregate, id, command, meta, options),
    look: load(toolbox),
  }
}
