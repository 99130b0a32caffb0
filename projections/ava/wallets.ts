import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { emptyPots, type Pots, potsAfter, takenFrom, totalOf } from '../../domain/ava/pots.ts'
import { avaRules } from '../../domain/ava/rules.ts'
import {
  ContributionCounted,
  ContributionUncounted,
  type WalletEvent,
  WalletEvents,
} from '../../domain/ava/wallet-state.ts'
import { countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from './premium-accounts.ts'

const WalletRowSchema = z.object({
  accountId: z.string(),
  available: z.number(),
  /** Parts of `available` by where they come from. @rule Q-126 */
  ratingsPot: z.number(),
  staysPot: z.number(),
  unconfirmedStaysPot: z.number(),
  /** Shown, but neither spendable nor payable until the day after check-out. @rule Q-72 */
  maturing: z.number(),
  /** Reserved for a payout in progress. */
  reserved: z.number(),
  totalEarned: z.number(),
  totalTakenBack: z.number(),
  totalSpent: z.number(),
  totalPaidOut: z.number(),
  ratingsGiven: z.number(),
  walletAddress: z.string().nullable(),
  /** When payouts to the address may start; null if they may at any time. */
  payableFrom: z.string().nullable(),
  payoutThreshold: z.number(),
  /** What each payout in progress took from the pots. */
  payouts: z.record(z.string(), z.object({ ratings: z.number(), stays: z.number(), unconfirmedStays: z.number() })),
})
export type WalletRow = z.infer<typeof WalletRowSchema>

/** AVA balance of each account. Earned − taken back − spent − paid out = available + maturing + reserved. */
export const wallets: Projection<WalletRow, WalletEvent> = {
  name: 'wallets',
  onFailedEvent: 'stop',
  version: 6,
  row: WalletRowSchema,
  columns: {
    accountId: { type: 'text' },
    available: { type: 'int' },
    ratingsPot: { type: 'int' },
    staysPot: { type: 'int' },
    unconfirmedStaysPot: { type: 'int' },
    maturing: { type: 'int' },
    reserved: { type: 'int' },
    totalEarned: { type: 'int' },
    totalTakenBack: { type: 'int' },
    totalSpent: { type: 'int' },
    totalPaidOut: { type: 'int' },
    ratingsGiven: { type: 'int' },
    walletAddress: { type: 'text', pii: { of: 'accountId', erased: '' } },
    payableFrom: { type: 'instant' },
    payoutThreshold: { type: 'int' },
    payouts: { type: 'json' },
  },
  erasedWith: 'accountId',
  // hashed, as an index cannot hold a text of any length
  indexes: ['md5(lower(wallet_address))'],
  events: WalletEvents,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    const wallet = row ?? emptyWallet(event.data.accountId)
    return { ...withTransaction(wallet, event), ...potColumns(potsAfterEvent(wallet, event)) }
  },
}

const emptyWallet = (accountId: string): WalletRow => ({
  accountId,
  available: 0,
  ratingsPot: 0,
  staysPot: 0,
  unconfirmedStaysPot: 0,
  maturing: 0,
  reserved: 0,
  totalEarned: 0,
  totalTakenBack: 0,
  totalSpent: 0,
  totalPaidOut: 0,
  ratingsGiven: 0,
  walletAddress: null,
  payableFrom: null,
  payoutThreshold: avaRules.payoutThreshold.default,
  payouts: {},
})

export const potsOf = ({ ratingsPot, staysPot, unconfirmedStaysPot }: Pick<WalletRow, keyof PotColumns>): Pots => ({
  ratings: ratingsPot,
  stays: staysPot,
  unconfirmedStays: unconfirmedStaysPot,
})

type PotColumns = ReturnType<typeof potColumns>
const potColumns = ({ ratings, stays, unconfirmedStays }: Pots) => ({
  ratingsPot: ratings,
  staysPot: stays,
  unconfirmedStaysPot: unconfirmedStays,
})

const potsAfterEvent = (wallet: WalletRow, event: WalletEvent): Pots => {
  const payout = event.type === 'PayoutReleased' ? wallet.payouts[event.data.payoutId] : undefined
  return potsAfter(potsOf(wallet), event, payout ?? emptyPots)
}

const withTransaction = (wallet: WalletRow, event: WalletEvent): WalletRow => {
  switch (event.type) {
    case ContributionCounted.type:
      return { ...wallet, ratingsGiven: wallet.ratingsGiven + 1 }
    case ContributionUncounted.type:
      return { ...wallet, ratingsGiven: wallet.ratingsGiven - 1 }
    case 'AvaEarned': {
      const { amount, state } = event.data
      return { ...wallet, totalEarned: wallet.totalEarned + amount, [state]: wallet[state] + amount }
    }
    case 'AvaMatured': {
      const { amount } = event.data
      return { ...wallet, maturing: wallet.maturing - amount, available: wallet.available + amount }
    }
    case 'AvaTakenBack': {
      const { amount, state } = event.data
      return { ...wallet, totalTakenBack: wallet.totalTakenBack + amount, [state]: wallet[state] - amount }
    }
    case 'AvaWrittenOff':
    case 'PremiumActivated':
    case 'WalletClosed':
      return wallet
    case 'AvaSpent': {
      const { amount } = event.data
      return { ...wallet, totalSpent: wallet.totalSpent + amount, available: wallet.available - amount }
    }
    case 'PayoutAddressSet':
    case 'PayoutAddressRestored':
      return { ...wallet, walletAddress: event.data.address, payableFrom: event.data.payableFrom }
    case 'PayoutThresholdSet':
      return { ...wallet, payoutThreshold: event.data.threshold }
    case 'PayoutReserved': {
      const { amount, payoutId } = event.data
      const taken = takenFrom(potsOf(wallet), potsAfterEvent(wallet, event))
      const payouts = { ...wallet.payouts, [payoutId]: taken }
      return { ...wallet, available: wallet.available - amount, reserved: wallet.reserved + amount, payouts }
    }
    case 'PayoutConfirmed':
    case 'PayoutReleased': {
      const { [event.data.payoutId]: taken = emptyPots, ...payouts } = wallet.payouts
      const amount = totalOf(taken)
      const left = { ...wallet, reserved: wallet.reserved - amount, payouts }
      return event.type === 'PayoutConfirmed'
        ? { ...left, totalPaidOut: wallet.totalPaidOut + amount }
        : { ...left, available: wallet.available + amount }
    }
  }
}

const Wallet = z.object({
  available: z.number(),
  ratingsPot: z.number(),
  staysPot: z.number(),
  unconfirmedStaysPot: z.number(),
  maturing: z.number(),
  reserved: z.number(),
  ratingsGiven: z.number(),
  ...PremiumColumn.shape,
  walletAddress: z.string().nullable(),
  payableFrom: instantColumn.nullable(),
  payoutThreshold: z.number(),
})
export type Wallet = z.infer<typeof Wallet>

const noWallet: Wallet = {
  available: 0,
  ratingsPot: 0,
  staysPot: 0,
  unconfirmedStaysPot: 0,
  maturing: 0,
  reserved: 0,
  ratingsGiven: 0,
  premiumUntil: null,
  walletAddress: null,
  payableFrom: null,
  payoutThreshold: avaRules.payoutThreshold.default,
}

/** Wallet of an account; empty if it never earned AVA. */
export const walletOf = async (db: CommonQueryMethods, accountId: string): Promise<Wallet> =>
  (await db.maybeOne(sql.type(Wallet)`
    select w.available, w.ratings_pot as "ratingsPot", w.stays_pot as "staysPot",
      w.unconfirmed_stays_pot as "unconfirmedStaysPot", w.maturing, w.reserved, w.ratings_given as "ratingsGiven", ${premiumColumn},
      w.wallet_address as "walletAddress", w.payable_from as "payableFrom",
      w.payout_threshold as "payoutThreshold"
    from read.wallets w ${premiumJoin(sql.fragment`w.key`)} where w.key = ${accountId}`)) ?? noWallet

/** Accounts to pay: threshold reached by what may leave, address payable, no payout in progress, not suspended. */
export const walletsToPay = (db: CommonQueryMethods, limit: number, at: string) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select w.account_id as id from read.wallets w
    where w.ratings_pot + w.stays_pot >= w.payout_threshold and w.reserved = 0 and w.wallet_address <> ''
      and (w.payable_from is null or w.payable_from <= ${at}::timestamptz)
      and not exists (
        select from read.sanctions s where s.account_id = w.account_id and s.active and s.severity <> 'LOW')
    order by w.ratings_pot + w.stays_pot desc, w.key limit ${limit}`)

/** Whether another account is paid at this address, in any spelling. */
export const isAddressOfAnother = (db: CommonQueryMethods, address: string, accountId: string): Promise<boolean> =>
  db.oneFirst(sql.type(z.object({ found: z.boolean() }))`
    select exists (
      select from read.wallets
      where md5(lower(wallet_address)) = md5(${address.toLowerCase()}) and account_id <> ${accountId}
    ) as found`)

/** Sum of all AVA ever credited. */
export const totalAvaCredited = async (db: CommonQueryMethods): Promise<number> =>
  db.oneFirst(sql.type(z.object({ sum: countColumn }))`select coalesce(sum(total_earned), 0) as sum from read.wallets`)

/** All AVA that accounts hold, page by page: available, maturing and reserved; zero without a wallet. */
export const balancesAfter = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(z.object({ accountId: z.string(), sum: countColumn }))`
    select a.key as "accountId", coalesce(w.available + w.maturing + w.reserved, 0) as sum
    from read.accounts a left join read.wallets w on w.key = a.key
    where a.key > ${accountId} and not a.deleted order by a.key limit ${limit}`)
