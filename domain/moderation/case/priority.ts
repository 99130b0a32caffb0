import * as t from 'io-ts'
import { Integer, oneOf, orNull, Whole } from '../../kernel/primitives.ts'
import type { CaseKind } from './events.ts'

/** What a priority is the sum of; the words a moderator reads are the screens'. */
export const PriorityPart = oneOf(['kind', 'held', 'flags', 'reporters', 'deadline'])
export type PriorityPart = t.TypeOf<typeof PriorityPart>

export const PriorityParts = t.readonlyArray(t.strict({ part: PriorityPart, points: Integer }))
export type PriorityParts = readonly { readonly part: PriorityPart; readonly points: number }[]

/** Written beside every priority: a new formula takes a new number, and 0 is what was before there was one. */
export const priorityVersion = 1

/** The flags that wait for an answer: how many, and what they weigh together in hundredths of an ordinary one. */
export interface Evidence {
  readonly flags: number
  readonly weight: number
  /** Which formula weighed them; null where there are no flags. */
  readonly weightVersion: number | null
}
export const evidenceCodecs = { flags: Whole, weight: Whole, weightVersion: orNull(Whole) }
export const noEvidence: Evidence = { flags: 0, weight: 0, weightVersion: null }

/** How near the deadline is, as the timer last said: an order that changed by itself could not be replayed. */
export type Urgency = 'calm' | 'soon' | 'overdue'

interface Weighed extends Evidence {
  readonly kind: CaseKind
  readonly urgency: Urgency
}

/** A review out of sight waits more than one that is still read; what is overdue goes before everything. */
export const weigh = ({ kind, flags, weight, urgency }: Weighed) => {
  const counted = Math.min(flags, mostFlags)
  const why = parts({
    kind: ofKind[kind],
    held: kind === 'HELD' ? 200 : 0,
    flags: counted * 10,
    reporters: Math.round(Math.min(weight, mostFlags * 100) / 10) - counted * 10,
    deadline: ofUrgency[urgency],
  })
  return { priority: why.reduce((sum, { points }) => sum + points, 0), why, formula: priorityVersion }
}

const parts = (points: Readonly<Record<PriorityPart, number>>): PriorityParts =>
  Object.entries(points).flatMap(([part, points]) => (points === 0 ? [] : [{ part: part as PriorityPart, points }]))

const ofKind = { FLAG: 100, HELD: 100, DISPUTE: 200, APPEAL: 250 } as const
const ofUrgency = { calm: 0, soon: 50, overdue: 500 } as const
/** A campaign of flags does not carry a case past one that is out of sight. */
const mostFlags = 10
