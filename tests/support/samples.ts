import type { DomainEvent } from '../../application/catalogue.ts'
import { accessSamples } from './samples/access.ts'
import { payoutSamples, treasurySamples, walletSamples } from './samples/ava.ts'
import { appealSamples, caseSamples, unwindSamples } from './samples/moderation.ts'
import { conductSamples } from './samples/conduct.ts'
import {
  disputeSamples,
  exclusionSamples,
  opinionSamples,
  ratingSamples,
  releaseSamples,
  replySamples,
  reviewSamples,
} from './samples/reputation.ts'
import { erasureSamples } from './samples/privacy.ts'
import { profileSamples } from './samples/profiles.ts'
import { promotionSamples } from './samples/promotion.ts'
import { affiliateSamples } from './samples/affiliate.ts'
import { rulebookSamples } from './samples/rulebook.ts'
import { rewardsSamples } from './samples/rewards.ts'
import type { SamplesOf } from './samples/samples-of.ts'
import { allowanceSamples, bookingSamples } from './samples/travel.ts'

/** One believable data object for every event there is, in its present shape and personal fields in clear. */
export const samples: SamplesOf<DomainEvent> = {
  ...accessSamples,
  ...ratingSamples,
  ...releaseSamples,
  ...reviewSamples,
  ...opinionSamples,
  ...disputeSamples,
  ...replySamples,
  ...exclusionSamples,
  ...caseSamples,
  ...appealSamples,
  ...unwindSamples,
  ...conductSamples,
  ...rewardsSamples,
  ...walletSamples,
  ...payoutSamples,
  ...treasurySamples,
  ...rulebookSamples,
  ...bookingSamples,
  ...allowanceSamples,
  ...profileSamples,
  ...affiliateSamples,
  ...promotionSamples,
  ...erasureSamples,
}

/** The same by name, for tests that walk through the catalogue. */
export const sampleOf = (type: string): Readonly<Record<string, unknown>> | undefined =>
  new Map<string, Readonly<Record<string, unknown>>>(Object.entries(samples)).get(type)
