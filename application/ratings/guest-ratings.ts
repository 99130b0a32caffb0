import { account } from '../../domain/accounts/account.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import { dailyId } from '../../domain/kernel/daily-allowance.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { ratingAllowance } from '../../domain/ratings/rating-allowance.ts'
import { ratingContest } from '../../domain/ratings/rating-contest.ts'
import { ratingRelease } from '../../domain/ratings/rating-release.ts'
import { rating, stayDateRejection } from '../../domain/ratings/rating.ts'
import { ratingReleaseRule } from '../../domain/ratings/rules.ts'
import type { StayType } from '../../domain/ratings/vocabulary.ts'
import { requireIndependent } from '../accounts/connections.ts'
import { streamOf } from '../command-handler.ts'
import { batchSize, executeAsTimer, forEachId } from '../jobs.ts'
import { requireAddable, spendNewClientAllowance } from './first-contact.ts'
import { matterOfAccount, requireMayDecide } from '../moderation/own-matter.ts'
import {
  decisionResult,
  type UseCaseContext,
  rejectIfUnchanged,
  rejectedWith,
  type Result,
  type Services,
  type UseCase,
} from '../use-case.ts'

export interface RateClientInput {
  /** A client of the business by id, or the account found by its exact e-mail address. @rule Q-44 @rule Q-90 */
  readonly client: { readonly clientId: string } | { readonly accountId: string | null }
  readonly overall: number
  readonly punctuality: number
  readonly kindness: number
  readonly payment: number
  readonly roomCondition: number
  readonly stayType: StayType
  readonly stayDate: Day
  readonly comment: string | null
}

export interface RateClientResult {
  readonly ratingId: string
  readonly clientId: string
  readonly avaEarned: number
  readonly position: Position | null
}

/**
 * Submits a rating and returns the AVA it earned. The rating id combines business, client and stay date, so a second
 * rating of the same stay addresses the first.
 * @rule Q-44 one rating per business, client and stay
 */
export const rateClient: UseCase<RateClientInput, RateClientResult> = (context) => (input) =>
  pipe(
    requireStayDate(context, input),
    TE.flatMap(() => TE.Do),
    TE.bind('clientId', () => findClient(context, input.client)),
    TE.tap(({ clientId }) => requireIndependentClient(context, clientId)),
    TE.let('ratingId', ({ clientId }) => [context.person.accountId, clientId, input.stayDate].join('_')),
    TE.bind('adding', ({ clientId }) => requireAddable(context, clientId)),
    TE.bindW('contestedAt', ({ clientId }) => lastContestOf(context, clientId)),
    TE.bindW('returning', ({ clientId }) => context.lookups.ratings.hasRated(context.person.accountId, clientId)),
    TE.bind('submitted', ({ adding: { isNew }, ...facts }) => submitRating(context, { ...facts, isNew, input })),
    TE.bind('avaEarned', ({ submitted }) => avaEarnedBy(context, submitted.recorded)),
    TE.map(({ clientId, ratingId, submitted: { position }, avaEarned }) => ({
      ratingId,
      clientId,
      position,
      avaEarned,
    })),
  )

/** Before the client is looked up, so that the answer to a wrong date does not tell whether a client has the address. */
const requireStayDate = (
  { ruleSettings, at }: UseCaseContext,
  { stayDate }: Pick<RateClientInput, 'stayDate'>,
): Result<void> => {
  const rejection = stayDateRejection({ stayDate, stayMaxDays: ruleSettings.ratings.stayMaxDays, at })
  return rejection === null ? TE.right(undefined) : TE.left(rejectedWith(rejection))
}

const spendRatingAllowance = (
  { execute, person: { accountId: businessId }, ruleSettings, at }: UseCaseContext,
  ratingId: string,
) => {
  const day = romeDay(at)
  const { venuePerDay: dailyLimit } = ruleSettings.ratings
  return execute(ratingAllowance, dailyId(businessId, day), {
    type: 'UseRatingAllowance',
    businessId,
    day,
    ratingId,
    dailyLimit,
    at,
  })
}

interface RatingSubmission {
  readonly ratingId: string
  readonly clientId: string
  /** The business has rated this client before. */
  readonly returning: boolean
  /** When the client last contested a rating of the business that was not kept; null if never. */
  readonly contestedAt: Instant | null
  /** The rating adds the client to those of the business. */
  readonly isNew: boolean
  readonly input: RateClientInput
}

const submitRating = (context: UseCaseContext, submission: RatingSubmission) => {
  const { ratingId, clientId, returning, contestedAt, input } = submission
  const { client: _, ...scores } = input
  const { release, stayMaxDays } = context.ruleSettings.ratings
  const held = release === 'batch'
  const ids = { ratingId, businessId: context.person.accountId, clientId }
  const facts = { held, returning, contestedAt, stayMaxDays, at: context.at }
  const command = { type: 'RateClient', ...ids, ...scores, ...facts } as const
  return pipe(
    context.load(rating, ratingId, 'decrypted'),
    TE.flatMap(({ state }) => decisionResult(rating.decide(command, state))),
    TE.flatMap((events) => (events.length === 0 ? TE.right(null) : spendAllowances(context, submission))),
    TE.flatMap(() => context.execute(rating, ratingId, command, { personalData: 'decrypted' })),
    TE.flatMap(rejectIfUnchanged(context, rating, ratingId, rejectedWith({ type: 'AlreadyRated' }))),
  )
}

/** Only ratings that are accepted use the allowances. */
const spendAllowances = (context: UseCaseContext, { ratingId, clientId, isNew }: RatingSubmission): Result<unknown> =>
  pipe(
    isNew ? spendNewClientAllowance(context, clientId) : TE.right(undefined),
    TE.flatMap(() => spendRatingAllowance(context, ratingId)),
  )

/** Sums the AVA caused by these events in the log, because the policy may already have credited them. */
const avaEarnedBy = ({ history, person }: UseCaseContext, causes: readonly EventEnvelope[]): Result<number> =>
  pipe(
    history.read(wallet.events, streamOf(wallet, person.accountId), 'omitted'),
    TE.map((events) =>
      events
        .filter(({ meta }) => causes.some(({ id }) => id === meta.causationId))
        .reduce((sum, { event }) => sum + (event.type === 'AvaEarned' ? event.data.amount : 0), 0),
    ),
  )

const requireIndependentClient = (context: UseCaseContext, clientId: string): Result<unknown> =>
  pipe(
    context.lookups.accounts.accountOfClient(clientId),
    TE.flatMap((accountId) => (accountId === null ? TE.right(undefined) : requireIndependent(context, accountId))),
  )

/** Also while the contest is undecided, and if the business withdrew the rating. @rule D-38 */
const lastContestOf = ({ lookups, person }: UseCaseContext, clientId: string): Result<Instant | null> =>
  pipe(
    lookups.ratings.contestsBetween(person.accountId, clientId),
    TE.map((contests) => {
      const lost = contests.filter(({ status }) => status !== 'KEPT').map(({ openedAt }) => openedAt)
      return lost.toSorted().at(-1) ?? null
    }),
  )

const clientUnknown = () => rejectedWith({ type: 'ClientUnknown' })

const findClient = (context: UseCaseContext, client: RateClientInput['client']): Result<string> => {
  if ('clientId' in client)
    return pipe(
      context.lookups.ratings.isClientOf(context.person.accountId, client.clientId),
      TE.filterOrElseW((known) => known, clientUnknown),
      TE.map(() => client.clientId),
    )
  if (client.accountId === null) return TE.left(clientUnknown())
  return pipe(
    context.load(account, client.accountId),
    TE.flatMap(({ state }) =>
      state.kind === 'client' && state.clientId !== null ? TE.right(state.clientId) : TE.left(clientUnknown()),
    ),
  )
}

interface RatingRef {
  readonly ratingId: string
}

type RatingScores = Omit<RateClientInput, 'client' | 'stayType' | 'stayDate'>

/** Amends a rating of the calling business. */
export const amendRating: UseCase<RatingRef & RatingScores, Position | null> =
  ({ execute, load, person, at, ruleSettings }) =>
  ({ ratingId, ...assessment }) =>
    pipe(
      load(ratingContest, ratingId),
      TE.flatMap(({ state: { status } }) =>
        execute(
          rating,
          ratingId,
          {
            type: 'AmendRating',
            businessId: person.accountId,
            windowDays: ruleSettings.ratings.amendDays,
            contested: status !== 'NONE',
            ...assessment,
            at,
          },
          { personalData: 'decrypted' },
        ),
      ),
      TE.map(({ position }) => position),
    )

/** Withdraws a rating of the calling business; policies then reverse standing, rewards and AVA. */
export const withdrawRating: UseCase<RatingRef, Position | null> =
  ({ execute, person, at, ruleSettings }) =>
  ({ ratingId }) =>
    pipe(
      execute(rating, ratingId, {
        type: 'WithdrawRating',
        businessId: person.accountId,
        windowDays: ruleSettings.ratings.amendDays,
        at,
      }),
      TE.map(({ position }) => position),
    )

/** Not an account: its ratings are shown but never counted. */
const testBusinessId = 'prova'

/** Adds a rating to the client's own account, to test live updates. @rule Q-34 developers only */
export const addTestRating: UseCase<
  { readonly accountId: string | null },
  { readonly ratingId: string; readonly position: Position | null }
> =
  (context) =>
  ({ accountId }) => {
    const { person, at, newId } = context
    const { clientId } = person
    if (accountId !== person.accountId || clientId === null) return TE.left(rejectedWith({ type: 'TestEmailUnknown' }))
    const ratingId = `${testBusinessId}_${newId()}`
    const scores = { overall: 5, punctuality: 10, kindness: 10, payment: 10, roomCondition: 10, comment: null }
    const details = {
      ratingId,
      businessId: testBusinessId,
      clientId,
      stayType: 'leisure',
      stayDate: romeDay(at),
      held: false,
      returning: false,
    } as const
    return pipe(
      context.execute(
        rating,
        ratingId,
        { type: 'RateClient', ...details, ...scores, contestedAt: null, stayMaxDays: 0, at },
        { personalData: 'decrypted' },
      ),
      TE.map(({ position }) => ({ ratingId, position })),
    )
  }

export interface RemoveRating {
  readonly ratingId: string
  readonly ground: Ground
  readonly facts: string
}

interface RatingParties {
  readonly business: string
  /** Null if the client's account is unknown. */
  readonly client: string | null
}

export interface RemovedRating {
  readonly position: Position | null
  /** The accounts that gave and received it. */
  readonly accountIds: readonly (string | null)[]
}

/** Removes a rating with a statement of reasons; policies then reverse standing, rewards and AVA. */
export const removeRating: UseCase<RemoveRating, RemovedRating> =
  (context) =>
  ({ ratingId, ground, facts }) => {
    const { execute, load, lookups, person, at } = context
    return pipe(
      load(rating, ratingId),
      TE.flatMap(({ state }): Result<RatingParties> =>
        state.status === 'none'
          ? TE.left(rejectedWith({ type: 'RatingNotFound' }))
          : pipe(
              lookups.accounts.accountOfClient(state.rated.clientId),
              TE.map((client) => ({ client, business: state.rated.businessId })),
            ),
      ),
      TE.tap(({ business, client }) =>
        requireMayDecide(context, matterOfAccount(business, ...(client === null ? [] : [client]))),
      ),
      TE.tap(() => requireUncontested(context, ratingId)),
      TE.bindTo('parties'),
      TE.bind('removed', ({ parties: { client } }) =>
        execute(rating, ratingId, {
          type: 'RemoveRating',
          by: person.accountId,
          clientAccountId: client ?? '',
          cause: 'moderator',
          reasons: { ground, facts, violation: null },
          at,
        }),
      ),
      TE.map(({ parties: { business, client }, removed: { position } }) => ({
        position,
        accountIds: [business, client],
      })),
    )
  }

/** @rule Q-136 a contested rating is kept or struck with reasons, and both may appeal */
const requireUncontested = ({ load }: UseCaseContext, ratingId: string): Result<void> =>
  pipe(
    load(ratingContest, ratingId),
    TE.flatMap(({ state: { status } }) =>
      status === 'OPEN' || status === 'KEPT'
        ? TE.left(rejectedWith({ type: 'RemovedByContestOnly' }))
        : TE.right(undefined),
    ),
  )

/**
 * Releases ratings whose waiting period is over, or all if batch release is off; returns the number of clients
 * concerned.
 */
export const releaseDueRatings = (services: Services): Result<number> => {
  const at = services.clock()
  const upTo = services.ruleSettings.ratings.release === 'batch' ? plusDays(at, -ratingReleaseRule.days) : at
  const release = (clientId: string) => {
    const command = { type: 'ReleaseDue', clientId, batch: services.newId(), upTo, at } as const
    return executeAsTimer(services, ratingRelease, clientId, command)
  }
  return pipe(
    services.lookups.ratings.clientsWithHeldRatings(upTo, batchSize),
    TE.flatMap((clientIds) => forEachId(clientIds, release)),
  )
}
