import type { avaAggregates } from '../../domain/ava/aggregates.ts'
import { PayoutBatchClosedEmpty } from '../../domain/ava/payout-batch.ts'
import { ContributionCounted, ContributionUncounted } from '../../domain/ava/wallet-state.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import { admin, signedIn } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { avaByStaysPolicy, avaEarningsPolicy } from './earnings.policy.ts'
import { avaEmails } from './emails.it.ts'
import { payoutAddressPolicy } from './payout-address.policy.ts'
import { payoutsPolicy } from './payouts.policy.ts'
import { forcePayout, payDuePayouts, advancePayouts } from './payouts.ts'
import { simulationsPolicy } from './rule-sets.policy.ts'
import { activateRuleSet, draftRuleSet, requestSimulation, ruleBooks, simulationQueue } from './rule-sets.ts'
import { activatePremium } from './wallet.ts'
import { publishLiabilities } from './liabilities.ts'
import { avaNotificationTexts } from './notifications.it.ts'

/** @rule B-11 both sides earn AVA and are paid */
export const ava = defineModule({
  useCases: {
    activatePremium: { access: signedIn, run: activatePremium },
    forcePayout: { access: admin, run: forcePayout },
    ruleBooks: { access: admin, run: ruleBooks },
    draftRuleSet: { access: admin, run: draftRuleSet },
    requestSimulation: { access: admin, run: requestSimulation },
    activateRuleSet: { access: admin, run: activateRuleSet },
  },
  policies: [avaEarningsPolicy, avaByStaysPolicy, simulationsPolicy, payoutsPolicy, payoutAddressPolicy],
  emails: avaEmails,
  notificationTexts: avaNotificationTexts,
  liveTopics: {
    [ContributionCounted.type]: ['ava', 'accountId'],
    [ContributionUncounted.type]: ['ava', 'accountId'],
    AvaEarned: ['ava', 'accountId'],
    AvaMatured: ['ava', 'accountId'],
    AvaTakenBack: ['ava', 'accountId'],
    AvaWrittenOff: null,
    AvaSpent: ['ava', 'accountId'],
    PremiumActivated: ['ava', 'accountId'],
    PayoutAddressSet: ['ava', 'accountId'],
    PayoutAddressRestored: ['ava', 'accountId'],
    PayoutThresholdSet: ['ava', 'accountId'],
    PayoutReserved: ['ava', 'accountId'],
    PayoutConfirmed: ['ava', 'accountId'],
    PayoutReleased: ['ava', 'accountId'],
    WalletClosed: null,
    PayoutBatchPlanned: null,
    PayoutTransactionSigned: null,
    PayoutTransactionSent: null,
    PayoutTransactionFailed: null,
    PayoutBatchPaid: null,
    [PayoutBatchClosedEmpty.type]: null,
    CompanyWalletGenerated: null,
    RuleSetDrafted: null,
    SimulationRequested: null,
    RuleSetSimulated: null,
    RuleSetActivated: null,
    LiabilitiesPublished: null,
  } satisfies LiveTopics<EventsOf<typeof avaAggregates>>,
  schedule: {
    'payouts-due': { cron: '0 3 * * *', run: payDuePayouts },
    'payouts-open': { cron: '*/5 * * * *', run: advancePayouts },
    liabilities: { cron: '20 0 * * *', run: publishLiabilities },
  },
  queues: { simulations: simulationQueue },
})
