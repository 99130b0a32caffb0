import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { refuse, wroteBefore, type Answer, type UseCase } from '../use-case.ts'

/** by the owning client or the issuing business, once, whoever presses first. */
export const redeemReward: UseCase<{ readonly code: string }, { readonly position: Position | null }> =
  (context) =>
  ({ code }) =>
    pipe(
      context.lookups.clientOfCode(code),
      TE.flatMap((clientId) => {
        if (clientId === null) return TE.left(refuse({ type: 'RewardNotFound' }))
        const { accountId, kind, clientId: ownId, emailConfirmed: eligible } = context.person
        const by = { accountId, clientId: ownId, businessId: kind === 'business' ? accountId : null }
        return pipe(
          context.run(rewards, clientId, { type: 'RedeemReward', clientId, code, by, eligible, at: context.at }),
          TE.map(({ position }) => ({ position })),
          TE.orElse((failure): Answer<{ readonly position: Position | null }> =>
            failure.type === 'Rejected' && failure.rejection.type === 'RewardAlreadyRedeemed'
              ? pipe(
                  wroteBefore(context, rewards, clientId),
                  TE.flatMap((mine) => (mine ? TE.right({ position: null }) : TE.left(failure))),
                )
              : TE.left(failure),
          ),
        )
      }),
    )
