import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { EventStore, Expected, RecordedEvent, Version } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import { events, everythingAfter, listen, ok } from '../contract/event-store/test-kit.ts'
import type { PostgresTestStore, TestStore } from './stores.ts'
import { difference, formatCount, randomOf, trialResult, type TrialResult } from './trial.ts'

export interface OrderingSize {
  readonly writers: number
  readonly appends: number
}

/** R7: every writer and each of four readers is a process of its own; two readers are told, two ask again and again. */
export const ordering = async (ground: TestStore, { writers, appends }: OrderingSize): Promise<TrialResult> => {
  const told = [listen(ground.open(), '', null), listen(ground.open(), '', null)]
  const writing = new AbortController()
  const most = writers * appends * copiedBatchSize
  const writeAll = Promise.all(
    Array.from({ length: writers }, (_, n) => writeEvents(ground.open(), `of-${n}`, appends)),
  )
  const [counts, ...asking] = await Promise.all([
    writeAll.finally(() => writing.abort()),
    pollLog(ground.open(), most, writing.signal),
    pollLog(ground.open(), most, writing.signal),
  ])
  const written = counts.reduce((sum, own) => sum + own, 0)
  await Promise.all(told.map((reader) => reader.until(written)))
  const seen = [...(await Promise.all(told.map((reader) => reader.stop()))), ...asking]
  const log = await everythingAfter(ground.open(), null)
  const truth = log.map(eventKey)
  return trialResult(
    `${formatCount(written)} events by ${writers} writers, read by ${seen.length} readers`,
    difference('events in the log', log.length, written),
    ground.hasGaplessPositions
      ? truth.flatMap((place, n) => difference('a position', Number(place.split(' ')[0]), n + 1))
      : [],
    ...[...Map.groupBy(log, ({ stream }) => stream)].map(([stream, own]) =>
      own.flatMap(({ version }, n) => difference(`a version of ${stream}`, version, n + 1)),
    ),
    ...seen.map((own, reader) => [
      ...difference(`seen by reader ${reader}`, own.length, log.length),
      ...own.flatMap((one, n) => difference(`the ${n + 1}th event of reader ${reader}`, eventKey(one), truth[n])),
    ]),
  )
}

const eventKey = ({ position, stream, version, id }: RecordedEvent) => `${position} ${stream} ${version} ${id}`

/** Tails the log in pages of any size; once nobody writes any more, to its end. Gives up where there is none. */
const pollLog = async (store: EventStore, most: number, writing: AbortSignal): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = []
  for (;;) {
    const wasOver = writing.aborted
    const page = await ok(store.readAll(seen.at(-1)?.position ?? null, 1 + randomInt(50)))
    seen.push(...page)
    if (seen.length > most || (page.length === 0 && wasOver)) return seen
    if (page.length === 0) await pause(randomInt(3))
  }
}

const sharedStreams = 9
/** From sixty-four on they are copied in. */
const copiedBatchSize = 70

/** To a stream of its own by version, to shared ones by none; resting in between. How many events it wrote. */
const writeEvents = async (store: EventStore, own: string, appends: number): Promise<number> => {
  let version = 0
  let written = 0
  for (let n = 0; n < appends; n++) {
    const batch = events(randomInt(20) === 0 ? copiedBatchSize : 1 + randomInt(3))
    if (randomInt(2) === 0) version = await appendUntilKnown(store, own, version, batch)
    else await appendUntilKnown(store, `shared-${randomInt(sharedStreams)}`, 'any', batch)
    written += batch.length
    await pause(randomOf([0, 0, 1, 5, 20]))
  }
  return written
}

/** As callers do when the outcome is unknown: again, with the same ids. */
const appendUntilKnown = async (
  store: EventStore,
  stream: string,
  expected: Expected,
  batch: ReturnType<typeof events>,
): Promise<Version> => {
  for (;;) {
    const outcome = await store.append(stream, expected, batch)()
    if (E.isRight(outcome)) return outcome.right.version
    if (outcome.left.type !== 'Unavailable') throw new Error(JSON.stringify(outcome.left))
  }
}

/**
 * R7 with rests inside the transactions too. The adapter's are one statement or two long and nobody can step between: so the
 * table itself makes each rest before it writes and again when it has written, still unseen, and rolls a few back then. Others
 * in the same database take a number, rest, and commit or do not.
 */
export const orderingWithDelays = async (ground: PostgresTestStore, size: OrderingSize): Promise<TrialResult> => {
  await ground.run(delayTriggers)
  const enough = new AbortController()
  const others = [1, 2, 3].map(() => runOtherTransactions(ground.url, enough.signal))
  const { done, faults } = await ordering(ground, size)
  enough.abort()
  const interfered = (await Promise.all(others)).reduce((sum, own) => sum + own, 0)
  const [found] = await ground.run<{ committed: number; undone: string }>(
    `select count(distinct xmin::text)::int as committed, nextval('undone') - 1 as undone from log.events`,
  )
  const undone = Number(found?.undone)
  return {
    done: `${done}; ${formatCount(found?.committed ?? 0)} transactions committed after rests, ${undone} rolled back, ${interfered} of others`,
    faults: [...faults, ...difference('was any rolled back', undone > 0, true)],
  }
}

/** Milliseconds of one rest at most: the lane is one, and all wait behind whoever rests. */
const longestDelayMs = 8

const delayTriggers = `
create sequence undone;
create table numbered (n bigint generated always as identity);
create function dawdle() returns trigger language plpgsql as $$
begin
  if random() < 0.5 then
    perform pg_sleep(random() * ${longestDelayMs / 1_000});
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
const runOtherTransactions = async (url: string, signal: AbortSignal): Promise<number> => {
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
