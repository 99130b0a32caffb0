import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { Effect } from '../../domain/moderation/unwind/events.ts'

const tiers = ['new', 'trusted', 'top']

/** An event by the ids and amounts it is about, so that what was foreseen can be compared with what happened. */
export const effectOf = ({ stream, event: { type: what, data } }: Recorded): Effect => {
  const fields = data as Readonly<Record<string, unknown>>
  const { before, after, from, to } = fields
  return {
    stream,
    what,
    id: idIn(what, fields),
    amount: numberIn(fields['amount'] ?? fields['percent'] ?? fields['strike'] ?? fields['strikes']),
    before: numberIn(before ?? tierIn(from)),
    after: numberIn(after ?? tierIn(to)),
  }
}

/** What is drawn anew each time, or named after the event that caused it, is no name to compare by. */
const idIn = (what: string, { code, flagId, causeId, caseId }: Readonly<Record<string, unknown>>): string | null => {
  if (what === 'RewardIssued') return null
  const id = code ?? flagId ?? causeId ?? caseId
  return typeof id === 'string' ? id : null
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const tierIn = (tier: unknown): number | null =>
  typeof tier === 'string' && tiers.includes(tier) ? tiers.indexOf(tier) : null

/** What of the first is not in the second, each as often as it is missing. */
export const without = (some: readonly Effect[], others: readonly Effect[]): readonly Effect[] => {
  const left = others.map((one) => JSON.stringify(one))
  return some.filter((one) => {
    const place = left.indexOf(JSON.stringify(one))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
