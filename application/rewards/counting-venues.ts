import { account } from '../../domain/accounts/account.ts'
import type { AccountState } from '../../domain/accounts/account-state.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays } from '../../domain/kernel/time.ts'
import type { CountReleasedRatings } from '../../domain/rewards/rewards.ts'
import { hasFiveStars, type RewardsState } from '../../domain/rewards/rewards-state.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { venueProbation } from '../../domain/rewards/venue-probation.ts'
import { connectedAmong } from '../accounts/connections.ts'
import { load } from '../command-handler.ts'
import type { HistoryFailure } from '../history.ts'
import { executeAsTimer, type JobQueue, runOrThrow } from '../jobs.ts'
import type { PolicyContext } from '../policy-context.ts'
import type { RewardRuleSettings } from './rule-settings.ts'

type CountedStars = CountReleasedRatings['ratings'][number]
type Stars = Omit<CountedStars, 'countsAs'>

/** Whether a venue counts for cross and elite and for established reporters. @rule Q-123 */
export const isCountingVenue = (
  state: AccountState,
  { venueCountsAfterDays }: Pick<RewardRuleSettings, 'venueCountsAfterDays'>,
  at: Instant,
): boolean =>
  state.kind === 'business' &&
  state.emailConfirmedAt !== null &&
  !isBefore(at, plusDays(state.emailConfirmedAt, venueCountsAfterDays))

/** Venues compared with a new one at most; a client with more of them has both discounts. */
const maxComparedVenues = 100

/**
 * The ratings with the venue as which each counts towards cross and elite: the business, an earlier venue that it is
 * connected with, or none while it is too new.
 * @rule Q-123 connected venues count as one
 */
export const withCountingVenues = (
  context: Pick<PolicyContext, 'history' | 'ruleSettings'>,
  { clientId, ratings, at }: { readonly clientId: string; readonly ratings: readonly Stars[]; readonly at: Instant },
): TE.TaskEither<HistoryFailure, readonly CountedStars[]> =>
  pipe(
    load(context)(rewards, clientId),
    TE.flatMap(({ state }) => countedOneByOne(context, venuesWithFiveStars(state), ratings, at)),
  )

/** Each rating is compared with the venues of those before it too. */
const countedOneByOne = (
  context: Pick<PolicyContext, 'history' | 'ruleSettings'>,
  known: ReadonlyMap<string, string>,
  [rating, ...rest]: readonly Stars[],
  at: Instant,
): TE.TaskEither<HistoryFailure, readonly CountedStars[]> =>
  rating === undefined
    ? TE.right([])
    : pipe(
        TE.Do,
        TE.bind('countsAs', () => venueCountedAs(context, known, rating, at)),
        TE.bind('others', ({ countsAs }) => {
          const venues = countsAs === null ? known : new Map([...known, [rating.businessId, countsAs]])
          return countedOneByOne(context, venues, rest, at)
        }),
        TE.map(({ countsAs, others }) => [{ ...rating, countsAs }, ...others]),
      )

const venueCountedAs = (
  { history, ruleSettings }: Pick<PolicyContext, 'history' | 'ruleSettings'>,
  known: ReadonlyMap<string, string>,
  { businessId, overall }: Stars,
  at: Instant,
): TE.TaskEither<HistoryFailure, string | null> => {
  const alreadyAs = known.get(businessId)
  if (alreadyAs !== undefined) return TE.right(alreadyAs)
  if (!hasFiveStars({ overall })) return TE.right(businessId)
  return pipe(
    TE.Do,
    TE.bind('venue', () => load({ history })(account, businessId)),
    TE.bind('connected', () =>
      connectedAmong({ history }, businessId, [...known.keys()].slice(0, maxComparedVenues), at),
    ),
    TE.map(({ venue, connected: [first] }) => {
      if (!isCountingVenue(venue.state, ruleSettings.rewards, at)) return null
      return first === undefined ? businessId : (known.get(first) ?? businessId)
    }),
  )
}

/** As what each venue with a five-star rating counts. */
const venuesWithFiveStars = ({ ratings }: RewardsState): ReadonlyMap<string, string> =>
  new Map(
    [...ratings.values()]
      .filter(hasFiveStars)
      .flatMap(({ businessId, countsAs }) => (countsAs === null ? [] : [[businessId, countsAs] as const])),
  )

/** Ends the probation of one venue, after which its ratings are counted again. */
export const probationQueue: JobQueue = {
  handler:
    ({ services }) =>
    async ({ data }) => {
      const businessId = String(data['businessId'])
      const command = { type: 'EndVenueProbation', businessId, at: services.clock() } as const
      await runOrThrow(executeAsTimer(services, venueProbation, businessId, command))
    },
}
