import type { CompanyWalletEvent } from '../../../domain/ava/company-wallet.ts'
import type { LiabilityEvent } from '../../../domain/ava/liabilities.ts'
import { PayoutBatchClosedEmpty, type PayoutBatchEvent } from '../../../domain/ava/payout-batch.ts'
import type { RuleSetEvent } from '../../../domain/ava/rule-sets.ts'
import { ContributionCounted, ContributionUncounted } from '../../../domain/ava/wallet-state.ts'
import type { WalletEvent } from '../../../domain/ava/wallet-state.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

const wallet = { accountId: 'account-giulia', at: at('2026-03-01') }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const payoutId = 'payout-2026-03-02-giulia'

export const walletSamples: SamplesOf<WalletEvent> = {
  [ContributionCounted.type]: { ...wallet, causeId: 'rating-1', guestId: 'client-giulia', stayDate: day('2026-02-20') },
  [ContributionUncounted.type]: { ...wallet, causeId: 'review-1' },
  AvaEarned: {
    ...wallet,
    amount: 3,
    causeId: 'booking-1',
    reason: 'BOOKING',
    state: 'maturing',
    ruleVersion: 1,
    pot: 'stays',
    checkIn: day('2026-04-10'),
    checkOut: day('2026-04-13'),
  },
  AvaMatured: { ...wallet, amount: 3, causeId: 'booking-1', pot: 'stays' },
  AvaTakenBack: { ...wallet, amount: 1, causeId: 'tenth-1', state: 'available', pot: 'ratings' },
  AvaWrittenOff: { ...wallet, amount: 5, causeId: 'first-stay-account-rosa' },
  AvaSpent: { ...wallet, amount: 10, causeId: 'premium-1', purpose: 'premium_upgrade' },
  PremiumActivated: { ...wallet, causeId: 'premium-1', until: at('2026-03-31') },
  PayoutAddressSet: {
    ...wallet,
    address,
    changeId: 'request-1',
    addressId: 'hash-of-address',
    formerAddressId: 'hash-of-former-address',
    payableFrom: at('2026-03-03'),
  },
  PayoutAddressRestored: {
    ...wallet,
    changeId: 'request-1',
    address,
    addressId: 'hash-of-former-address',
    formerAddressId: 'hash-of-address',
    payableFrom: null,
  },
  PayoutThresholdSet: { ...wallet, threshold: 20 },
  PayoutReserved: { ...wallet, payoutId, amount: 24, address },
  PayoutConfirmed: { ...wallet, payoutId, txHash: `0x${'ab12'.repeat(16)}` },
  PayoutReleased: { ...wallet, payoutId, amount: 12 },
  WalletClosed: wallet,
}

const batch = { batchId: '2026-03-02', at: at('2026-03-02') }
const txHash = `0x${'ab12'.repeat(16)}`

export const payoutSamples: SamplesOf<PayoutBatchEvent> = {
  PayoutBatchPlanned: { ...batch, accountIds: ['account-giulia', 'account-rosa'] },
  PayoutTransactionSigned: {
    ...batch,
    shares: [{ accountId: 'account-giulia', amount: 24 }],
    chainId: 31_337,
    sender: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    nonce: 7,
    txHash,
    signed: '0x02f8b1827a69',
  },
  PayoutTransactionSent: { ...batch, txHash },
  PayoutTransactionFailed: { ...batch, txHash, reason: 'superseded' },
  PayoutBatchPaid: { ...batch, txHash, accountIds: ['account-giulia'], gasUsed: 91_234 },
  [PayoutBatchClosedEmpty.type]: batch,
}

export const companyWalletSamples: SamplesOf<CompanyWalletEvent> = {
  CompanyWalletGenerated: { address, by: 'account-ada', at: at('2026-03-02') },
}

const draft = { book: 'ava', draftId: 'draft-1', at: at('2026-04-01') }
const by = 'account-ada'

export const ruleSetSamples: SamplesOf<RuleSetEvent> = {
  RuleSetDrafted: { ...draft, version: 2, by },
  SimulationRequested: { ...draft, by },
  RuleSetSimulated: {
    ...draft,
    figures: {
      accounts: 12,
      total: 240,
      lastMonth: 31,
      most: 66,
      credited: 95,
      parts: [
        { reason: 'FIVE_STARS', amount: 40 },
        { reason: 'FIRST_STAY', amount: 200 },
      ],
    },
  },
  RuleSetActivated: { ...draft, version: 2, by },
}

export const liabilitySamples: SamplesOf<LiabilityEvent> = {
  LiabilitiesPublished: {
    date: day('2026-03-02'),
    total: 310,
    root: `0x${'ab12'.repeat(16)}`,
    companyBalance: 500,
    at: at('2026-03-02'),
  },
}
