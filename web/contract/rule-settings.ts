import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const ruleSettings = z
  .object({
    bookingsPerDay: z.int(),
    /** Percent above which an affiliate programme waits for an administrator. @rule Q-133 */
    commissionApprovalAbove: z.int(),
    /** Working days for the decision on a dispute. */
    disputeWorkingDays: z.int(),
    /** Days of stay in which one rating per venue and client counts. */
    ratingCountsEveryDays: z.int(),
    /** Days after which a stay can no longer be rated. */
    ratingStayMaxDays: z.int(),
    /** Days between two reviews of one business by the same author. */
    reviewIntervalDays: z.int(),
    /** Months a reward code is valid. */
    rewardMonths: z.int(),
    sessionMaxDays: z.int(),
    /** Text of the current promotion; null without one. @rule B-25 */
    promotion: z.string().nullable(),
  })
  .meta({ id: 'RuleSettings' })

export type RuleSettings = z.infer<typeof ruleSettings>

export const ruleSettingsEndpoints = {
  ruleSettings: endpoint({
    method: 'GET',
    path: '/api/rule-settings',
    summary: 'Returns the configured parameters of the rules and the current promotion',
    access: 'anyone',
    response: ruleSettings,
    cacheSeconds: 300,
    allowedWhileSuspended: true,
  }),
}
