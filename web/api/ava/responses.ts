import type { CompanyWallet, CompanyWalletOverview } from '../../../application/ava/company-wallet.ts'
import type { RuleBook } from '../../../application/ava/rule-sets.ts'
import type { RuleSetState } from '../../../domain/ava/rule-sets.ts'
import { avaRuleSets } from '../../../domain/ava/rules.ts'
import { il } from '../../../domain/kernel/text.ts'
import type { transactionsOf } from '../../../projections/ava/transactions.ts'
import type { Wallet } from '../../../projections/ava/wallets.ts'
import type { AvaRuleSet, RuleBookView } from '../../contract/ava/rule-sets.ts'
import type { AvaProfile, AvaTransaction, AvaWallet, CompanyWalletInfo } from '../../contract/ava/wallet.ts'
import { italianDate } from '../error-messages.ts'
import { startOfDay } from '../rounding.ts'

type TransactionRow = Awaited<ReturnType<typeof transactionsOf>>[number]

/** E-39; what is maturing is shown apart. */
export const avaProfileResponse = (wallet: Wallet, now: string): AvaProfile => {
  const isPremium = wallet.premiumUntil !== null && wallet.premiumUntil > now
  return {
    avaBalance: wallet.available,
    avaMaturing: wallet.maturing,
    totalRatingsGiven: wallet.ratingsGiven,
    isPremium,
    premiumExpiresAt: isPremium ? wallet.premiumUntil : null,
    avaWalletAddress: wallet.walletAddress,
  }
}

/** E-53: one wallet an account, so the account's id is its own. */
export const avaWalletResponse = (accountId: string, wallet: Wallet): AvaWallet => ({
  id: accountId,
  virtualBalance: wallet.available,
  payoutThreshold: wallet.payoutThreshold,
  publicWalletAddress: wallet.walletAddress,
})

const descriptions: Readonly<Record<TransactionRow['what'], string>> = {
  TEN_RATINGS: 'Premio per 10 valutazioni',
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

/** What stays earn, and what goes again with a rating. */
const stayReasons: ReadonlySet<TransactionRow['what']> = new Set([
  'FIVE_STARS',
  'FIRST_STAY',
  'FIVE_VENUES',
  'LOYALTY',
  'RATING_REMOVED',
])

/**
 * E-08, the newest first. What stays earn is told as a sum of the day: its hour would say which venue was just rating, and its
 * pieces which of a batch's ratings came from a venue that is known already.
 */
export const transactionsResponse = (rows: readonly TransactionRow[]): AvaTransaction[] => {
  const days = Map.groupBy(rows, ({ id, what, createdAt }) =>
    stayReasons.has(what) ? `${createdAt.slice(0, 10)}_${what}` : id,
  )
  const merged = [...days].flatMap(([id, [first, ...more]]) => {
    if (first === undefined) return []
    if (!stayReasons.has(first.what)) return [first]
    const amount = more.reduce((sum, one) => sum + one.amount, first.amount)
    return [{ ...first, id, amount, createdAt: startOfDay(first.createdAt) }]
  })
  return merged.toSorted(newestFirst).map(transactionResponse)
}

const newestFirst = (one: TransactionRow, other: TransactionRow) =>
  other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)

/** What went out is below zero. */
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
  amount: type === 'earned' ? amount : -amount,
  description: descriptions[what],
  maturing,
  // ten ratings belong to no single one, and the id of a rating received would tell its venue
  relatedRatingId: null,
  transactionHash: txHash,
  createdAt,
})

/** E-40 */
export const companyWalletResponse = ({ wallet, generated }: CompanyWalletOverview): CompanyWalletInfo => ({
  configured: wallet !== null,
  walletAddress: wallet?.address ?? null,
  balance: wallet?.holdings?.ava ?? null,
  message: wallet === null ? notConfiguredMessage(generated) : walletStateMessage(wallet),
})

const notConfiguredMessage = (generated: CompanyWalletOverview['generated']): string =>
  generated === null
    ? 'Nessun wallet aziendale è configurato: i saldi AVA restano su Garbo.'
    : `Il wallet ${generated.address} è stato generato ${il(italianDate(generated.at))} ma non è ancora configurato.`

/** What keeps it from paying, the first thing first. */
const walletStateMessage = ({ holdings, pays }: CompanyWallet): string => {
  if (!pays) return 'Manca il contratto dei pagamenti: i saldi AVA restano su Garbo.'
  if (holdings === null) return 'La rete non risponde: il saldo non è disponibile.'
  if (!holdings.fees) return 'Sul wallet manca la valuta della rete, necessaria per le commissioni.'
  if (holdings.ava === 0) return 'Sul wallet non ci sono AVA: i pagamenti sono in attesa.'
  return 'Il wallet aziendale è pronto a pagare.'
}

export const avaRuleSetsResponse = (changes: RuleSetState['changes']): AvaRuleSet[] => {
  const inForce = changes.at(-1)?.version ?? avaRuleSets[0].version
  return avaRuleSets.map(({ version, stays }) => ({ version, stays, inForce: version === inForce }))
}

export const ruleBookResponse = ({ name, changes, drafts }: RuleBook): RuleBookView => ({
  name,
  since: changes.at(-1)?.from ?? null,
  sets: avaRuleSetsResponse(changes),
  drafts: drafts.toReversed().map(({ draftId, figures, ...draft }) => ({
    id: draftId,
    ...draft,
    figures: figures && { ...figures, parts: [...figures.parts] },
  })),
})
