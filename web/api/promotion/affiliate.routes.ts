import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { programmesOf } from '../../../projections/affiliate-programmes.ts'
import { commissionsOf } from '../../../projections/commissions.ts'
import { affiliateStatsOf, referralsOf } from '../../../projections/referrals.ts'
import type { Commission } from '../../contract/affiliate.ts'
import { calls } from '../../contract/calls.ts'
import { commissionAnswer, programmeAnswer, referralAnswer, statsAnswer } from '../answers/affiliate.ts'
import { csvOf } from '../csv.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const mostCommissions = 200
/** As many as a file holds. */
const mostInFile = 10_000

export const affiliateRoutes = (hall: Hall) => [
  reading(calls.programmes, ({ person }) =>
    asked(async () => (await programmesOf(hall.db, person.accountId)).map(programmeAnswer)),
  ),
  reading(calls.affiliateStats, ({ person }) =>
    asked(async () => statsAnswer(await affiliateStatsOf(hall.db, person.accountId, firstOfMonth(hall)))),
  ),
  reading(calls.referrals, ({ person }) =>
    asked(async () => (await referralsOf(hall.db, person.accountId)).map(referralAnswer)),
  ),
  createProgrammeRoute(hall),
  commissionsRoute(hall),
]

const firstOfMonth = ({ clock }: Hall) => `${romeDay(clock()).slice(0, 7)}-01`

const createProgrammeRoute = (hall: Hall) =>
  route(calls.createProgramme, ({ body, asker, person, intentId: programmeId }) => {
    const { programName: name, description } = body
    const rateHundredths = Math.round(body.commissionRate * 100)
    const programme = { programmeId, name, description: description === '' ? null : (description ?? null) }
    const back = async () =>
      (await programmesOf(hall.db, person.accountId)).find((one) => one.programmeId === programmeId) ?? null
    return pipe(
      hall.ask.createProgramme(asker, { ...programme, rateHundredths }),
      TE.flatMap((position) =>
        pipe(
          readBack(hall, position, back),
          TE.map((found) => ({ answer: programmeAnswer(found), position })),
        ),
      ),
    )
  })

const commissionsRoute = (hall: Hall) =>
  route(calls.commissions, ({ query: { format, limit }, person }) => {
    const isFile = format === 'csv'
    const most = limit ?? (isFile ? mostInFile : mostCommissions)
    return pipe(
      asked(async () => (await commissionsOf(hall.db, person.accountId, most)).map(commissionAnswer)),
      TE.map((answer) => (isFile ? { answer, file: { name: 'commissioni.csv', text: fileOf(answer) } } : { answer })),
    )
  })

const inItalian = { pending: 'In attesa', earned: 'Maturata', voided: 'Annullata' } as const

const fileOf = (all: readonly Commission[]): string =>
  csvOf(
    ['Data', 'Codice', 'Commissione (%)', 'Importo (EUR)', 'Stato', 'Riferimento'],
    all.map((one) => [
      one.date,
      one.referralCode,
      one.commissionRate,
      one.amount.toFixed(2),
      inItalian[one.status],
      one.id,
    ]),
  )
