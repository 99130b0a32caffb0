import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { suspensionOf } from '../person.ts'
import {
  type AppFailure,
  type CommandContext,
  refuse,
  type Result,
  type UseCase,
  wroteInThisRequest,
} from '../use-case.ts'

type RedeemResult = Result<{ readonly position: Position | null }>

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
              isOwnerSuspended(context, clientId),
              TE.flatMap((held) => redeem(context, { clientId, code, held })),
            ),
      ),
    )

/** B-35: what a suspended client has earned waits for them. */
const isOwnerSuspended = (context: CommandContext, clientId: string): Result<boolean> =>
  pipe(
    context.lookups.accountOfClient(clientId),
    TE.flatMap((accountId) => context.load(sanctionRecord, accountId ?? clientId)),
    TE.map(({ state }) => suspensionOf(state, context.at) !== null),
  )

interface Redemption {
  readonly clientId: string
  readonly code: string
  readonly held: boolean
}

const redeem = (context: CommandContext, { clientId, code, held }: Redemption): RedeemResult => {
  const { accountId, kind, clientId: ownId, emailConfirmed } = context.person
  const by = { accountId, clientId: ownId, businessId: kind === 'business' ? accountId : null }
  const eligible = emailConfirmed && !held
  return pipe(
    context.execute(rewards, clientId, { type: 'RedeemReward', clientId, code, by, eligible, at: context.at }),
    TE.map(({ position }) => ({ position })),
    TE.orElse((failure): RedeemResult => {
      if (held && isRejection(failure, 'NotEligible')) return TE.left(refuse({ type: 'RewardHeld' }))
      if (!isRejection(failure, 'RewardAlreadyRedeemed')) return TE.left(failure)
      return pipe(
        wroteInThisRequest(context, rewards, clientId),
        TE.flatMap((mine) => (mine ? TE.right({ position: null }) : TE.left(failure))),
      )
    }),
  )
}

const isRejection = (failure: AppFailure, type: 'NotEligible' | 'RewardAlreadyRedeemed') =>
  failure.type === 'Rejected' && failure.rejection.type === type
