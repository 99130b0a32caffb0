import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import type { ReplayedDispute, ReplayedFlag, Revision } from './replay.ts'

/** What was said in a case, each thing once: the moments only point at it. */
export const revisionsIn = (written: readonly Recorded<ReviewEvent>[]): readonly Revision[] =>
  written.flatMap(({ event }) => {
    if (event.type !== 'ReviewSubmitted' && event.type !== 'ReviewEdited') return []
    const { at, rating, comment, reasonCode, reasonTags } = event.data
    return [{ at, rating, comment, reasonCode, reasonTags }]
  })

export const flagsIn = (written: readonly Recorded<ReviewEvent>[]): readonly ReplayedFlag[] =>
  written.flatMap(({ event }) => {
    if (event.type !== 'ReviewFlagged') return []
    const { flagId, reporterId, reporterType, reason, note, weight, weightVersion, at } = event.data
    return [{ flagId, reporterId, reporterType, reason, note, weight, weightVersion, at }]
  })

export const disputeIn = (disputed: readonly Recorded<DisputeEvent>[]): ReplayedDispute | null => {
  for (const { event } of disputed)
    if (event.type === 'DisputeOpened') {
      const { businessId, reason, message, evidenceUrls, dueAt } = event.data
      return { businessId, reason, message, evidenceUrls, dueAt }
    }
  return null
}
