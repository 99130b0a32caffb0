import { rejectedWith } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { rewardStatusAt, ruleNameOf } from '../../../domain/rewards/rules.ts'
import { segmentOf } from '../../../projections/analytics/figures.queries.ts'
import { avaRows, ratingRows, reviewRows, rewardRows } from '../../../projections/analytics/rows.queries.ts'
import { walletOf } from '../../../projections/ava/wallets.ts'
import type { Page } from '../../../projections/columns.ts'
import type { AnalyticsRow } from '../../contract/analytics/analytics.ts'
import type { ParsedInput } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { transactionDescriptions } from '../ava/responses.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { type Days, loadAnalytics, periodOf } from './figures.ts'

const defaultRows = 50

const isPremium = async (api: ApiContext, accountId: string): Promise<boolean> => {
  const { premiumUntil } = await walletOf(api.db, accountId)
  return premiumUntil !== null && premiumUntil > api.clock()
}

const analyticsRoute = (api: ApiContext) =>
  readRoute(endpoints.analytics, ({ query, person: { accountId: businessId } }) =>
    runQuery(async () =>
      loadAnalytics(api.db, {
        businessId,
        period: periodOf(query, romeDay(api.clock())),
        premium: await isPremium(api, businessId),
        compare: query.compare === 'previous',
        segment: () => api.segments(businessId, () => segmentOf(api.db, businessId)),
      }),
    ),
  )

type RowsQuery = ParsedInput<(typeof endpoints)['analyticsRows'], 'query'>

/** Rows of one kind. A row's time and key stay on the server. @rule Q-60 */
const loadRows = async (
  api: ApiContext,
  businessId: string,
  query: RowsQuery,
  period: Days,
): Promise<Page<AnalyticsRow>> => {
  const page = { limit: query.limit ?? defaultRows, cursor: query.cursor }
  switch (query.of) {
    case 'reviews':
      return mapPage(await reviewRows(api.db, businessId, period, query, page), ({ at: _, ...row }) => ({
        of: 'reviews',
        ...row,
      }))
    case 'ratings':
      return mapPage(await ratingRows(api.db, businessId, period, query.returning, page), ({ at: _, ...row }) => ({
        of: 'ratings',
        ...row,
      }))
    case 'rewards':
      return mapPage(await rewardRows(api.db, businessId, period, query.redeemed ?? false, page), (row) =>
        rewardRow(row, api.clock()),
      )
    case 'ava':
      return mapPage(await avaRows(api.db, businessId, period, page), ({ day, type, what, amount }) => ({
        of: 'ava',
        day,
        description: transactionDescriptions[what],
        amount: type === 'earned' ? amount : -amount,
      }))
  }
}

const mapPage = <Row, Item>({ items, nextCursor }: Page<Row>, map: (row: Row) => Item): Page<Item> => ({
  items: items.map(map),
  nextCursor,
})

type RewardRow = Awaited<ReturnType<typeof rewardRows>>['items'][number]

const rewardRow = (row: RewardRow, now: Instant): AnalyticsRow => {
  const { day, percent, redeemedAt, revokedAt, expiresAt, redeemedOn, discountCents } = row
  const status = redeemedAt !== null ? 'redeemed' : revokedAt !== null ? 'revoked' : 'active'
  return {
    of: 'rewards',
    day,
    rule: ruleNameOf(row),
    discountPercent: percent,
    status: rewardStatusAt({ status, expiresAt: expiresAt as Instant }, now),
    redeemedOn,
    discountEuro: discountCents === null ? null : discountCents / 100,
  }
}

/** Reviews can be read without Premium elsewhere too. */
const rowsRoute = (api: ApiContext) =>
  route(endpoints.analyticsRows, ({ query, person: { accountId } }) =>
    pipe(
      runQuery(async () => query.of === 'reviews' || (await isPremium(api, accountId))),
      TE.filterOrElseW(
        (allowed) => allowed,
        () => rejectedWith({ type: 'PremiumRequired' }),
      ),
      TE.flatMap(() => runQuery(() => loadRows(api, accountId, query, periodOf(query, romeDay(api.clock()))))),
      TE.map(({ items, nextCursor }) => ({ body: [...items], nextCursor })),
    ),
  )

export const analyticsRoutes = (api: ApiContext): readonly AnyRoute[] => [analyticsRoute(api), rowsRoute(api)]
