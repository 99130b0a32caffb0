import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { ruleNameOf } from '../../../domain/rewards/rules.ts'
import { type Days, loadAnalytics, periodOf, wholeWeeks } from '../../../projections/analytics/figures.ts'
import { segmentOf } from '../../../projections/analytics/figures.queries.ts'
import { avaRows, issuedRows, ratingRows, reviewRows, rewardRows } from '../../../projections/analytics/rows.queries.ts'
import { hasPremium, isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import type { Page, PageRequest } from '../../../projections/columns.ts'
import type { AnalyticsRow } from '../../contract/analytics/analytics.ts'
import type { ParsedInput } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { signedAmount, transactionDescriptions } from '../ava/responses.ts'
import { type AnyRoute, fileRoute, type FileResponse, readRoute, route } from '../route.ts'
import { workbookOf } from './workbook.ts'

const defaultRows = 50

const requirePremium = (api: ApiContext, accountId: string): Result<unknown> =>
  pipe(
    runQuery(() => hasPremium(api.db, accountId, api.clock())),
    TE.filterOrElseW(
      (premium) => premium,
      () => rejectedWith({ type: 'PremiumRequired' }),
    ),
  )

const requestedPeriod = ({ clock }: ApiContext, query: Parameters<typeof periodOf>[0]): Days =>
  periodOf(query, romeDay(clock()))

const analyticsRoute = (api: ApiContext) =>
  readRoute(endpoints.analytics, ({ query, person: { accountId: businessId } }) =>
    runQuery(async () =>
      loadAnalytics(api.db, {
        today: romeDay(api.clock()),
        businessId,
        period: requestedPeriod(api, query),
        premium: await hasPremium(api.db, businessId, api.clock()),
        compare: query.compare === 'previous',
        segment: () => api.segments(businessId, () => segmentOf(api.db, businessId)),
      }),
    ),
  )

type RowsQuery = Omit<ParsedInput<(typeof endpoints)['analyticsRows'], 'query'>, 'limit' | 'cursor'>

/** With the period resolved once, so that all pages of a file have the same. */
type DatedQuery = RowsQuery & { readonly period: Days }

/** Rows of one kind. A row's time and key stay on the server. @rule Q-60 */
const loadRows = async (
  api: ApiContext,
  businessId: string,
  query: DatedQuery,
  page: PageRequest,
): Promise<Page<AnalyticsRow>> => {
  const { period } = query
  switch (query.of) {
    case 'reviews':
      return mapPage(await reviewRows(api.db, businessId, period, query, page), (row) => ({
        of: 'reviews',
        ...row,
      }))
    case 'ratings':
      return mapPage(
        await ratingRows(api.db, businessId, period, query.returning, page),
        ({ at: _, id, premiumUntil, ...row }) => ({
          of: 'ratings',
          id: api.services.nameHasher.givenRating(id),
          clientIsPremium: isPremiumAt({ premiumUntil }, api.clock()),
          ...row,
        }),
      )
    case 'rewards':
      return mapPage(await rewardRows(api.db, businessId, period, page), rewardRow)
    case 'issued':
      return mapPage(await issuedRows(api.db, businessId, wholeWeeks(period, romeDay(api.clock())), page), (row) => ({
        of: 'issued',
        ...row,
      }))
    case 'ava':
      return mapPage(await avaRows(api.db, businessId, period, page), ({ day, type, what, amount }) => ({
        of: 'ava',
        day,
        description: transactionDescriptions[what],
        amount: signedAmount({ type, amount }),
      }))
  }
}

const mapPage = <Row, Item>({ items, nextCursor }: Page<Row>, map: (row: Row) => Item): Page<Item> => ({
  items: items.map(map),
  nextCursor,
})

type RewardRow = Awaited<ReturnType<typeof rewardRows>>['items'][number]

const rewardRow = (row: RewardRow): AnalyticsRow => {
  const { day, percent, discountCents } = row
  return {
    of: 'rewards',
    day,
    rule: ruleNameOf(row),
    discountPercent: percent,
    discountEuro: discountCents === null ? null : discountCents / 100,
  }
}

/** Reviews can be read without Premium elsewhere too. */
const rowsRoute = (api: ApiContext) =>
  route(endpoints.analyticsRows, ({ query, person: { accountId } }) =>
    pipe(
      query.of === 'reviews' ? TE.right(undefined) : requirePremium(api, accountId),
      TE.flatMap(() => {
        const page = { limit: query.limit ?? defaultRows, cursor: query.cursor }
        return runQuery(() => loadRows(api, accountId, { ...query, period: requestedPeriod(api, query) }, page))
      }),
      TE.map(({ items, nextCursor }) => ({ body: [...items], nextCursor })),
    ),
  )

/** Rows read at once for a file. */
const rowsAtOnce = 1_000

async function* allRows(api: ApiContext, businessId: string, query: DatedQuery): AsyncGenerator<AnalyticsRow> {
  let cursor: string | undefined
  do {
    const page = await loadRows(api, businessId, query, { limit: rowsAtOnce, cursor })
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const workbookFile = (api: ApiContext, businessId: string, query: DatedQuery): FileResponse => {
  const { from, to } = query.period
  return {
    name: `garbo-${rowKindNames[query.of]}-${from}-${to}.xlsx`,
    type: xlsxType,
    content: workbookOf(query.of, allRows(api, businessId, query)),
  }
}

const rowKindNames = {
  reviews: 'recensioni',
  ratings: 'valutazioni',
  rewards: 'ricompense',
  issued: 'ricompense-emesse',
  ava: 'ava',
} as const

const reportFile = (api: ApiContext, businessId: string, period: Days): Result<FileResponse> =>
  pipe(
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

async function* once<A>(item: A): AsyncGenerator<A> {
  yield item
}

const exportRoute = (api: ApiContext) =>
  fileRoute(endpoints.analyticsExport, ({ query, person: { accountId } }) =>
    pipe(
      requirePremium(api, accountId),
      TE.flatMap(() => {
        const period = requestedPeriod(api, query)
        return query.format === 'pdf'
          ? reportFile(api, accountId, period)
          : TE.right(workbookFile(api, accountId, { ...query, period }))
      }),
    ),
  )

export const analyticsRoutes = (api: ApiContext): readonly AnyRoute[] => [
  analyticsRoute(api),
  rowsRoute(api),
  exportRoute(api),
]
