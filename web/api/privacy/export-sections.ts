import { streamOf } from '../../../application/command-handler.ts'
import type { Person } from '../../../application/person.ts'
import type { Result } from '../../../application/use-case.ts'
import { account } from '../../../domain/accounts/account.ts'
import { favourites } from '../../../domain/accounts/favourites.ts'
import { PayoutConfirmed, PayoutReleased, PayoutReserved } from '../../../domain/ava/wallet-state.ts'
import { isStayCause } from '../../../domain/ava/stay-ava.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import type { AnyEvent, EventFamily } from '../../../domain/kernel/event.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { transactionsOf } from '../../../projections/ava/transactions.ts'
import { walletOf } from '../../../projections/ava/wallets.ts'
import type { Page } from '../../../projections/columns.ts'
import { ownAppeals } from '../../../projections/moderation/appeals.ts'
import { decisionsAddressedTo } from '../../../projections/moderation/decisions.ts'
import { adClicksOf, advertisementsClickedBy } from '../../../projections/promotion/advertisements.ts'
import { commissionsOf, programmesOf, referralsOf } from '../../../projections/promotion/affiliate.ts'
import { contestsOf } from '../../../projections/ratings/rating-contests.ts'
import { ratingsGiven } from '../../../projections/ratings/ratings.ts'
import { disputesOfBusiness, statementsBy } from '../../../projections/reviews/disputes.ts'
import { flagsOf } from '../../../projections/reviews/flags.ts'
import { reviewsReceived, reviewsWritten } from '../../../projections/reviews/reviews.ts'
import { clientsOfBusiness } from '../../../projections/rewards/client-standings.ts'
import { rewardsOfClient, rewardsRedeemedAt } from '../../../projections/rewards/reward-codes.ts'
import { sanctionsOf } from '../../../projections/sanctions/sanctions.ts'
import { supportRequestsOf } from '../../../projections/support/support-requests.ts'
import { bookingsOf } from '../../../projections/travel/bookings.ts'
import type { BusinessClient } from '../../contract/ratings/clients.ts'
import { loadOwnProfile } from '../accounts/profile.routes.ts'
import type { ApiContext } from '../api-context.ts'
import { avaWalletResponse, transactionsResponse } from '../ava/responses.ts'
import { decisionResponse, ownAppealResponse } from '../moderation/responses.ts'
import { commissionResponse, programmeResponse, referralResponse } from '../promotion/responses.ts'
import { clientResponse, ratingGivenResponse } from '../ratings/responses.ts'
import { loadRatingsReceived } from '../ratings/routes.ts'
import { disputeResponse, ownReviewResponse, reviewResponse } from '../reviews/responses.ts'
import { issuedRewardResponse, ownRewardResponse } from '../rewards/responses.ts'
import { sanctionExport } from '../sanctions/responses.ts'
import { supportExport } from '../support/responses.ts'
import { startOfDay } from '../rounding.ts'
import { bookingResponse } from '../travel/responses.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows of one section, read page by page. */
export type Section = AsyncIterable<Row>

/** Maximum rows of an unpaged section; more than any account has. */
const maxExportRows = 1_000_000

const exportPageSize = 500

/**
 * Sections of the export (E-47), masked as on screen.
 * @rule Q-93 an export contains the personal data of its owner and no other person's name
 */
export const sectionsOf = (api: ApiContext, person: Person): readonly (readonly [string, Section])[] => {
  const { db } = api
  const { accountId, clientId } = person
  const now = api.clock()
  const toAlias = api.services.nameHasher.rating
  return [
    ['userProfile', singleRow(async () => resultOf(loadOwnProfile(api, accountId)))],
    [
      'reviewsWritten',
      pagedRows((paging) => reviewsWritten(db, accountId, paging), withoutClientName(ownReviewResponse(api))),
    ],
    ['reviewsReceived', reviewsAbout(api, person)],
    ['rewards', allRows(() => rewardsOf(api, person, now))],
    ['avaTransactions', allRows(async () => transactionsResponse(await transactionsOf(db, accountId, maxExportRows)))],
    ['avaWallet', singleRow(async () => avaWalletResponse(accountId, await walletOf(db, accountId), now))],
    ['avaPayouts', payoutEventsOf(api, accountId)],
    ['bookings', allRows(async () => (await bookingsOf(db, accountId, maxExportRows)).map(bookingResponse))],
    [
      'reviewFlags',
      pagedRows(
        (paging) => flagsOf(db, accountId, paging),
        (flag) => ({ ...flag }),
      ),
    ],
    [
      'reviewDisputes',
      allRows(async () => (await disputesOfBusiness(db, accountId, maxExportRows)).map(disputeResponse)),
    ],
    ['disputeStatements', allRows(() => statementsBy(db, accountId))],
    ['decisions', pagedRows((paging) => decisionsAddressedTo(db, accountId, paging), decisionResponse(toAlias))],
    ['appeals', allRows(async () => (await ownAppeals(db, accountId, maxExportRows)).map(ownAppealResponse(toAlias)))],
    [
      'clients',
      allRows(async () =>
        (await clientsOfBusiness(db, accountId, maxExportRows)).map(clientResponse(now)).map(withoutIdentity),
      ),
    ],
    ['sanctions', allRows(async () => (await sanctionsOf(db, accountId, now)).map(sanctionExport))],
    ['affiliatePrograms', allRows(async () => (await programmesOf(db, accountId)).map(programmeResponse))],
    ['affiliateReferrals', allRows(async () => (await referralsOf(db, accountId)).map(referralResponse))],
    [
      'affiliateCommissions',
      allRows(async () => (await commissionsOf(db, accountId, maxExportRows)).map(commissionResponse)),
    ],
    ['adClicks', allRows(() => adClicksOf(db, accountId))],
    ['advertisements', allRows(() => advertisementsClickedBy(db, accountId))],
    ['supportRequests', pagedRows((paging) => supportRequestsOf(db, accountId, paging), supportExport)],
    [
      'ratings',
      allRows(async () =>
        clientId === null
          ? ratingsGivenBy(api, accountId)
          : resultOf(loadRatingsReceived(api, clientId, maxExportRows)),
      ),
    ],
    ['ratingContests', allRows(() => ratingContestsOf(api, accountId))],
    ['history', accountHistory(api, accountId)],
  ]
}

async function* singleRow(read: () => Promise<Row>): Section {
  yield await read()
}

async function* allRows(read: () => Promise<readonly Row[]>): Section {
  yield* await read()
}

type Paging = { readonly limit: number; readonly cursor?: string | undefined }

async function* pagedRows<Item>(read: (paging: Paging) => Promise<Page<Item>>, toRow: (item: Item) => Row): Section {
  for (let cursor: string | undefined, more = true; more;) {
    const { items, nextCursor } = await read({ limit: exportPageSize, cursor })
    yield* items.map(toRow)
    cursor = nextCursor ?? undefined
    more = nextCursor !== null
  }
}

const resultOf = async <A>(query: Result<A>): Promise<A> => {
  const result = await query()
  if (E.isLeft(result)) throw new Error('Export failed', { cause: result.left })
  return result.right
}

const reviewsAbout = ({ db }: ApiContext, { accountId, clientId }: Person): Section => {
  const [type, id] = clientId === null ? (['BUSINESS', accountId] as const) : (['USER', clientId] as const)
  return pagedRows((paging) => reviewsReceived(db, type, id, accountId, paging), reviewResponse)
}

const rewardsOf = async (
  { db }: ApiContext,
  { accountId, clientId }: Person,
  now: Instant,
): Promise<readonly Row[]> => {
  if (clientId !== null) return (await rewardsOfClient(db, clientId, maxExportRows)).map(ownRewardResponse(now))
  const redeemed = await rewardsRedeemedAt(db, { businessId: accountId }, maxExportRows)
  return redeemed.map(issuedRewardResponse(now)).map(({ clientName: _, clientIsPremium: __, ...reward }) => reward)
}

const ratingsGivenBy = async ({ db, services, clock }: ApiContext, accountId: string): Promise<readonly Row[]> => {
  const ratings = await ratingsGiven(db, accountId, maxExportRows)
  return ratings
    .map(ratingGivenResponse(services.ruleSettings.ratings.amendDays, clock()))
    .map(({ clientName: _, clientIsPremium: __, clientPhoto: ___, changeable: ____, ...rating }) => rating)
}

/** The contests without the other party’s id and answer. @rule Q-46 a client learns neither the business nor its id of a rating */
const ratingContestsOf = async ({ db, services }: ApiContext, accountId: string): Promise<readonly Row[]> =>
  (await contestsOf(db, accountId)).map(({ businessId, clientAccountId: _, answer, ...contest }) =>
    businessId === accountId
      ? { ...contest, answer }
      : { ...contest, ratingId: services.nameHasher.rating(contest.ratingId) },
  )

/** A client's metrics, without identity. */
const withoutIdentity = ({ id, totalRatings, averageRating, isTopClient }: BusinessClient): Row => ({
  id,
  totalRatings,
  averageRating,
  isTopClient,
})

/** Removes the names of clients; names of businesses are public. */
const withoutClientName =
  <Item>(toRow: (item: Item) => { readonly targetType: string }) =>
  (item: Item): Row => {
    const review = toRow(item)
    return review.targetType === 'USER' ? { ...review, targetName: null } : { ...review }
  }

const payoutEventTypes: ReadonlySet<string> = new Set(
  [PayoutReserved, PayoutConfirmed, PayoutReleased].map(({ type }) => type),
)

/** Events of the wallet's payouts, without its settings. */
async function* payoutEventsOf(api: ApiContext, accountId: string): Section {
  for await (const { type, data } of eventsOf(api, wallet.events, streamOf(wallet, accountId)))
    if (payoutEventTypes.has(type)) yield { what: type, ...data }
}

/**
 * The events of the account, its wallet and its favourites, each in order, decrypted, without the ids of other people and of
 * the venues that rated the account.
 * @rule Q-46
 */
async function* accountHistory(api: ApiContext, accountId: string): Section {
  for (const aggregate of [account, wallet, favourites])
    for await (const { type, data } of eventsOf(api, aggregate.events, streamOf(aggregate, accountId))) {
      const { by: _, ...own } = data
      yield { what: type, ...(isAboutStay(own) ? withoutVenue(own) : own) }
    }
}

type StayAva = Row & { readonly causeId: string; readonly at: string }

const isAboutStay = (data: Row): data is StayAva => typeof data['causeId'] === 'string' && isStayCause(data['causeId'])

const withoutVenue = ({ causeId: _, ...data }: StayAva): Row => ({ ...data, at: startOfDay(data.at) })

async function* eventsOf(
  { services }: ApiContext,
  family: EventFamily<AnyEvent>,
  stream: string,
): AsyncGenerator<{ readonly type: string; readonly data: Row }> {
  for (const { event } of await resultOf(services.history.read(family, stream)))
    yield { type: event.type, data: event.data as Row }
}
