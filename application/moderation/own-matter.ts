import { account } from '../../domain/accounts/account.ts'
import type { AccountState } from '../../domain/accounts/account-state.ts'
import { identifierKinds } from '../../domain/accounts/vocabulary.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../domain/kernel/statement-of-reasons.ts'
import { moderationCase } from '../../domain/moderation/case.ts'
import { ratingContest, type RatingContestState } from '../../domain/ratings/rating-contest.ts'
import type { ExistingReview, Flag } from '../../domain/reviews/review-state.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import { review } from '../../domain/reviews/review.ts'
import { partiesToFlagAbuse } from '../../domain/sanctions/flag-abuse.ts'
import { findSanction, type Sanction, type SanctionRecordState } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { connectedAmong, connectedWith } from '../accounts/connections.ts'
import { idsWhose } from '../command-handler.ts'
import { hasAdminRole, type Person } from '../person.ts'
import { disputeOfViolation } from '../sanctions/violation-ids.ts'
import { rejectedWith, type Result, type UseCaseContext } from '../use-case.ts'
import {
  accountOfTarget,
  contestedRatingOf,
  parseFlagAbuseCaseId,
  reviewOfCaseId,
  sanctionAppealCaseId,
} from './cases.ts'

/** The accounts that something a member of staff may do concerns. */
export interface Matter {
  /** Author, reporters, reviewed account, sanctioned account. */
  readonly parties: readonly string[]
  /** The parties whose competitors are not impartial either. */
  readonly venues: readonly string[]
  /** The account whose sanction is decided; null if the decision is about something else. */
  readonly sanctioned: string | null
}

const noMatter: Matter = { parties: [], venues: [], sanctioned: null }

/** A business: its periods, anomalies, ratings or programme. `others`: further parties. */
export const matterOfAccount = (accountId: string, ...others: readonly string[]): Matter => ({
  parties: [accountId, ...others],
  venues: [accountId],
  sanctioned: null,
})

interface MatterOfReview {
  readonly identity: Pick<ExistingReview['identity'], 'authorId' | 'targetType' | 'targetId'>
}

/** All reporters are parties, whether their flags are decided or not. `targetAccountId`: account of a reviewed client. */
export const matterOfReview = (
  { identity: { authorId, targetType, targetId } }: MatterOfReview,
  flags: readonly Pick<Flag, 'reporterId'>[],
  targetAccountId: string | null,
): Matter => {
  const venues = targetType === 'BUSINESS' ? [targetId] : []
  const reviewed = targetAccountId === null ? [] : [targetAccountId]
  const reporters = flags.map(({ reporterId }) => reporterId)
  return { parties: [authorId, ...venues, ...reviewed, ...reporters], venues, sanctioned: null }
}

type MatterContext = Pick<UseCaseContext, 'load' | 'lookups'> & { readonly person: Pick<Person, 'accountId'> }

export const loadMatterOfReview = (
  { load, lookups }: Pick<MatterContext, 'load' | 'lookups'>,
  reviewId: string,
): Result<Matter> =>
  pipe(
    load(review, reviewId),
    TE.flatMap(({ state }): Result<Matter> =>
      state.status === 'NONE'
        ? TE.right(noMatter)
        : pipe(
            accountOfTarget(lookups.accounts, state.identity),
            TE.map((targetAccountId) => matterOfReview(state, [...state.flags.values()], targetAccountId)),
          ),
    ),
  )

/** Venues that the sanctioned account has met, examined at most. */
const maxExaminedVenues = 50

/**
 * A sanction of the account that does not exist yet. Venues that the account has reviewed, or that have rated it, are parties.
 */
export const loadMatterOfNewSanction = (context: MatterContext, accountId: string): Result<Matter> =>
  pipe(
    TE.Do,
    TE.bind('loaded', () => context.load(account, accountId)),
    TE.let('clientId', ({ loaded: { state } }) => (state.kind === null ? null : state.clientId)),
    TE.bindW('met', ({ clientId }) => context.lookups.reviews.venuesMetBy({ accountId, clientId }, maxExaminedVenues)),
    TE.bindW('dealt', ({ clientId }) => haveReviewedEachOther(context, accountId, clientId ?? accountId)),
    TE.map(({ met, dealt }) => {
      const { parties, venues } = matterOfAccount(accountId, ...met, ...(dealt ? [context.person.accountId] : []))
      return { parties, venues, sanctioned: accountId }
    }),
  )

/** Whether the person has reviewed the account, which is known as `targetId` to its reviewers, or was reviewed by it. */
const haveReviewedEachOther = ({ load, person }: MatterContext, accountId: string, targetId: string): Result<boolean> =>
  pipe(
    [reviewSeriesId(accountId, person.accountId), reviewSeriesId(person.accountId, targetId)],
    TE.traverseArray((id) => load(reviewSeries, id)),
    TE.map((loaded) => loaded.some(({ state }) => state.slots.length > 0)),
  )

/** With the parties of the case from which the sanction arose. */
export const loadMatterOfSanction = (context: MatterContext, accountId: string, sanctionId: string): Result<Matter> =>
  pipe(
    TE.Do,
    TE.bind('own', () => loadMatterOfNewSanction(context, accountId)),
    TE.bindW('record', () => context.load(sanctionRecord, accountId)),
    TE.bind('cause', ({ record: { state } }): Result<Matter> => {
      const sanction = findSanction(state, sanctionId)
      return sanction === undefined ? TE.right(noMatter) : loadCauseOfSanction(context, accountId, sanction, state)
    }),
    TE.map(({ own, cause }) => ({
      parties: [...own.parties, ...cause.parties],
      venues: [...own.venues, ...cause.venues],
      sanctioned: accountId,
    })),
  )

const loadCauseOfSanction = (
  context: MatterContext,
  accountId: string,
  { violationId }: Sanction,
  state: SanctionRecordState,
): Result<Matter> => {
  const violation = state.violations.get(violationId)
  if (violation?.trigger === 'FLAGS_DISMISSED')
    return TE.right({ ...noMatter, parties: partiesToFlagAbuse(accountId, state) })
  const reviewId = violation?.reviewId ?? disputeOfViolation(violationId)
  return reviewId === null ? TE.right(noMatter) : loadMatterOfReview(context, reviewId)
}

export const loadMatterOfFlagAbuse = ({ load }: MatterContext, accountId: string): Result<Matter> =>
  pipe(
    load(sanctionRecord, accountId),
    TE.map(({ state }) => ({
      ...matterOfAccount(accountId, ...partiesToFlagAbuse(accountId, state)),
      sanctioned: accountId,
    })),
  )

/** Guest and venue are parties. Empty for a rating that nobody contested. */
export const matterOfContest = (contest: RatingContestState): Matter =>
  contest.status === 'NONE' ? noMatter : matterOfAccount(contest.opened.businessId, contest.opened.clientAccountId)

export const loadMatterOfContest = ({ load }: Pick<MatterContext, 'load'>, ratingId: string): Result<Matter> =>
  pipe(
    load(ratingContest, ratingId),
    TE.map(({ state }) => matterOfContest(state)),
  )

/** Empty for an unknown case. */
export const loadMatterOfCase = (context: MatterContext, caseId: string): Result<Matter> => {
  const flagAbuse = parseFlagAbuseCaseId(caseId)
  if (flagAbuse !== null) return loadMatterOfFlagAbuse(context, flagAbuse.accountId)
  const contestedId = contestedRatingOf(caseId)
  if (contestedId !== null) return loadMatterOfContest(context, contestedId)
  const reviewId = reviewOfCaseId(caseId)
  if (reviewId !== null) return loadMatterOfReview(context, reviewId)
  return pipe(
    context.load(moderationCase, caseId),
    TE.flatMap(({ state }): Result<Matter> => {
      if (state.status === 'none') return TE.right(noMatter)
      return caseId === sanctionAppealCaseId(state.aboutId)
        ? loadMatterOfSanctionAppeal(context, state.aboutId)
        : loadMatterOfContent(context, state.aboutId)
    }),
  )
}

/** A contested rating or a review. */
const loadMatterOfContent = (context: MatterContext, id: string): Result<Matter> =>
  pipe(
    loadMatterOfContest(context, id),
    TE.flatMap((matter) => (matter.parties.length > 0 ? TE.right(matter) : loadMatterOfReview(context, id))),
  )

const loadMatterOfSanctionAppeal = (context: MatterContext, sanctionId: string): Result<Matter> =>
  pipe(
    context.lookups.sanctions.accountOfSanction(sanctionId),
    TE.flatMap((accountId) =>
      accountId === null ? TE.right(noMatter) : loadMatterOfSanction(context, accountId, sanctionId),
    ),
  )

type ImpartialityContext = Pick<UseCaseContext, 'history' | 'load' | 'lookups' | 'at'>

/** Parties examined for connections at most; the first ones are author and venue. */
const maxExaminedParties = 200

/**
 * Which of the matters are the account's own, decided on the log: it is a party, connected with one, or a competitor of the
 * venue.
 * @rule Q-128 connected parties and competitors are one's own matter
 */
export const ownMatters = (
  context: ImpartialityContext,
  accountId: string,
  matters: readonly Matter[],
): Result<readonly boolean[]> => {
  const parties = new Set(matters.flatMap((matter) => matter.parties.slice(0, maxExaminedParties)))
  const venues = new Set(matters.flatMap((matter) => matter.venues))
  parties.delete(accountId)
  return pipe(
    TE.Do,
    TE.bind('connected', () => connectedAmong(context, accountId, [...parties], context.at)),
    TE.bind('competitors', () => competitorsAmong(context, accountId, [...venues])),
    TE.map(({ connected, competitors }) => {
      const partial = new Set([accountId, ...connected])
      return matters.map(
        (matter) => matter.parties.some((id) => partial.has(id)) || matter.venues.some((id) => competitors.has(id)),
      )
    }),
  )
}

/**
 * Businesses that are or were of the same type in the same province as one of the account’s or of an account connected with
 * it: a profile can be changed for a moment, and a member of staff may own a venue under another account.
 */
const competitorsAmong = (
  context: ImpartialityContext,
  accountId: string,
  venues: readonly string[],
): Result<ReadonlySet<string>> => {
  if (venues.length === 0) return TE.right(new Set())
  return pipe(
    ownAccounts(context, accountId),
    TE.flatMap((own) => competitorsOf(context, own, venues)),
  )
}

/** The account, and those connected with it. */
const ownAccounts = (context: ImpartialityContext, accountId: string): Result<readonly string[]> =>
  pipe(
    connectedWith(context, accountId, identifierKinds, context.at),
    TE.map((connected) => [accountId, ...connected]),
  )

const competitorsOf = (
  { load }: ImpartialityContext,
  ownIds: readonly string[],
  venues: readonly string[],
): Result<ReadonlySet<string>> => {
  const loadAccount = (id: string) => load(account, id)
  return pipe(
    TE.traverseArray(loadAccount)(ownIds),
    TE.flatMap((own) => {
      const markets = own.flatMap(({ state }) => marketsOf(state))
      return markets.length === 0
        ? TE.right([])
        : idsWhose(loadAccount, (state) => marketsOf(state).some((market) => markets.includes(market)))(venues)
    }),
    TE.map((competitors) => new Set(competitors)),
  )
}

const marketsOf = (state: AccountState): readonly string[] => (state.kind === null ? [] : [...state.markets])

/**
 * Rejects what a member of staff may not do: act in their own matter, or decide on the sanction of another member of staff
 * without the role of administrator.
 * @rule D-02 @rule P-16 parties may not decide their own case
 * @rule Q-128 sanctioning staff needs ADMIN
 */
export const requireMayDecide = (context: UseCaseContext, matter: Matter): Result<void> =>
  pipe(
    requireImpartial(context, matter),
    TE.flatMap(() =>
      matter.sanctioned === null ? TE.right(undefined) : requireMaySanction(context, matter.sanctioned),
    ),
  )

/**
 * Those of the accounts whose data a member of staff neither sees nor decides on: the own one, connected ones, competitors, and
 * those that they or a connected account have rated or reviewed, or were rated or reviewed by.
 * @rule D-47 Q-128
 */
export const partialTo = (
  context: ImpartialityContext & Pick<MatterContext, 'person'>,
  accountIds: readonly string[],
): Result<ReadonlySet<string>> => {
  const { person, lookups, at } = context
  const others = accountIds.filter((id) => id !== person.accountId)
  return pipe(
    TE.Do,
    TE.bind('own', () => ownAccounts(context, person.accountId)),
    TE.bindW('connected', () => connectedAmong(context, person.accountId, others, at)),
    TE.bindW('competitors', ({ own }) => competitorsOf(context, own, accountIds)),
    TE.bindW('met', ({ own }) => lookups.reviews.metBy(own, accountIds)),
    TE.map(({ connected, competitors, met }) => {
      const self = accountIds.filter((id) => id === person.accountId)
      return new Set([...self, ...connected, ...competitors, ...met])
    }),
  )
}

/** Rejects what concerns an account that the member of staff is partial to. @rule D-47 Q-128 */
export const requireImpartialTo = (
  context: ImpartialityContext & Pick<MatterContext, 'person'>,
  accountIds: readonly string[],
): Result<void> =>
  pipe(
    partialTo(context, accountIds),
    TE.flatMap(({ size }) => (size > 0 ? TE.left(rejectedWith(conflictOfInterest)) : TE.right(undefined))),
  )

/** Rejects what a member of staff may not see or do in their own matter. */
export const requireImpartial = (
  context: ImpartialityContext & Pick<MatterContext, 'person'>,
  matter: Matter,
): Result<void> =>
  pipe(
    ownMatters(context, context.person.accountId, [matter]),
    TE.flatMap(([isOwn]) => (isOwn ? TE.left(rejectedWith(conflictOfInterest)) : TE.right(undefined))),
  )

/**
 * Rejects a decision that another moderator than `deciders` has to take, if the caller is connected with one of them.
 * @rule Q-123 connected accounts count as one
 */
export const requireIndependentOf = (
  { history, person: { accountId }, at }: Pick<UseCaseContext, 'history' | 'person' | 'at'>,
  deciders: readonly string[],
): Result<void> =>
  pipe(
    connectedAmong(
      { history },
      accountId,
      deciders.filter((id) => id !== accountId),
      at,
    ),
    TE.flatMap((connected) => (connected.length > 0 ? TE.left(rejectedWith(conflictOfInterest)) : TE.right(undefined))),
  )

const requireMaySanction = ({ load, person }: UseCaseContext, accountId: string): Result<void> =>
  hasAdminRole(person)
    ? TE.right(undefined)
    : pipe(
        load(account, accountId),
        TE.flatMap(({ state }) =>
          state.kind !== null && state.roles.length > 0
            ? TE.left(rejectedWith({ type: 'Forbidden', needs: 'admin' }))
            : TE.right(undefined),
        ),
      )
