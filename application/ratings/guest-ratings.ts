import { account } from '../../domain/accounts/account.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { Ground } from '../../domain/kernel/statement-of-reasons.ts'
import { rating, type StayType } from '../../domain/ratings/rating.ts'
import { streamOf } from '../handle.ts'
import { type CommandContext, failIfDoneBefore, refuse, type Result, type UseCase } from '../use-case.ts'

export interface RateClient {
  /** One of the business's own clients, or anybody by their exact e-mail address. */
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

/** a business rates a client once a stay; the rating's id is made of the three, so a second one meets the first. */
export const rateClient: UseCase<RateClient, RateClientResult> = (context) => (input) =>
  pipe(
    findClient(context, input.client),
    TE.flatMap((clientId) => {
      const { accountId: businessId } = context.person
      const ratingId = [businessId, clientId, input.stayDate].join('_')
      const { client: _, ...scores } = input
      const held = context.limits.ratingRelease === 'batch'
      const command = { type: 'RateClient', ratingId, businessId, clientId, ...scores, held, at: context.at } as const
      return pipe(
        context.execute(rating, ratingId, command, { privacy: 'open' }),
        TE.flatMap(failIfDoneBefore(context, rating, ratingId, refuse({ type: 'AlreadyRated' }))),
        TE.flatMap(({ recorded, position }) =>
          pipe(
            avaEarnedBy(context, recorded),
            TE.map((avaEarned) => ({ ratingId, clientId, position, avaEarned })),
          ),
        ),
      )
    }),
  )

/** What stands in the log, not what this request did: the policy's own run may have been quicker. */
const avaEarnedBy = ({ history, person }: CommandContext, causes: readonly EventEnvelope[]): Result<number> =>
  pipe(
    history.read(wallet.events, streamOf(wallet, person.accountId), 'blank'),
    TE.map((movements) =>
      movements
        .filter(({ meta }) => causes.some(({ id }) => id === meta.causationId))
        .reduce((sum, { event }) => sum + (event.type === 'AvaEarned' ? event.data.amount : 0), 0),
    ),
  )

const clientUnknown = () => refuse({ type: 'ClientUnknown' })

const findClient = (context: CommandContext, client: RateClient['client']): Result<string> => {
  if ('clientId' in client)
    return pipe(
      context.lookups.isClientOf(context.person.accountId, client.clientId),
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

type RatingScores = Omit<RateClient, 'client' | 'stayType' | 'stayDate'>

/** The business that gave it changes its mind; standing and rewards follow. */
export const amendRating: UseCase<RatingRef & RatingScores, Position | null> =
  ({ execute, person, at, limits }) =>
  ({ ratingId, ...opinion }) =>
    pipe(
      execute(
        rating,
        ratingId,
        {
          type: 'AmendRating',
          businessId: person.accountId,
          windowDays: limits.ratingAmendDays,
          ...opinion,
          at,
        },
        { privacy: 'open' },
      ),
      TE.map(({ position }) => position),
    )

/** The business that gave it takes it back; standing, rewards and AVA follow as if it had never been. */
export const withdrawRating: UseCase<RatingRef, Position | null> =
  ({ execute, person, at, limits }) =>
  ({ ratingId }) =>
    pipe(
      execute(rating, ratingId, {
        type: 'WithdrawRating',
        businessId: person.accountId,
        windowDays: limits.ratingAmendDays,
        at,
      }),
      TE.map(({ position }) => position),
    )

/** No business: its ratings are shown and never counted. */
const testBusinessId = 'prova'

/** a client adds a rating to their own account, to see the screens follow; exists for developers only. */
export const addTestRating: UseCase<
  { readonly accountId: string | null },
  { readonly ratingId: string; readonly position: Position | null }
> =
  (context) =>
  ({ accountId }) => {
    const { person, at, newId } = context
    const { clientId } = person
    if (accountId !== person.accountId || clientId === null) return TE.left(refuse({ type: 'TestEmailUnknown' }))
    const ratingId = `${testBusinessId}_${newId()}`
    const scores = { overall: 5, punctuality: 10, kindness: 10, payment: 10, roomCondition: 10, comment: null }
    const about = {
      ratingId,
      businessId: testBusinessId,
      clientId,
      stayType: 'leisure',
      stayDate: romeDay(at),
      held: false,
    } as const
    return pipe(
      context.execute(rating, ratingId, { type: 'RateClient', ...about, ...scores, at }, { privacy: 'open' }),
      TE.map(({ position }) => ({ ratingId, position })),
    )
  }

export interface RemoveRating {
  readonly ratingId: string
  readonly ground: Ground
  readonly facts: string
}

/** Strikes a rating out: standing, rewards and AVA follow as if it had never been; the business is told why. */
export const removeRating: UseCase<RemoveRating, Position | null> =
  ({ execute, load, lookups, person, at }) =>
  ({ ratingId, ground, facts }) =>
    pipe(
      load(rating, ratingId),
      TE.flatMap(({ state }): Result<string | null> =>
        state.status === 'none'
          ? TE.left(refuse({ type: 'RatingNotFound' }))
          : lookups.accountOfClient(state.rated.clientId),
      ),
      TE.flatMap((clientAccountId) =>
        execute(rating, ratingId, {
          type: 'RemoveRating',
          by: person.accountId,
          clientAccountId: clientAccountId ?? '',
          reasons: { ground, facts, violation: null },
          at,
        }),
      ),
      TE.map(({ position }) => position),
    )
