import { simulationTimeoutMinutes } from '../../domain/ava/rule-sets.ts'
import { avaRules } from '../../domain/ava/rules.ts'
import { maxFactsLength } from '../../domain/kernel/statement-of-reasons.ts'
import { appealTextLength } from '../../domain/moderation/rules.ts'
import type { RuleType, Tier } from '../../domain/rewards/rewards-state.ts'
import { rewardRules } from '../../domain/rewards/rules.ts'
import { ladderDays, maxDescriptionLength, sanctionAppealTextLength } from '../../domain/sanctions/rules.ts'
import { bookingRules } from '../../domain/travel/rules.ts'
import { settings } from '../composition/config.ts'

/** The figures of the domain's rules as source text: the web app shows them and must not import the domain. */
export const ruleBook = (): string => {
  const lines = Object.entries({
    ...rewardNumbers(),
    ...avaNumbers(),
    ...moderationFigures(),
    ...defaultSettings(),
  }).map(([name, value]) => `  ${name}: ${value},\n`)
  return `/** The numbers of the domain's rule books. Made by \`npm run docs\`; do not edit. */\nexport const ruleFigures = {\n${lines.join('')}} as const\n`
}

const rewardNumbers = () => {
  const { version, cross, elite } = rewardRules
  const [first, loyal] = [reviewRule('FIRST_REVIEW_2'), reviewRule('FIVE_REVIEWS_10')]
  const [top, trusted] = [tierRule('top'), tierRule('trusted')]
  return {
    rewardsVersion: version,
    firstReviewPercent: first.percent,
    loyalReviews: loyal.reviews,
    loyalPercent: loyal.percent,
    crossVenues: cross.venues,
    crossPercent: cross.percent,
    eliteVenues: elite.venues,
    elitePercent: elite.percent,
    topRatings: top.ratings,
    topAverage: top.averageTenths / 10,
    trustedRatings: trusted.ratings,
    trustedAverage: trusted.averageTenths / 10,
  }
}

const avaNumbers = () => ({
  ratingsPerAva: avaRules.ratingsPerAva,
  eurosPerAva: bookingRules.centsPerAva / 100,
  simulationMinutes: simulationTimeoutMinutes,
})

const moderationFigures = () => ({
  factsMaxLength: maxFactsLength,
  appealMinLength: appealTextLength.min,
  appealMaxLength: appealTextLength.max,
  sanctionAppealMinLength: sanctionAppealTextLength.min,
  sanctionAppealMaxLength: sanctionAppealTextLength.max,
  sanctionDescriptionMaxLength: maxDescriptionLength,
  mediumSuspensionDays: ladderDays.MEDIUM,
  highSuspensionDays: ladderDays.HIGH,
})

/** Defaults of configurable figures. */
const defaultSettings = () => {
  const usual = settings.parse({})
  return {
    bookingsPerDay: usual.BOOKINGS_PER_DAY,
    disputeWorkingDays: usual.DISPUTE_WORKING_DAYS,
    reviewIntervalDays: usual.REVIEW_INTERVAL_DAYS,
    rewardMonths: usual.REWARD_TTL_MONTHS,
    sessionMaxDays: usual.SESSION_MAX_DAYS,
  }
}

const reviewRule = (type: RuleType) => required(rewardRules.reviews.find(({ ruleType }) => ruleType === type))
const tierRule = (name: Tier) => required(rewardRules.tiers.find(({ tier }) => tier === name))

const required = <T>(rule: T | undefined): T => {
  if (rule === undefined) throw new Error('A rule the screens tell has left the rule book')
  return rule
}
