import type { WalletEvent } from '../../../domain/ava/wallet/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const wallet = { accountId: 'account-giulia', at: at('2026-03-01') }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const payoutId = 'payout-2026-03-02-giulia'

export const walletSamples: SamplesOf<WalletEvent> = {
  RatingCounted: { ...wallet, causeId: 'review-1' },
  RatingUncounted: { ...wallet, causeId: 'review-1' },
  AvaEarned: { ...wallet, amount: 3, causeId: 'booking-1', reason: 'BOOKING', state: 'maturing', ruleVersion: 1 },
  AvaMatured: { ...wallet, amount: 3, causeId: 'booking-1' },
  AvaTakenBack: { ...wallet, amount: 1, causeId: 'tenth-1', state: 'available' },
  AvaSpent: { ...wallet, amount: 10, causeId: 'premium-1', purpose: 'premium_upgrade' },
  PremiumActivated: { ...wallet, causeId: 'premium-1', until: at('2026-03-31') },
  PayoutAddressSet: { ...wallet, address },
  PayoutThresholdSet: { ...wallet, threshold: 20 },
  PayoutReserved: { ...wallet, payoutId, amount: 24, address },
  PayoutConfirmed: { ...wallet, payoutId, txHash: `0x${'ab12'.repeat(16)}` },
  PayoutReleased: { ...wallet, payoutId },
}
