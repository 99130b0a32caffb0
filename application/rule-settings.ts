import type { AvaRuleSettings } from './ava/rule-settings.ts'
import type { ModerationRuleSettings } from './moderation/rule-settings.ts'
import type { PrivacyRuleSettings } from './privacy/rule-settings.ts'
import type { PromotionRuleSettings } from './promotion/rule-settings.ts'
import type { RatingRuleSettings } from './ratings/rule-settings.ts'
import type { ReviewRuleSettings } from './reviews/rule-settings.ts'
import type { RewardRuleSettings } from './rewards/rule-settings.ts'
import type { SanctionRuleSettings } from './sanctions/rule-settings.ts'
import type { TravelRuleSettings } from './travel/rule-settings.ts'

/** Parameters of the rules that an operator may configure, by context. Names and defaults are in the settings. */
export interface RuleSettings {
  readonly reviews: ReviewRuleSettings
  readonly ratings: RatingRuleSettings
  readonly moderation: ModerationRuleSettings
  readonly sanctions: SanctionRuleSettings
  readonly rewards: RewardRuleSettings
  readonly ava: AvaRuleSettings
  readonly travel: TravelRuleSettings
  readonly promotion: PromotionRuleSettings
  readonly privacy: PrivacyRuleSettings
}
