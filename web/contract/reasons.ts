import { z } from 'zod'
import { optionalText } from './fields.ts'

/** What a decision can rest on: `NO_VIOLATION` where nothing was broken. */
export const grounds = [
  'SPAM',
  'INAPPROPRIATE',
  'FAKE',
  'FAKE_REVIEWS',
  'OFFENSIVE',
  'HARASSMENT',
  'INCORRECT_INFO',
  'UNFAIR_RATING',
  'POLICY_VIOLATION',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
  'OTHER',
  'NO_VIOLATION',
] as const
export const ground = z.enum(grounds)
export type Ground = z.infer<typeof ground>

/** V-56: what the author is to answer for. */
export const violations = [
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
] as const
export const violation = z.enum(violations)
export type Violation = z.infer<typeof violation>

export const longestFacts = 2000

/** What a decision's body may say beside the verdict; what is left out is composed of what is known. */
export const reasonsGiven = {
  ground: ground.optional(),
  facts: optionalText(longestFacts),
  violation: violation.optional(),
  /** The `version` of the review that was looked at; 409 when it has changed since. */
  seenVersion: z
    .string()
    .regex(/^[\w:./-]{1,120}$/)
    .optional(),
}
