import type { DomainEvent } from '../../application/event-registry.ts'
import { accountSamples, administratorSamples, identifierSamples, profileSamples } from './accounts/event-samples.ts'
import { monthlyReportSamples } from './analytics/event-samples.ts'
import { openingSamples } from './audit/event-samples.ts'
import {
  companyWalletSamples,
  liabilitySamples,
  payoutSamples,
  ruleSetSamples,
  walletSamples,
} from './ava/event-samples.ts'
import { appealSamples, caseSamples, reversalSamples } from './moderation/event-samples.ts'
import { erasureSamples } from './privacy/event-samples.ts'
import { affiliateSamples, promotionSamples } from './promotion/event-samples.ts'
import {
  contestSamples,
  guestContactSamples,
  newClientAllowanceSamples,
  ratingAllowanceSamples,
  ratingSamples,
  releaseSamples,
} from './ratings/event-samples.ts'
import {
  burstSamples,
  disputeSamples,
  exclusionSamples,
  reviewSeriesSamples,
  replySamples,
  reviewSamples,
} from './reviews/event-samples.ts'
import { rewardsSamples } from './rewards/event-samples.ts'
import type { SamplesOf } from './sample-values.ts'
import { sanctionRecordSamples } from './sanctions/event-samples.ts'
import { supportSamples } from './support/event-samples.ts'
import { allowanceSamples, bookingSamples } from './travel/event-samples.ts'

/** A plausible data object for every event type, in its current version, with personal fields in clear. */
export const samples: SamplesOf<DomainEvent> = {
  ...accountSamples,
  ...administratorSamples,
  ...identifierSamples,
  ...monthlyReportSamples,
  ...liabilitySamples,
  ...guestContactSamples,
  ...newClientAllowanceSamples,
  ...ratingAllowanceSamples,
  ...contestSamples,
  ...ratingSamples,
  ...releaseSamples,
  ...reviewSamples,
  ...burstSamples,
  ...reviewSeriesSamples,
  ...disputeSamples,
  ...replySamples,
  ...exclusionSamples,
  ...caseSamples,
  ...appealSamples,
  ...reversalSamples,
  ...sanctionRecordSamples,
  ...rewardsSamples,
  ...walletSamples,
  ...payoutSamples,
  ...companyWalletSamples,
  ...ruleSetSamples,
  ...bookingSamples,
  ...allowanceSamples,
  ...profileSamples,
  ...affiliateSamples,
  ...promotionSamples,
  ...erasureSamples,
  ...supportSamples,
  ...openingSamples,
}

/** The samples by event type, for tests that iterate over the registry. */
export const sampleOf = (type: string): Readonly<Record<string, unknown>> | undefined =>
  new Map<string, Readonly<Record<string, unknown>>>(Object.entries(samples)).get(type)
