import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { Statement } from '../../domain/kernel/statement.ts'
import type { AppealEvent } from '../../domain/moderation/appeal/events.ts'
import type { CaseFact, Decision, Moment, ReplayedAppeal, View } from './replay.ts'
import { after, before, isAppealEvent, isCaseEvent, isDisputeEvent, viewOf } from './states.ts'

/** The two people a case is between; `businessId` is null where the target is none. */
export interface Parties {
  readonly authorId: string
  readonly businessId: string | null
}

/**
 * A case moment by moment: the fold of its facts up to each of them. What a decider saw is the case before anything of the
 * same act had happened, the way it stood when they sent it.
 */
export const momentsOf = (facts: readonly Recorded<CaseFact>[], parties: Parties): readonly Moment[] => {
  const saw = new Map<string, View | null>()
  const moments: Moment[] = []
  let states = before
  for (const fact of [...facts].sort((a, b) => compare(a.position, b.position))) {
    const { event, position, meta } = fact
    const { at } = event.data
    if (!saw.has(meta.correlationId)) saw.set(meta.correlationId, viewOf(states, position, at))
    states = after(states, event)
    const view = viewOf(states, position, at)
    if (view === null || !isMoment(event)) continue
    moments.push({
      at,
      what: event.type,
      by: doerOf(fact, parties),
      flagId: 'flagId' in event.data ? event.data.flagId : null,
      decision: decisionOf(fact, saw.get(meta.correlationId) ?? null),
      appeal: isAppealEvent(event) ? appealIn(event) : null,
      told: isAppealEvent(event) ? toldOf(event) : null,
      view,
    })
  }
  return moments
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** Turns and weighings are bookkeeping: of an opinion, only what moves the score is a moment. */
const isMoment = ({ type }: CaseFact): boolean => !bookkeeping.has(type)
const bookkeeping: ReadonlySet<string> = new Set(['TurnTaken', 'TurnReleased', 'ReviewWeighed', 'OpinionPlaced'])

const doerOf = ({ meta: { actor } }: Recorded, { authorId, businessId }: Parties): Moment['by'] => {
  const { id, role } = actor
  if (role === 'moderator' || role === 'admin') return { kind: 'moderator', id }
  if (role !== 'business' && role !== 'client') return { kind: 'garbo', id: null }
  if (id === authorId) return { kind: 'author', id }
  return { kind: id === businessId ? 'business' : 'reporter', id }
}

const decisionOf = ({ id, event }: Recorded<CaseFact>, saw: View | null): Decision | null => {
  const { data } = event
  if (isCaseEvent(event) || (!('by' in data) && !('facts' in data))) return null
  if (event.type === 'AppealTaken') return null
  const notes = 'notes' in data ? data.notes : 'moderatorNotes' in data ? data.moderatorNotes : null
  const resolution = 'resolution' in data ? data.resolution : null
  const concerns = isDisputeEvent(event) ? 'business' : 'reporterId' in data ? 'reporter' : 'author'
  return { decisionId: id, notes, resolution, statement: statementIn(data), concerns, saw }
}

const appealIn = ({ type, data }: AppealEvent): ReplayedAppeal => ({
  decisionId: data.decisionId,
  text: type === 'AppealLodged' ? data.text : null,
  outcome: type === 'AppealDecided' ? data.outcome : null,
})

/** Each appellant knows of their own appeal alone; the ruling is told to whoever it turns something for. */
const toldOf = ({ type, data }: AppealEvent): readonly string[] => {
  if (type === 'AppealLodged') return [data.appellantId]
  const others = type === 'AppealDecided' ? data.others : []
  return [...data.appellants, ...others.map(({ accountId }) => accountId)]
}

const statementIn = (data: object): Statement | null => {
  if (!('facts' in data)) return null
  const { facts, ground, rulesVersion, automation, redress, appealableUntil } = data as Statement
  return { facts, ground, rulesVersion, automation, redress, appealableUntil }
}
