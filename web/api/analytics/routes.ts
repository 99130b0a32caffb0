import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { rewardStatusAt, ruleNameOf } from '../../../domain/rewards/rules.ts'
import { loadAnalytics, periodOf } from '../../../projections/analytics/figures.ts'
import { segmentOf } from '../../../projections/analytics/figures.queries.ts'
import { avaRows, ratingRows, reviewRows, rewardRows } from '../../../projections/analytics/rows.queries.ts'
import { walletOf } from '../../../projections/ava/wallets.ts'
import type { Page, PageRequest } from '../../../projections/columns.ts'
import type { AnalyticsRow } from '../../contract/analytics/analytics.ts'
import type { ParsedInput } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { transactionDescriptions } from '../ava/responses.ts'
import { type AnyRoute, fileRoute, type FileResponse, readRoute, route } from '../route.ts'
import { workbookOf } from './workbook.ts'

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

type RowsQuery = Omit<ParsedInput<(typeof endpoints)['analyticsRows'], 'query'>, 'limit' | 'cursor'>

/** Rows of one kind. A row's time and key stay on the server. @rule Q-60 */
const loadRows = async (
  api: ApiContext,
  businessId: string,
  query: RowsQuery,
  page: PageRequest,
): Promise<Page<AnalyticsRow>> => {
  const period = periodOf(query, romeDay(api.clock()))
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
      return mapPage(await rewardRows(api.db, businessId, period, query.redeemed, page), (row) =>
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
      TE.flatMap(() =>
        runQuery(() => loadRows(api, accountId, query, { limit: query.limit ?? defaultRows, cursor: query.cursor })),
      ),
      TE.map(({ items, nextCursor }) => ({ body: [...items], nextCursor })),
    ),
  )

/** Rows read at once for a file. */
const rowsAtOnce = 1_000

async function* allRows(api: ApiContext, businessId: string, query: RowsQuery): AsyncGenerator<AnalyticsRow> {
  let cursor: string | undefined
  do {
    const page = await loadRows(api, businessId, query, { limit: rowsAtOnce, cursor })
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type ExportQuery = ParsedInput<(typeof endpoints)['analyticsExport'], 'query'>

const workbookFile = (api: ApiContext, businessId: string, query: ExportQuery): Result<FileResponse> => {
  const { from, to } = periodOf(query, romeDay(api.clock()))
  return TE.right({
    name: `garbo-${rowKindNames[query.of]}-${from}-${to}.xlsx`,
    type: xlsxType,
    content: workbookOf(query.of, allRows(api, businessId, query)),
  })
}

const rowKindNames = { reviews: 'recensioni', ratings: 'valutazioni', rewards: 'ricompense', ava: 'ava' } as const

const reportFile = (api: ApiContext, businessId: string, query: ExportQuery): Result<FileResponse> => {
  const period = periodOf(query, romeDay(api.clock()))
  return pipe(
    api.services.reports.pdf(businessId, period),
    TE.flatMap((pdf) =>
      pdf === null
        ? TE.left(rejectedWith({ type: 'NotSignedIn' }))
        : TE.right({
            name: `garbo-report-${period.from}-${period.to}.pdf`,
            type: 'application/pdf',
            content: once(pdf),
          }),
    ),
  )
}

async function* once<A>(item: A): AsyncGenerator<A> {
  yield item
}

const exportRoute = (api: ApiContext) =>
  fileRoute(endpoints.analyticsExport, ({ query, person: { accountId } }) =>
    pipe(
      runQuery(() => isPremium(api, accountId)),
      TE.filterOrElseW(
        (premium) => premium,
        () => rejectedWith({ type: 'PremiumRequired' }),
      ),
      TE.flatMap(() =>
        query.format === 'pdf' ? reportFile(api, accountId, query) : workbookFile(api, accountId, query),
      ),
    ),
  )

export const analyticsRoutes = (api: ApiContext): readonly AnyRoute[] => [
  analyticsRoute(api),
  rowsRoute(api),
  exportRoute(api),
]
