import type { transactionsOf } from '../../../projections/ava-transactions.ts'
import type { Wallet } from '../../../projections/wallets.ts'
import { dayOnly } from './reputation.ts'
import type { AvaProfile, AvaTransaction, AvaWallet } from '../../contract/ava.ts'

type Transaction = Awaited<ReturnType<typeof transactionsOf>>[number]

/** E-39; what is maturing is shown apart. */
export const avaProfileAnswer = (wallet: Wallet, now: string): AvaProfile => {
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
export const avaWalletAnswer = (accountId: string, wallet: Wallet): AvaWallet => ({
  id: accountId,
  virtualBalance: wallet.available,
  payoutThreshold: wallet.payoutThreshold,
  publicWalletAddress: wallet.walletAddress,
})

const descriptions: Readonly<Record<Transaction['what'], string>> = {
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
const ofStays: ReadonlySet<Transaction['what']> = new Set([
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
export const transactionsAnswer = (rows: readonly Transaction[]): AvaTransaction[] => {
  const days = Map.groupBy(rows, ({ id, what, createdAt }) =>
    ofStays.has(what) ? `${createdAt.slice(0, 10)}_${what}` : id,
  )
  const told = [...days].flatMap(([id, [first, ...more]]) => {
    if (first === undefined) return []
    if (!ofStays.has(first.what)) return [first]
    const amount = more.reduce((sum, one) => sum + one.amount, first.amount)
    return [{ ...first, id, amount, createdAt: dayOnly(first.createdAt) }]
  })
  return told.toSorted(byTime).map(transactionAnswer)
}

const byTime = (one: Transaction, other: Transaction) =>
  other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)

/** What went out is below zero. */
const transactionAnswer = ({ id, type, amount, what, maturing, txHash, createdAt }: Transaction): AvaTransaction => ({
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
