import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { firstOfMonth, romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { isInPromotionPeriod, type PromotionPeriod } from '../../../domain/promotion/rules.ts'
import type { CommissionStatus } from '../../../domain/promotion/vocabulary.ts'
import { type Advertisement, visibleAdvertisements } from '../../../projections/promotion/advertisements.ts'
import {
  affiliateStatsOf,
  commissionsOf,
  programmesOf,
  referralsOf,
  waitingProgrammes,
} from '../../../projections/promotion/affiliate.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Commission } from '../../contract/promotion/affiliate.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { toCsv } from '../csv.ts'
import { type AnyRoute, readRoute, recordingSubjects, route, type ServerExtension } from '../route.ts'
import { registerReferralClicks } from './referral-clicks.ts'
import {
  affiliateStatsResponse,
  commissionResponse,
  programmeResponse,
  referralResponse,
  waitingProgrammeResponse,
} from './responses.ts'

/** @rule C-20 the larger number shown by the two dashboards */
const defaultAdvertisements = 6

const advertisementRoutes = (api: ApiContext) => [
  readRoute(endpoints.advertisements, ({ query: { limit = defaultAdvertisements } }) =>
    runQuery(async () =>
      (await visibleAdvertisements(api.db, api.clock(), limit)).map(advertisementResponse(api.clock())),
    ),
  ),
  route(endpoints.clickAdvertisement, ({ params, caller }) =>
    pipe(
      api.useCases.clickAdvertisement(caller, params),
      TE.map((clickUrl) => ({ body: { clickUrl } })),
    ),
  ),
]

const advertisementResponse =
  (now: Instant) =>
  ({ priceCents, ...rest }: Advertisement) => ({
    ...rest,
    promotionCurrent: isInPromotionPeriod(rest as PromotionPeriod, now),
    price: priceCents === null ? null : priceCents / 100,
  })

const maxCommissions = 200

/** Maximum rows of the CSV file. */
const maxCommissionsInFile = 10_000

const affiliateRoutes = (api: ApiContext) => [
  readRoute(endpoints.programmes, ({ person }) =>
    runQuery(async () => (await programmesOf(api.db, person.accountId)).map(programmeResponse)),
  ),
  readRoute(endpoints.affiliateStats, ({ person }) =>
    runQuery(async () =>
      affiliateStatsResponse(await affiliateStatsOf(api.db, person.accountId, firstOfMonth(romeDay(api.clock())))),
    ),
  ),
  readRoute(endpoints.referrals, ({ person }) =>
    runQuery(async () => (await referralsOf(api.db, person.accountId)).map(referralResponse)),
  ),
  createProgrammeRoute(api),
  commissionsRoute(api),
  waitingProgrammesRoute(api),
  decideProgrammeRoute(api),
]

const createProgrammeRoute = (api: ApiContext) =>
  route(endpoints.createProgramme, ({ body, caller, person, newEntityId: programmeId }) => {
    const { programName: name, description } = body
    const rateHundredths = Math.round(body.commissionRate * 100)
    const programme = { programmeId, name, description: description === '' ? null : (description ?? null) }
    const loadCreated = async () =>
      (await programmesOf(api.db, person.accountId)).find((row) => row.programmeId === programmeId) ?? null
    return pipe(
      TE.Do,
      TE.bind('position', () => api.useCases.createProgramme(caller, { ...programme, rateHundredths })),
      TE.bind('created', ({ position }) => readWritten(api, position, loadCreated)),
      TE.map(({ created, position }) => ({ body: programmeResponse(created), position })),
    )
  })

const maxWaitingProgrammes = 200

const waitingProgrammesRoute = (api: ApiContext) =>
  route(endpoints.waitingProgrammes, ({ person, recordSubjects }) =>
    pipe(
      runQuery(() => waitingProgrammes(api.db, maxWaitingProgrammes)),
      recordingSubjects(recordSubjects, (rows) => rows.map(({ accountId }) => accountId)),
      TE.map((rows) => ({ body: rows.map(waitingProgrammeResponse(person)) })),
    ),
  )

const decideProgrammeRoute = (api: ApiContext) =>
  route(endpoints.decideProgramme, ({ params: { accountId, id: programmeId }, body, caller, recordSubjects }) =>
    pipe(
      api.useCases.decideProgramme(caller, { accountId, programmeId, ...body }),
      TE.map((position) => {
        recordSubjects(accountId)
        return { body: undefined, position }
      }),
    ),
  )

const commissionsRoute = (api: ApiContext) =>
  route(endpoints.commissions, ({ query: { format, limit }, person }) => {
    const isFile = format === 'csv'
    const max = limit ?? (isFile ? maxCommissionsInFile : maxCommissions)
    return pipe(
      runQuery(async () => (await commissionsOf(api.db, person.accountId, max)).map(commissionResponse)),
      TE.map((body) => (isFile ? { body, file: { name: 'commissioni.csv', text: commissionsCsv(body) } } : { body })),
    )
  })

const statusLabels = { pending: 'In attesa', earned: 'Maturata', voided: 'Annullata' } as const satisfies Record<
  CommissionStatus,
  string
>

const commissionsCsv = (all: readonly Commission[]): string =>
  toCsv(
    ['Data', 'Codice', 'Commissione (%)', 'Importo (EUR)', 'Stato', 'Riferimento'],
    all.map((row) => [
      row.date,
      row.referralCode,
      row.commissionRate,
      row.amount.toFixed(2),
      statusLabels[row.status],
      row.id,
    ]),
  )

export const promotionRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...advertisementRoutes(api),
  ...affiliateRoutes(api),
]

export const promotionExtensions: readonly ServerExtension[] = [registerReferralClicks]
