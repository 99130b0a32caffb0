import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { importedAggregates, promotionAggregates } from '../../domain/promotion/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const promotionTopics: LiveTopics<EventsOf<typeof promotionAggregates & typeof importedAggregates>> = {
  AdvertisementClicked: null,
  ReferralCodeIssued: null,
  AffiliateProgrammeCreated: null,
  ReferralOpened: null,
  ReferralConverted: null,
  ReferralClicked: null,
  CommissionRecorded: null,
  CommissionEarned: null,
  CommissionVoided: null,
  AdvertisementsListed: null,
  AdvertisementPublished: null,
  AdvertisementRevised: null,
  AdvertisementWithdrawn: null,
}
