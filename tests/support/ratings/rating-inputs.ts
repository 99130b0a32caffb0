import type { Day } from '../../../domain/kernel/primitives.ts'

/** A rating of a client as a business gives it. */
export const ratingOf = (accountId: string, stayDate: string, overall = 5) => ({
  client: { accountId },
  overall,
  punctuality: 9,
  kindness: 9,
  payment: 10,
  roomCondition: 8,
  stayType: 'leisure' as const,
  stayDate: stayDate as Day,
  comment: null,
})
