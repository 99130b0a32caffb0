import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { suspensionOf } from '../person.ts'
import { refuse, wroteBefore, type Answer, type AppFailure, type Context, type UseCase } from '../use-case.ts'

type Redeemed = Answer<{ readonly position: Position | null }>

/** by the owning client or the issuing business, once, whoever presses first. */
export const redeemReward: UseCase<{ readonly code: string }, { readonly position: Position | null }> =
  (context) =>
  ({ code }) =>
    pipe(
      context.lookups.clientOfCode(code),
      TE.flatMap((clientId) =>
        clientId === null
          ? TE.left(refuse({ type: 'RewardNotFound' }))
          : pipe(
              isHeld(context, clientId),
              TE.flatMap((held) => redeemed(context, { clientId, code, held })),
            ),
      ),
    )

/** B-35: what a suspended client has earned waits for them. */
const isHeld = (context: Context, clientId: string): Answer<boolean> =>
  pipe(
    context.lookups.accountOfClient(clientId),
    TE.flatMap((accountId) => context.look(conduct, accountId ?? clientId)),
    TE.map(({ state }) => suspensionOf(state, context.at) !== null),
  )

interface Pressed {
  readonly clientId: string
  readonly code: string
  readonly held: boolean
}

const redeemed = (context: Context, { clientId, code, held }: Pressed): Redeemed => {
  const { accountId, kind, clientId: ownId, emailConfirmed } = context.person
  const by = { accountId, clientId: ownId, businessId: kind === 'business' ? accountId : null }
  const eligible = emailConfirmed && !held
  return pipe(
    context.run(rewards, clientId, { type: 'RedeemReward', clientId, code, by, eligible, at: context.at }),
    TE.map(({ position }) => ({ position })),
    TE.orElse((failure): Redeemed => {
      if (held && isRejection(failure, 'NotEligible')) return TE.left(refuse({ type: 'RewardHeld' }))
      if (!isRejection(failure, 'RewardAlreadyRedeemed')) return TE.left(failure)
      return pipe(
        wroteBefore(context, rewards, clientId),
        TE.flatMap((mine) => (mine ? TE.right({ position: null }) : TE.left(failure))),
      )
    }),
  )
}

const isRejection = (failure: AppFailure, type: 'NotEligible' | 'RewardAlreadyRedeemed') =>
  failure.type === 'Rejected' && failure.rejection.type === type
