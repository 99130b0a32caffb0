import type { CompanyWallet, CompanyWalletOverview } from '../../../application/ava/company-wallet.ts'
import type { RuleBook } from '../../../application/ava/rule-sets.ts'
import { draftActionsAt, isDraftable, isSimulating, type RuleSetState } from '../../../domain/ava/rule-sets.ts'
import { avaRules, avaRuleSets, contributionsToNextAva, type StayRules } from '../../../domain/ava/rules.ts'
import type { TransactionReason } from '../../../domain/ava/vocabulary.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { il } from '../../../domain/kernel/text.ts'
import type { transactionsOf } from '../../../projections/ava/transactions.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import { potsOf, type Wallet } from '../../../projections/ava/wallets.ts'
import type { AvaRuleSet, RuleBookView } from '../../contract/ava/rule-sets.ts'
import type { AvaProfile, AvaTransaction, AvaWallet, CompanyWalletInfo } from '../../contract/ava/wallet.ts'
import { italianDate } from '../error-messages.ts'
import { startOfDay } from '../rounding.ts'

type TransactionRow = Awaited<ReturnType<typeof transactionsOf>>[number]

/** @rule E-39 @rule Q-72 maturing AVA are shown separately */
export const avaProfileResponse = (wallet: Wallet, now: string): AvaProfile => {
  const isPremium = isPremiumAt(wallet, now)
  return {
    avaBalance: wallet.available,
    avaMaturing: wallet.maturing,
    avaPots: potsOf(wallet),
    totalRatingsGiven: wallet.ratingsGiven,
    ratingsPerAva: avaRules.contributionsPerAva,
    ratingsToNextAva: contributionsToNextAva(wallet.ratingsGiven),
    isPremium,
    premiumExpiresAt: isPremium ? wallet.premiumUntil : null,
    premiumOffer: { ...avaRules.premium, affordable: wallet.available >= avaRules.premium.price },
    avaWalletAddress: wallet.walletAddress,
    payoutsFrom: payoutsFromOf(wallet, now),
  }
}

/** One wallet per account, hence the account's id. @rule E-53 */
export const avaWalletResponse = (accountId: string, wallet: Wallet, now: string): AvaWallet => ({
  id: accountId,
  virtualBalance: wallet.available,
  payoutThreshold: wallet.payoutThreshold,
  publicWalletAddress: wallet.walletAddress,
  payoutsFrom: payoutsFromOf(wallet, now),
})

/** Null if payouts to the address may start already. @rule Q-127 */
const payoutsFromOf = ({ payableFrom }: Wallet, now: string) =>
  payableFrom !== null && payableFrom > now ? payableFrom : null

/** What a transaction was for, in Italian. */
export const transactionDescriptions: Readonly<Record<TransactionReason, string>> = {
  TEN_RATINGS: `Premio per ${avaRules.contributionsPerAva} valutazioni o recensioni`,
  BOOKING: 'Prenotazione di viaggio',
  FIVE_STARS: 'Valutazione da 5 stelle ricevuta',
  FIRST_STAY: 'Primo soggiorno in una struttura nuova',
  FIVE_VENUES: 'Cinque strutture diverse',
  LOYALTY: 'Premio fedeltà',
  BOOKING_CANCELLED: 'Prenotazione annullata',
  RATING_REMOVED: 'Valutazione rimossa',
  PREMIUM: 'Passaggio a Premium',
  PAYOUT: 'Pagamento sul wallet',
}

/** Reasons of transactions caused by ratings received. */
const stayReasons: ReadonlySet<TransactionReason> = new Set([
  'FIVE_STARS',
  'FIRST_STAY',
  'FIVE_VENUES',
  'LOYALTY',
  'RATING_REMOVED',
])

/**
 * Transactions, newest first. Those caused by stays are summed per day, because times and single amounts would reveal
 * the rating venue.
 * @rule E-08 @rule Q-46
 */
export const transactionsResponse = (rows: readonly TransactionRow[]): AvaTransaction[] => {
  const days = Map.groupBy(rows, ({ id, what, createdAt }) =>
    stayReasons.has(what) ? `${createdAt.slice(0, 10)}_${what}` : id,
  )
  const merged = [...days].flatMap(([id, [first, ...more]]) => {
    if (first === undefined) return []
    if (!stayReasons.has(first.what)) return [first]
    const amount = more.reduce((sum, row) => sum + row.amount, first.amount)
    return [{ ...first, id, amount, createdAt: startOfDay(first.createdAt) }]
  })
  return merged.toSorted(newestFirst).map(transactionResponse)
}

const newestFirst = (a: TransactionRow, b: TransactionRow) =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)

/** Amounts that reduce the balance are negative. */
export const signedAmount = ({ type, amount }: Pick<TransactionRow, 'type' | 'amount'>): number =>
  type === 'earned' ? amount : -amount

const transactionResponse = ({
  id,
  type,
  amount,
  what,
  maturing,
  txHash,
  createdAt,
}: TransactionRow): AvaTransaction => ({
  id,
  type,
  amount: signedAmount({ type, amount }),
  description: transactionDescriptions[what],
  maturing,
  // always null: ten ratings have no single id, and the id of a rating received reveals its venue
  relatedRatingId: null,
  transactionHash: txHash,
  createdAt,
})

/** @rule E-40 */
export const companyWalletResponse = ({ wallet, generated }: CompanyWalletOverview): CompanyWalletInfo => ({
  configured: wallet !== null,
  walletAddress: wallet?.address ?? null,
  balance: wallet?.balances?.ava ?? null,
  message: wallet === null ? notConfiguredMessage(generated) : walletStateMessage(wallet),
})

const notConfiguredMessage = (generated: CompanyWalletOverview['generated']): string =>
  generated === null
    ? 'Nessun wallet aziendale è configurato: i saldi AVA restano su Garbo.'
    : `Il wallet ${generated.address} è stato generato ${il(italianDate(generated.at))} ma non è ancora configurato.`

/** The first obstacle to payouts, or readiness. */
const walletStateMessage = ({ balances, canPay }: CompanyWallet): string => {
  if (!canPay) return 'Il contratto per i pagamenti non è configurato: i saldi AVA restano su Garbo.'
  if (balances === null) return 'La rete non risponde: il saldo non è disponibile.'
  if (!balances.canPayFees) return 'Sul wallet manca la valuta della rete, necessaria per le commissioni.'
  if (balances.ava === 0) return 'Sul wallet non ci sono AVA: i pagamenti sono in attesa.'
  return 'Il wallet aziendale è pronto a pagare.'
}

export const avaRuleSetsResponse = (activations: RuleSetState['activations']): AvaRuleSet[] => {
  const inForce = activations.at(-1)?.version ?? avaRuleSets[0].version
  const upcoming = avaRuleSets.find(({ version, stays }) => version > inForce && stays !== null)?.version
  return avaRuleSets.map(({ version, stays }) => ({
    version,
    stays: stays && stayRulesResponse(stays),
    inForce: version === inForce,
    upcoming: version === upcoming,
  }))
}

const stayRulesResponse = ({ loyalty: { ava, max }, ...rules }: StayRules) => ({
  ...rules,
  returns: { ava, most: max },
})

export const ruleBookResponse = ({ name, activations, drafts }: RuleBook, now: Instant): RuleBookView => ({
  name,
  since: activations.at(-1)?.from ?? null,
  sets: avaRuleSetsResponse(activations).map((set) => ({
    ...set,
    draftable: isDraftable(
      set.version,
      { activations, drafts },
      avaRuleSets.map(({ version }) => version),
    ),
  })),
  drafts: drafts.toReversed().map(({ draftId, figures, ...draft }) => ({
    id: draftId,
    ...draft,
    running: isSimulating(draft, now),
    actions: [...draftActionsAt(draft, now)],
    figures: figures && { ...figures, parts: [...figures.parts] },
  })),
})
