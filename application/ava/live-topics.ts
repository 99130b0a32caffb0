import type { avaAggregates } from '../../domain/ava/aggregates.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const avaTopics: LiveTopics<EventsOf<typeof avaAggregates>> = {
  RatingCounted: ['ava', 'accountId'],
  RatingUncounted: ['ava', 'accountId'],
  AvaEarned: ['ava', 'accountId'],
  AvaMatured: ['ava', 'accountId'],
  AvaTakenBack: ['ava', 'accountId'],
  AvaWrittenOff: null,
  AvaSpent: ['ava', 'accountId'],
  PremiumActivated: ['ava', 'accountId'],
  PayoutAddressSet: ['ava', 'accountId'],
  PayoutThresholdSet: ['ava', 'accountId'],
  PayoutReserved: ['ava', 'accountId'],
  PayoutConfirmed: ['ava', 'accountId'],
  PayoutReleased: ['ava', 'accountId'],
  PayoutBatchPlanned: null,
  PayoutTransactionSigned: null,
  PayoutTransactionSent: null,
  PayoutTransactionFailed: null,
  PayoutBatchPaid: null,
  PayoutBatchEmptied: null,
  CompanyWalletGenerated: null,
  RuleSetDrafted: null,
  SimulationRequested: null,
  RuleSetSimulated: null,
  RuleSetActivated: null,
}
