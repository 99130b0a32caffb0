import { streamOf } from '../../../application/handle.ts'
import type { Person } from '../../../application/person.ts'
import { account } from '../../../domain/access/account/decider.ts'
import { wallet } from '../../../domain/ava/wallet/decider.ts'
import type { AnyEvent, EventFamily } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Answer } from '../../../application/use-case.ts'
import { favourites } from '../../../domain/profiles/favourites/decider.ts'
import { adClicksOf } from '../../../projections/ad-clicks.ts'
import { advertisementsFollowedBy } from '../../../projections/advertisements.ts'
import { programmesOf } from '../../../projections/affiliate-programmes.ts'
import { appealsBy } from '../../../projections/appeals.ts'
import { transactionsOf } from '../../../projections/ava-transactions.ts'
import { bookingsOf } from '../../../projections/bookings.ts'
import { clientsOfBusiness } from '../../../projections/client-standings.ts'
import type { Page } from '../../../projections/columns.ts'
import { commissionsOf } from '../../../projections/commissions.ts'
import { decisionsTold } from '../../../projections/decisions.queries.ts'
import { statementsBy } from '../../../projections/dispute-statements.ts'
import { disputesOf } from '../../../projections/disputes.ts'
import { flagsRaised } from '../../../projections/flags.ts'
import { ratingsGiven } from '../../../projections/ratings.ts'
import { referralsOf } from '../../../projections/referrals.ts'
import { reviewsReceived, reviewsWritten } from '../../../projections/reviews.queries.ts'
import { rewardsIssuedBy, rewardsOfClient } from '../../../projections/reward-codes.ts'
import { sanctionsOf } from '../../../projections/sanctions.queries.ts'
import { walletOf } from '../../../projections/wallets.ts'
import { commissionAnswer, programmeAnswer, referralAnswer } from '../answers/affiliate.ts'
import { avaWalletAnswer, transactionsAnswer } from '../answers/ava.ts'
import { bookingAnswer } from '../answers/bookings.ts'
import { ownSanctionAnswer } from '../answers/conduct.ts'
import { disputeAnswer } from '../answers/moderation.ts'
import { clientAnswer, ownReviewAnswer, ratingGivenAnswer, reviewAnswer } from '../answers/reputation.ts'
import { issuedRewardAnswer, ownRewardAnswer } from '../answers/rewards.ts'
import type { Hall } from '../hall.ts'
import { ownAppealAnswer } from '../moderation/appeals.routes.ts'
import { toldAnswer } from '../moderation/decisions.routes.ts'
import { ownProfileOf } from '../profile/own-profile.ts'
import { receivedBy } from '../reputation/received.ts'

type Row = Readonly<Record<string, unknown>>
/** Rows as they are read, a page at a time. */
export type Section = AsyncIterable<Row>

/** More than anybody has. */
const everything = 1_000_000
const pageSize = 500

/** Q-93, E-47: what there is of somebody, by the same masks as on the screens, and nobody else's name with it. */
export const sectionsOf = (hall: Hall, person: Person): readonly (readonly [string, Section])[] => {
  const { db } = hall
  const { accountId, clientId } = person
  const now = hall.clock()
  return [
    ['userProfile', one(async () => done(ownProfileOf(hall, accountId)))],
    ['reviewsWritten', paged((paging) => reviewsWritten(db, accountId, paging), withoutClient(ownReviewAnswer(hall)))],
    ['reviewsReceived', reviewsAbout(hall, person)],
    ['rewards', all(() => rewardsOf(hall, person, now))],
    ['avaTransactions', all(async () => transactionsAnswer(await transactionsOf(db, accountId, everything)))],
    ['avaWallet', one(async () => avaWalletAnswer(accountId, await walletOf(db, accountId)))],
    ['avaPayouts', payoutsOf(hall, accountId)],
    ['bookings', all(async () => (await bookingsOf(db, accountId, everything)).map(bookingAnswer))],
    [
      'reviewFlags',
      paged(
        (paging) => flagsRaised(db, accountId, paging),
        (flag) => ({ ...flag }),
      ),
    ],
    ['reviewDisputes', all(async () => (await disputesOf(db, accountId, everything)).map(disputeAnswer))],
    ['disputeStatements', all(() => statementsBy(db, accountId))],
    ['decisions', paged((paging) => decisionsTold(db, accountId, paging), toldAnswer)],
    ['appeals', all(async () => (await appealsBy(db, accountId, everything)).map(ownAppealAnswer))],
    ['clients', all(async () => (await clientsOfBusiness(db, accountId, everything)).map(clientAnswer).map(nameless))],
    ['sanctions', all(async () => (await sanctionsOf(db, accountId, now)).map(ownSanctionAnswer))],
    ['affiliatePrograms', all(async () => (await programmesOf(db, accountId)).map(programmeAnswer))],
    ['affiliateReferrals', all(async () => (await referralsOf(db, accountId)).map(referralAnswer))],
    ['affiliateCommissions', all(async () => (await commissionsOf(db, accountId, everything)).map(commissionAnswer))],
    ['adClicks', all(() => adClicksOf(db, accountId))],
    ['advertisements', all(() => advertisementsFollowedBy(db, accountId))],
    [
      'ratings',
      all(async () => (clientId === null ? given(hall, accountId) : done(receivedBy(hall, clientId, everything)))),
    ],
    ['history', history(hall, accountId)],
  ]
}

async function* one(read: () => Promise<Row>): Section {
  yield await read()
}

async function* all(read: () => Promise<readonly Row[]>): Section {
  yield* await read()
}

type Paging = { readonly limit: number; readonly cursor?: string | undefined }

async function* paged<Item>(read: (paging: Paging) => Promise<Page<Item>>, shown: (item: Item) => Row): Section {
  for (let cursor: string | undefined, more = true; more;) {
    const { items, nextCursor } = await read({ limit: pageSize, cursor })
    yield* items.map(shown)
    cursor = nextCursor ?? undefined
    more = nextCursor !== null
  }
}

const done = async <A>(answer: Answer<A>): Promise<A> => {
  const outcome = await answer()
  if (E.isLeft(outcome)) throw new Error('The export cannot go on', { cause: outcome.left })
  return outcome.right
}

const reviewsAbout = ({ db }: Hall, { accountId, clientId }: Person): Section => {
  const [type, id] = clientId === null ? (['BUSINESS', accountId] as const) : (['USER', clientId] as const)
  return paged((paging) => reviewsReceived(db, type, id, accountId, paging), reviewAnswer)
}

const rewardsOf = async ({ db }: Hall, { accountId, clientId }: Person, now: string): Promise<readonly Row[]> => {
  if (clientId !== null) return (await rewardsOfClient(db, clientId, everything)).map(ownRewardAnswer(now))
  const issued = (await rewardsIssuedBy(db, accountId, everything)).map(issuedRewardAnswer(now))
  return issued.map(({ clientName: _, ...reward }) => reward)
}

const given = async ({ db, doors }: Hall, accountId: string): Promise<readonly Row[]> => {
  const ratings = await ratingsGiven(db, accountId, everything)
  return ratings
    .map(ratingGivenAnswer(doors.limits.ratingAmendDays))
    .map(({ clientName: _, clientPhoto: __, ...rating }) => rating)
}

/** What a business knows of a client beside who it is. */
const nameless = ({ id, totalRatings, averageRating, isTopClient }: ReturnType<typeof clientAnswer>): Row => ({
  id,
  totalRatings,
  averageRating,
  isTopClient,
})

/** A business is known by its name; a client is not. */
const withoutClient =
  <Item>(shown: (item: Item) => { readonly targetType: string }) =>
  (item: Item): Row => {
    const review = shown(item)
    return review.targetType === 'USER' ? { ...review, targetName: null } : { ...review }
  }

async function* payoutsOf(hall: Hall, accountId: string): Section {
  for await (const { type, data } of eventsOf(hall, wallet.events, streamOf(wallet, accountId)))
    if (type.startsWith('Payout') && 'payoutId' in data) yield { what: type, ...data }
}

/** What was recorded of the account itself, in order, in clear; not who else had a hand in it. */
async function* history(hall: Hall, accountId: string): Section {
  for (const aggregate of [account, wallet, favourites])
    for await (const { type, data } of eventsOf(hall, aggregate.events, streamOf(aggregate, accountId))) {
      const { by: _, ...own } = data
      yield { what: type, ...own }
    }
}

async function* eventsOf(
  { doors }: Hall,
  family: EventFamily<AnyEvent>,
  stream: string,
): AsyncGenerator<{ readonly type: string; readonly data: Row }> {
  for (const { event } of await done(doors.history.read(family, stream)))
    yield { type: event.type, data: event.data as Row }
}
