import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { inLane, type QueueAsked } from './queue.queries.ts'

const Waiting = z.object({ caseId: z.string(), parties: z.array(z.string()), heldBy: z.array(z.string()) })

interface WaitingAsked extends QueueAsked {
  readonly except: readonly string[]
}

/**
 * Cases nobody works on, with whoever works on another of the same matter. Those never claimed and those whose claim has run
 * out are walked apart, so that what others hold is not walked at all.
 */
export const casesWaiting = (db: CommonQueryMethods, asked: WaitingAsked) => {
  const { now, limit } = asked
  const unclaimed = takeable(asked, sql.fragment`c.claimed_until is null`)
  const lapsed = takeable(asked, sql.fragment`c.claimed_until <= ${now}::timestamptz`)
  return db.any(sql.type(Waiting)`
    select c.key as "caseId", c.parties, ${holdersBeside(now)} as "heldBy"
    from ((${unclaimed}) union all (${lapsed}) order by priority desc, due_at, key limit ${limit}) c
    order by c.priority desc, c.due_at, c.key`)
}

const takeable = ({ lane, now, limit, except }: WaitingAsked, free: ReturnType<typeof inLane>) =>
  sql.fragment`
    select c.key, c.target_id, c.parties, c.priority, c.due_at from read.cases c
    where c.closed_at is null and ${inLane(lane, now)} and ${free} and c.key <> all(${sql.array([...except], 'text')})
    order by c.priority desc, c.due_at, c.key limit ${limit}`

/** `offset 0` keeps the planner from looking for siblings among all that is claimed instead of by what they are about. */
const holdersBeside = (now: string) => sql.fragment`array(
  select o.claimed_by from (select * from read.cases where target_id = c.target_id offset 0) o
  where o.closed_at is null and o.claimed_until > ${now}::timestamptz)`

export interface ClaimAsked {
  readonly correlationId: string
  readonly by: string
  readonly now: string
}

/** For each request the case it claimed for somebody who still holds it. */
export const casesClaimedFor = (db: CommonQueryMethods, asked: readonly ClaimAsked[]) =>
  db.any(sql.type(z.object({ caseId: z.string().nullable() }))`
    select (
        select key from read.cases
        where closed_at is null and claimed_by = a.who and claimed_until > a.now and claimed_in = a.request limit 1
      ) as "caseId"
    from ${sql.unnest(
      asked.map(({ correlationId, by, now }) => [correlationId, by, now]),
      ['text', 'text', 'timestamptz'],
    )} with ordinality a (request, who, now, nth)
    order by a.nth`)

/** For each case the other open ones of what it is about. */
export const casesBeside = async (db: CommonQueryMethods, caseIds: readonly string[]) => {
  const found = await db.any(sql.type(z.object({ keys: z.array(z.string()) }))`
    select array(
        select o.key from read.cases c join read.cases o on o.target_id = c.target_id
        where c.key = a.key and o.key <> c.key and o.closed_at is null order by o.key limit 10
      ) as keys
    from unnest(${sql.array([...caseIds], 'text')}) with ordinality a (key, nth)
    order by a.nth`)
  return found.map(({ keys }) => keys)
}
