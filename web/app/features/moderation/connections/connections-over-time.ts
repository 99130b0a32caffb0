import type { ConnectionGraph } from '../../../../contract/moderation/connections.ts'
import { todayInRome } from '../../../shared/format.ts'
import type { NodeId } from './graph-layout.ts'

export type UseState = 'before' | 'used' | 'ended'

type Use = Pick<ConnectionGraph['uses'][number], 'since' | 'until'>

const dayOf = (instant: string) => instant.slice(0, 10)

/** State of a use at the end of a day. */
export const stateOf = ({ since, until }: Use, day: string): UseState => {
  if (dayOf(since) > day) return 'before'
  return until !== null && dayOf(until) <= day ? 'ended' : 'used'
}

/** A node is in use while any of its uses is. */
export const nodeStates = (
  { accounts, uses }: Pick<ConnectionGraph, 'accounts' | 'uses'>,
  day: string,
): ReadonlyMap<NodeId, UseState> => {
  const states = new Map<NodeId, UseState>()
  for (const use of uses) {
    const state = stateOf(use, day)
    for (const node of [use.accountId, use.identifier])
      if (rank[state] >= rank[states.get(node) ?? 'before']) states.set(node, state)
  }
  const [chosen] = accounts
  return chosen === undefined ? states : states.set(chosen.accountId, 'used')
}

const rank: Readonly<Record<UseState, number>> = { before: 0, ended: 1, used: 2 }

/** The days on which a use began or ended, and today, earliest first. */
export const changeDays = (uses: readonly Use[]): readonly [string, ...string[]] => {
  const days = uses.flatMap(({ since, until }) => (until === null ? [dayOf(since)] : [dayOf(since), dayOf(until)]))
  const [first = todayInRome(), ...later] = [...new Set([...days, todayInRome()])].toSorted()
  return [first, ...later]
}

const msPerDay = 86_400_000

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / msPerDay)
