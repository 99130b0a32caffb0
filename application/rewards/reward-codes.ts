import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { rewards, type RewardsCommand } from '../../domain/rewards/rewards.ts'
import { rewardRules } from '../../domain/rewards/rules.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { batchSize, executeAsTimer, forEachId } from '../jobs.ts'
import { suspensionOf } from '../person.ts'
import type { LookupResult } from '../ports/lookups.ts'
import {
  type AppFailure,
  type UseCaseContext,
  rejectedWith,
  type Result,
  type Services,
  type UseCase,
  wroteInThisRequest,
  isRejection,
} from '../use-case.ts'

type RedeemResult = Result<{ readonly position: Position | null }>

export interface RedeemedReward {
  readonly position: Position | null
  /** The account that owns the code; null if it is unknown. */
  readonly ownerId: string | null
}

export interface RedeemRewardInput {
  readonly code: string
  /** The bill the discount applies to, entered by a business. */
  readonly billCents?: number | null
}

/**
 * Redeems a code for its owner or a business that honours it.
 * @rule Q-65 redeemable once; the first request wins
 */
export const redeemReward: UseCase<RedeemRewardInput, RedeemedReward> =
  (context) =>
  ({ code, billCents = null }) =>
    pipe(
      TE.Do,
      TE.bind('clientId', () => findOwner(context, code)),
      TE.bindW('ownerId', ({ clientId }) => context.lookups.accounts.accountOfClient(clientId)),
      TE.bind('ownerSuspended', ({ clientId, ownerId }) => isSuspended(context, ownerId ?? clientId)),
      TE.bind('redeemed', (owner) => redeem(context, { ...owner, code, billCents })),
      TE.map(({ ownerId, redeemed: { position } }) => ({ position, ownerId })),
    )

const findOwner = ({ lookups }: UseCaseContext, code: string): Result<string> =>
  pipe(
    lookups.rewards.clientOfCode(code),
    TE.flatMap((clientId) =>
      clientId === null ? TE.left(rejectedWith({ type: 'RewardNotFound' })) : TE.right(clientId),
    ),
  )

/** @rule B-35 codes of a suspended client cannot be redeemed */
const isSuspended = (context: UseCaseContext, accountId: string): Result<boolean> =>
  pipe(
    context.load(sanctionRecord, accountId),
    TE.map(({ state }) => suspensionOf(state, context.at) !== null),
  )

interface Redemption extends Required<RedeemRewardInput> {
  readonly clientId: string
  readonly ownerSuspended: boolean
}

const redeem = (context: UseCaseContext, redemption: Redemption): RedeemResult => {
  const { clientId, code, billCents, ownerSuspended } = redemption
  const { accountId, kind, clientId: ownId, emailConfirmed } = context.person
  const by = { accountId, clientId: ownId, businessId: kind === 'business' ? accountId : null }
  const redeemable = emailConfirmed && !ownerSuspended
  return pipe(
    context.execute(rewards, clientId, {
      type: 'RedeemReward',
      clientId,
      code,
      by,
      redeemable,
      billCents,
      at: context.at,
    }),
    TE.map(({ position }) => ({ position })),
    TE.mapLeft((failure) =>
      kind === 'business' && isAboutOwner(failure, ownerSuspended) ? rejectedWith({ type: 'RewardNotFound' }) : failure,
    ),
    TE.orElse((failure) =>
      isRejection(failure, 'RewardAlreadyRedeemed') ? succeedIfRetry(context, clientId, failure) : TE.left(failure),
    ),
  )
}

/**
 * What a business does not learn, so that the code is to it like one that does not exist: it would recognise the author of a
 * review that lost stars or was removed.
 * @rule Q-60
 */
const isAboutOwner = (failure: AppFailure, ownerSuspended: boolean): boolean =>
  isRejection(failure, 'RewardSuspended', 'RewardRevokedAlready') ||
  (ownerSuspended && isRejection(failure, 'NotEligible'))

/** A retry after a lost response succeeds if this very request redeemed the code. */
const succeedIfRetry = (context: UseCaseContext, clientId: string, failure: AppFailure): RedeemResult =>
  pipe(
    wroteInThisRequest(context, rewards, clientId),
    TE.flatMap((isRetry) => (isRetry ? TE.right({ position: null }) : TE.left(failure))),
  )

/**
 * Expires reward codes; returns the number of clients concerned.
 * @rule Q-67 expiry of codes
 */
export const expireDueRewards = (services: Services): Result<number> => {
  const at = services.clock()
  return forEachClient(services, services.lookups.rewards.clientsWithExpiredRewards(at, batchSize), (clientId) => ({
    type: 'ExpireRewards',
    clientId,
    at,
  }))
}

/** Reminds clients of codes that expire within a week; returns the number of clients concerned. */
export const remindOfExpiry = (services: Services): Result<number> => {
  const now = services.clock()
  const until = plusDays(now, rewardRules.reminderDays)
  return forEachClient(
    services,
    services.lookups.rewards.clientsToRemind({ now, until, limit: batchSize }),
    (clientId) => ({ type: 'RemindOfExpiry', clientId, at: now }),
  )
}

const forEachClient = (
  services: Services,
  clientIds: LookupResult<readonly string[]>,
  command: (clientId: string) => RewardsCommand,
): Result<number> =>
  pipe(
    clientIds,
    TE.flatMap((ids) => forEachId(ids, (clientId) => executeAsTimer(services, rewards, clientId, command(clientId)))),
  )
