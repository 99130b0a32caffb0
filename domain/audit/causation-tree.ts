export interface CausedEvent {
  readonly id: string
  /** Id of the event that caused this one; null if no event did. */
  readonly causationId: string | null
}

export type WithConsequences<Event> = Event & { readonly children: readonly WithConsequences<Event>[] }

/** Events below this level are listed next to their cause, which they still name. */
export const maxCausationLevels = 50

interface Place<Event> {
  readonly children: WithConsequences<Event>[]
  /** Those it belongs to itself. */
  readonly siblings: WithConsequences<Event>[]
  readonly level: number
}

/**
 * Events, given in the order of the log, below the event that caused them. An event whose cause is unknown, or is not
 * before it in the log, is a root, so that damaged causes make no cycle.
 * @rule D-49
 */
export const causationTrees = <Event extends CausedEvent>(
  events: readonly Event[],
): readonly WithConsequences<Event>[] => {
  const roots: WithConsequences<Event>[] = []
  const places = new Map<string, Place<Event>>()
  for (const event of events) {
    const cause = event.causationId === null ? undefined : places.get(event.causationId)
    const isTooDeep = cause !== undefined && cause.level >= maxCausationLevels
    const siblings = cause === undefined ? roots : isTooDeep ? cause.siblings : cause.children
    const level = cause === undefined ? 1 : isTooDeep ? cause.level : cause.level + 1
    const children: WithConsequences<Event>[] = []
    siblings.push({ ...event, children })
    places.set(event.id, { children, siblings, level })
  }
  return roots
}
