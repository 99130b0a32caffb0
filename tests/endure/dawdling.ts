import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { PostgresGround } from './ground.ts'
import { order, type Order } from './order.ts'
import { count, differs, type Verdict } from './verdict.ts'

/**
 * R7 with rests inside the transactions too. The adapter's are one statement or two long and nobody can step between: so the
 * table itself makes each rest before it writes and again when it has written, still unseen, and rolls a few back then. Others
 * in the same database take a number, rest, and commit or do not.
 */
export const orderOfDawdlers = async (ground: PostgresGround, size: Order): Promise<Verdict> => {
  await ground.run(dawdling)
  const enough = new AbortController()
  const others = [1, 2, 3].map(() => interfere(ground.url, enough.signal))
  const { done, faults } = await order(ground, size)
  enough.abort()
  const interfered = (await Promise.all(others)).reduce((sum, own) => sum + own, 0)
  const [found] = await ground.run<{ committed: number; undone: string }>(
    `select count(distinct xmin::text)::int as committed, nextval('undone') - 1 as undone from log.events`,
  )
  const undone = Number(found?.undone)
  return {
    done: `${done}; ${count(found?.committed ?? 0)} transactions committed after rests, ${undone} rolled back, ${interfered} of others`,
    faults: [...faults, ...differs('was any rolled back', undone > 0, true)],
  }
}

/** Milliseconds of one rest at most: the lane is one, and all wait behind whoever rests. */
const longest = 8

const dawdling = `
create sequence undone;
create table numbered (n bigint generated always as identity);
create function dawdle() returns trigger language plpgsql as $$
begin
  if random() < 0.5 then
    perform pg_sleep(random() * ${longest / 1_000});
  end if;
  if tg_when = 'AFTER' and random() < 0.03 then
    perform nextval('undone');
    raise exception 'rolled back after a rest' using errcode = 'query_canceled';
  end if;
  return null;
end $$;
create trigger dawdle_first before insert on log.events for each statement execute function dawdle();
create trigger dawdle_last after insert on log.events for each statement execute function dawdle();`

/** How many transactions it made. */
const interfere = async (url: string, signal: AbortSignal): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  let made = 0
  for (; !signal.aborted; made++) {
    await client.query('begin')
    await client.query('insert into numbered default values')
    await pause(randomInt(300))
    await client.query(randomInt(2) === 0 ? 'commit' : 'rollback')
  }
  await client.end()
  return made
}
