import type { AnyPolicy, PolicyFailure } from '../../application/policy.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { claim, moveWith, type Cursor } from '../projections/checkpoint.ts'
import { reasonOf } from '../projections/fold.ts'
import { follow } from '../projections/follow.ts'
import { lead, standStill } from '../projections/lead.ts'
import { opened } from '../projections/opened.ts'
import type { Page } from '../projections/pages.ts'
import { poisonOf, type Outcome } from '../projections/projector.ts'
import type { Reading } from '../projections/reading.ts'
import { lettersOf, letterValues, outboxChannel, putLetters, type Letter } from './outbox.ts'

/** The name of a policy's checkpoint and lease. */
export const readerOf = ({ name }: Pick<AnyPolicy, 'name'>): string => `policy:${name}`

/** Events between two moves of the checkpoint. */
const stride = 50

/**
 * Lets a policy react to every event it listens to, in order and at least once, until `signal` aborts. Any number of
 * processes may run it: one leads. What it asks to leave the system is written together with how far it got.
 */
export const runPolicy = (reading: Reading, policy: AnyPolicy, signal: AbortSignal): Promise<void> =>
  lead(reading, readerOf(policy), signal, async (lease, until) => {
    await register(reading, policy)
    const cursor = await claim(reading.pool, readerOf(policy), lease)
    if (cursor === null) return 100
    const take = reactor(reading, policy, cursor, until)
    const outcome = await follow(reading, { lease, cursor, take, pageSize: 500 }, until)
    return outcome.type === 'Poisoned' ? standStill(reading, cursor, outcome) : 0
  })

const register = async ({ pool, store }: Reading, policy: AnyPolicy) => {
  const { rowCount } = await pool.query('select from ops.checkpoints where name = $1', [readerOf(policy)])
  if (rowCount === 1) return
  const head = policy.startsFrom === 'now' ? await store.head()() : E.right(null)
  if (E.isLeft(head)) throw new Error(`the log cannot be read: ${head.left.type}`, { cause: head.left })
  await pool.query('insert into ops.checkpoints (name, position) values ($1, $2) on conflict do nothing', [
    readerOf(policy),
    head.right,
  ])
}

const move = moveWith(putLetters, outboxChannel)

const reactor = (
  { pool, history, moves, inHand }: Reading,
  policy: AnyPolicy,
  cursor: Cursor,
  until: AbortSignal,
): ((page: Page) => Promise<Outcome>) => {
  const keep = async (last: RecordedEvent | undefined, letters: readonly Letter[]): Promise<Outcome> => {
    if (last === undefined) return { type: 'Moved' }
    if (letters.length === 0) {
      cursor.seen = last.position
      moves.later(cursor)
      return { type: 'Moved' }
    }
    await moves.withdraw(cursor)
    if (!(await move(pool, cursor, last.position, true, letterValues(letters)))) return { type: 'Overtaken' }
    cursor.stored = cursor.seen = last.position
    return { type: 'Moved' }
  }

  /** Halves what cannot be opened until the event that cannot be read stands alone. */
  const reactToAll = async (events: readonly RecordedEvent[]): Promise<Outcome> => {
    const heard = events.filter(({ type }) => policy.events.codecs.has(type))
    const recorded = await opened(history, policy.events, heard, policy.privacy ?? 'blank')
    if (E.isRight(recorded)) return reactInTurn(events, recorded.right)
    const [first] = events
    if (first !== undefined && events.length === 1) return poisonOf(first, recorded.left)
    const middle = events.length >> 1
    const before = await reactToAll(events.slice(0, middle))
    return before.type === 'Moved' ? reactToAll(events.slice(middle)) : before
  }

  const reactInTurn = async (events: readonly RecordedEvent[], heard: readonly Recorded[]): Promise<Outcome> => {
    const letters: Letter[] = []
    for (const recorded of heard) {
      if (policy.react !== undefined) await inHand.released(recorded.meta.correlationId)
      if (until.aborted) return { type: 'Overtaken' }
      const reaction = await reactTo(policy, recorded)
      if (E.isRight(reaction)) {
        letters.push(...reaction.right)
        continue
      }
      const place = events.findIndex(({ id }) => id === recorded.id)
      const kept = await keep(events[place - 1], letters)
      if (kept.type !== 'Moved') return kept
      if (reaction.left.type === 'Transient')
        throw new Error('a command is out of reach', { cause: reaction.left.cause })
      const stuck = events[place]
      if (stuck !== undefined) return poisonOf(stuck, reaction.left.reason)
    }
    return keep(events.at(-1), letters)
  }

  return async ({ events }) => {
    for (let from = 0; from < events.length; from += stride) {
      const outcome = await reactToAll(events.slice(from, from + stride))
      if (outcome.type !== 'Moved') return outcome
    }
    return { type: 'Moved' }
  }
}

const reactTo = async (policy: AnyPolicy, recorded: Recorded): Promise<E.Either<PolicyFailure, readonly Letter[]>> => {
  const event = recorded as Recorded<never>
  try {
    const reaction = await policy.react?.(event)()
    if (reaction !== undefined && E.isLeft(reaction)) return reaction
    return E.right(lettersOf(recorded, policy.effects?.(event) ?? []))
  } catch (error) {
    return E.left({ type: 'Permanent', reason: reasonOf(error) })
  }
}
