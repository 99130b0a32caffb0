import { AccountEvents } from '../domain/access/account/events.ts'
import { DeletionEvents } from '../domain/access/deletion/events.ts'
import { RecoveryEvents } from '../domain/access/recovery/events.ts'
import { ReservationEvents } from '../domain/access/reservation/events.ts'
import { PayoutEvents } from '../domain/ava/payout/events.ts'
import { TreasuryEvents } from '../domain/ava/treasury/events.ts'
import { WalletEvents } from '../domain/ava/wallet/events.ts'
import { ConductEvents } from '../domain/conduct/conduct/events.ts'
import type { EventCodec, EventFamily, EventIn, AnyEvent } from '../domain/kernel/event.ts'
import { AppealEvents } from '../domain/moderation/appeal/events.ts'
import { CaseEvents } from '../domain/moderation/case/events.ts'
import { UnwindEvents } from '../domain/moderation/unwind/events.ts'
import { DisputeEvents } from '../domain/reputation/dispute/events.ts'
import { ExclusionEvents } from '../domain/reputation/exclusion/events.ts'
import { OpinionEvents } from '../domain/reputation/opinion/events.ts'
import { ReplyEvents } from '../domain/reputation/reply/events.ts'
import { RatingEvents } from '../domain/reputation/rating/events.ts'
import { ReleaseEvents } from '../domain/reputation/release/events.ts'
import { ErasureEvents } from '../domain/privacy/erasure/events.ts'
import { FavouritesEvents } from '../domain/profiles/favourites/events.ts'
import { AffiliateEvents } from '../domain/promotion/affiliate/events.ts'
import { ClicksEvents } from '../domain/promotion/clicks/events.ts'
import { CommissionEvents } from '../domain/promotion/commission/events.ts'
import { ReferralEvents } from '../domain/promotion/referral/events.ts'
import { ReviewEvents } from '../domain/reputation/review/events.ts'
import { RewardsEvents } from '../domain/rewards/rewards/events.ts'
import { RulebookEvents } from '../domain/rulebook/rulebook/events.ts'
import { AllowanceEvents } from '../domain/travel/allowance/events.ts'
import { BookingEvents } from '../domain/travel/booking/events.ts'
import { AdvertisementEvents } from '../domain/promotion/advertisement/events.ts'
import { ClickEvents } from '../domain/promotion/click/events.ts'
import { ListingEvents } from '../domain/promotion/listing/events.ts'

/** Every family of events there is, by the aggregate that writes it. */
export const families = {
  account: AccountEvents,
  deletion: DeletionEvents,
  recovery: RecoveryEvents,
  reservation: ReservationEvents,
  rating: RatingEvents,
  release: ReleaseEvents,
  review: ReviewEvents,
  opinion: OpinionEvents,
  dispute: DisputeEvents,
  reply: ReplyEvents,
  exclusion: ExclusionEvents,
  case: CaseEvents,
  appeal: AppealEvents,
  unwind: UnwindEvents,
  conduct: ConductEvents,
  rewards: RewardsEvents,
  wallet: WalletEvents,
  payout: PayoutEvents,
  treasury: TreasuryEvents,
  rulebook: RulebookEvents,
  booking: BookingEvents,
  allowance: AllowanceEvents,
  favourites: FavouritesEvents,
  advertisement: AdvertisementEvents,
  listing: ListingEvents,
  adclick: ClickEvents,
  erasure: ErasureEvents,
  affiliate: AffiliateEvents,
  referral: ReferralEvents,
  clicks: ClicksEvents,
  commission: CommissionEvents,
} as const

export type DomainEvent = EventIn<(typeof families)[keyof typeof families]>

/** All of them together, by type: what the log may hold. */
export const catalogue: EventFamily<DomainEvent> = {
  codecs: new Map(Object.values(families).flatMap((one): [string, EventCodec<AnyEvent>][] => [...one.codecs])),
}
