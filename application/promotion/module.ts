import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { importedAggregates, promotionAggregates } from '../../domain/promotion/aggregates.ts'
import { ReferralCodeRegistered } from '../../domain/promotion/referral.ts'
import { admin, confirmed, signedIn } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { clickAdvertisement } from './advertisements.ts'
import { affiliatePolicy } from './affiliate.policy.ts'
import { createProgramme, decideProgramme } from './affiliate.ts'

export const promotion = defineModule({
  useCases: {
    clickAdvertisement: { access: signedIn, run: clickAdvertisement },
    createProgramme: { access: confirmed, run: createProgramme },
    decideProgramme: { access: admin, run: decideProgramme },
  },
  policies: [affiliatePolicy],
  emails: {},
  liveTopics: {
    AdvertisementClicked: null,
    ReferralCodeIssued: null,
    AffiliateProgrammeCreated: null,
    AffiliateProgrammeDecided: null,
    [ReferralCodeRegistered.type]: null,
    ReferralConverted: null,
    ReferralClicked: null,
    CommissionRecorded: null,
    CommissionEarned: null,
    CommissionVoided: null,
    AdvertisementsListed: null,
    AdvertisementPublished: null,
    AdvertisementRevised: null,
    AdvertisementWithdrawn: null,
  } satisfies LiveTopics<EventsOf<typeof promotionAggregates & typeof importedAggregates>>,
})
