import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { liveClaim, moderationCase } from '../../domain/moderation/case/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

export interface Taken {
  readonly caseId: string
  readonly claimedUntil: string
  readonly position: Position | null
}

export const claimCase: UseCase<{ readonly caseId: string }, Taken> =
  (context) =>
  ({ caseId }) =>
    sayingWho(context)(takeCase(context, caseId))

/** Flags and the dispute of one review are one matter: while somebody works on the one nobody else begins the other. */
export const takeCase = (context: Context, caseId: string): Answer<Taken> => {
  const { person, at, limits } = context
  const command = { type: 'ClaimCase', by: person.accountId, leaseMinutes: limits.caseLeaseMinutes, at } as const
  return pipe(
    context.lookups.cases.besides(caseId),
    TE.flatMap((others) => TE.traverseSeqArray((other: string) => free(context, other))(others)),
    TE.flatMap(() => context.run(moderationCase, caseId, command)),
    TE.map(({ state, position }) => ({ caseId, claimedUntil: liveClaim(state, at)?.until ?? at, position })),
  )
}

export const releaseCase: UseCase<{ readonly caseId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ caseId }) =>
    pipe(
      context.run(moderationCase, caseId, { type: 'ReleaseCase', by: context.person.accountId, at: context.at }),
      TE.tapIO(() => () => context.handingOut.giveBack(caseId)),
      TE.map(({ position }) => ({ position })),
      sayingWho(context),
    )

/** Points settled 8: a decision needs no claim, but another moderator's live one stands in its way. */
export const notHeldByAnother = (context: Context, caseId: string): Answer<void> =>
  sayingWho(context)(free(context, caseId))

const free = (context: Context, caseId: string): Answer<void> =>
  pipe(
    context.look(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = liveClaim(state, context.at)
      return claim === null || claim.by === context.person.accountId
        ? TE.right(undefined)
        : TE.left(refuse({ type: 'ClaimedByAnother', ...claim }))
    }),
  )

/** Points settled 8: who it is, by name; only moderators are ever told. */
const sayingWho =
  ({ lookups }: Context) =>
  <A>(work: Answer<A>): Answer<A> =>
    pipe(
      work,
      TE.orElse((failure): Answer<A> => {
        if (failure.type !== 'Rejected' || failure.rejection.type !== 'ClaimedByAnother') return TE.left(failure)
        const { rejection } = failure
        return pipe(
          lookups.cases.nameOf(rejection.by),
          TE.flatMap((name) => TE.left(name === null ? failure : refuse({ ...rejection, name }))),
        )
      }),
    )
