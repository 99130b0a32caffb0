import { companyWallet, generateWallet } from '../../../application/ava/company-wallet.ts'
import { currentLiabilities, liabilityProof } from '../../../application/ava/liabilities.ts'
import { loadAvaRuleSetActivations, type RuleBook } from '../../../application/ava/rule-sets.ts'
import { configureWallet, setWalletAddress, undoWalletAddress } from '../../../application/ava/wallet.ts'
import type { Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { daysAfter, romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { balanceHistory } from '../../../projections/analytics/figures.ts'
import { payoutsOf } from '../../../projections/ava/payouts.ts'
import { transactionsOf } from '../../../projections/ava/transactions.ts'
import { walletOf } from '../../../projections/ava/wallets.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import {
  avaProfileResponse,
  avaRuleSetsResponse,
  avaWalletResponse,
  companyWalletResponse,
  ruleBookResponse,
  transactionsResponse,
} from './responses.ts'

const maxTransactions = 200

const maxPayouts = 200

const avaProfileRoute = (api: ApiContext) =>
  readRoute(endpoints.avaProfile, ({ person }) =>
    runQuery(async () => avaProfileResponse(await walletOf(api.db, person.accountId), api.clock())),
  )

const avaTransactionsRoute = (api: ApiContext) =>
  readRoute(endpoints.avaTransactions, ({ person }) =>
    runQuery(async () => transactionsResponse(await transactionsOf(api.db, person.accountId, maxTransactions))),
  )

const historyDays = 365

const avaHistoryRoute = (api: ApiContext) =>
  readRoute(endpoints.avaHistory, ({ person }) => {
    const to = romeDay(api.clock())
    const period = { from: daysAfter(to, 1 - historyDays), to }
    return runQuery(async () => ({ points: await balanceHistory(api.db, person.accountId, period) }))
  })

const liabilityRoutes = (api: ApiContext) => [
  readRoute(endpoints.liabilities, () => currentLiabilities(api)),
  readRoute(endpoints.liabilityProof, ({ person }) =>
    pipe(
      liabilityProof(api, person.accountId),
      TE.map((proof) => ({ ...proof, path: [...proof.path] })),
    ),
  ),
]

const avaWalletRoute = (api: ApiContext) =>
  readRoute(endpoints.avaWallet, ({ person }) =>
    runQuery(async () => avaWalletResponse(person.accountId, await walletOf(api.db, person.accountId), api.clock())),
  )

const walletAfterWrite = (api: ApiContext, accountId: string, position: string | null) =>
  pipe(
    readWritten(api, position, () => walletOf(api.db, accountId)),
    TE.map((wallet) => ({ body: avaWalletResponse(accountId, wallet, api.clock()), position })),
  )

const setWalletAddressRoute = (api: ApiContext) =>
  route(endpoints.setWalletAddress, ({ body, caller, person, source }) =>
    pipe(
      setWalletAddress(api.services)(caller, { address: body.walletAddress, password: body.password, source }),
      TE.flatMap((position) => walletAfterWrite(api, person.accountId, position)),
    ),
  )

/** Needs no session: the owner may be unable to sign in. */
const undoWalletAddressRoute = (api: ApiContext) =>
  route(endpoints.undoWalletAddress, ({ body: { token }, caller, recordSubjects }) =>
    pipe(
      undoWalletAddress(api.services)({ token }, caller.correlationId),
      TE.map(({ accountId, isRestored, position }) => {
        recordSubjects(accountId)
        return { body: { restored: isRestored }, position }
      }),
    ),
  )

const configureWalletRoute = (api: ApiContext) =>
  route(endpoints.configureWallet, ({ params, body, caller, person, source }) => {
    const { publicWalletAddress: address, payoutThreshold: threshold, password } = body
    return pipe(
      configureWallet(api.services)(caller, { walletId: params.id, address, threshold, password, source }),
      TE.flatMap((position) => walletAfterWrite(api, person.accountId, position)),
    )
  })

/** Payouts of the caller's own wallet. @rule Q-109 */
const avaPayoutsRoute = (api: ApiContext) =>
  readRoute(endpoints.avaPayouts, ({ person }) =>
    runQuery(async () => [...(await payoutsOf(api.db, person.accountId, maxPayouts))]),
  )

const upgradePremiumRoute = (api: ApiContext) =>
  route(endpoints.activatePremium, ({ body, newEntityId, caller, person }) =>
    pipe(
      api.useCases.activatePremium(caller, { causeId: newEntityId, ...body }),
      TE.bindTo('position'),
      TE.bind('wallet', ({ position }) => readWritten(api, position, () => walletOf(api.db, person.accountId))),
      TE.map(({ wallet, position }) => ({ body: avaProfileResponse(wallet, api.clock()), position })),
    ),
  )

const forcePayoutRoute = (api: ApiContext) =>
  route(endpoints.forcePayout, ({ caller }) =>
    pipe(
      api.useCases.forcePayout(caller, {}),
      TE.map(() => ({ body: { message: 'Il pagamento dei saldi è stato avviato.' } })),
    ),
  )

const companyWalletRoutes = (api: ApiContext) => [
  readRoute(endpoints.companyWallet, ({ person, caller }) =>
    pipe(companyWallet(api)({ person }, caller.correlationId), TE.map(companyWalletResponse)),
  ),
  route(endpoints.generateWallet, ({ body, person, caller, source }) =>
    pipe(
      generateWallet(api)({ person, source, ...body }, caller.correlationId),
      TE.map((wallet) => ({ body: { wallet } })),
    ),
  ),
]

/** Reading, drafting, simulating and activating rule sets. @rule Q-68 */
const ruleSetRoutes = ({ useCases, services, clock }: ApiContext) => {
  const ruleBookResult = (result: Result<RuleBook>) =>
    pipe(
      result,
      TE.map((book) => ({ body: ruleBookResponse(book, clock()) })),
    )
  return [
    readRoute(endpoints.avaRuleSets, () => pipe(loadAvaRuleSetActivations(services), TE.map(avaRuleSetsResponse))),
    readRoute(endpoints.ruleBooks, ({ caller }) =>
      pipe(
        useCases.ruleBooks(caller, {}),
        TE.map((books) => books.map((book) => ruleBookResponse(book, clock()))),
      ),
    ),
    route(endpoints.draftRuleSet, ({ caller, params: { name: book }, body: { version }, newEntityId: draftId }) =>
      ruleBookResult(useCases.draftRuleSet(caller, { book, draftId, version })),
    ),
    route(endpoints.requestSimulation, ({ caller, params: { name: book, id: draftId } }) =>
      ruleBookResult(useCases.requestSimulation(caller, { book, draftId })),
    ),
    route(endpoints.activateRuleSet, ({ caller, params: { name: book, id: draftId } }) =>
      ruleBookResult(useCases.activateRuleSet(caller, { book, draftId })),
    ),
  ]
}

export const avaRoutes = (api: ApiContext): readonly AnyRoute[] => [
  avaProfileRoute(api),
  avaTransactionsRoute(api),
  avaHistoryRoute(api),
  ...liabilityRoutes(api),
  avaWalletRoute(api),
  setWalletAddressRoute(api),
  configureWalletRoute(api),
  undoWalletAddressRoute(api),
  avaPayoutsRoute(api),
  upgradePremiumRoute(api),
  forcePayoutRoute(api),
  ...companyWalletRoutes(api),
  ...ruleSetRoutes(api),
]
