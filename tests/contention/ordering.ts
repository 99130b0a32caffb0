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

/** R7: concurrent writers and four readers, each with its own store: two subscribe, two poll. All see the same order. */
export const ordering = async (testStore: TestStore, { writers, appends }: OrderingSize): Promise<TrialResult> => {
  const subscribers = [listen(testStore.open(), '', null), listen(testStore.open(), '', null)]
  const writing = new AbortController()
  const maxEvents = writers * appends * copiedBatchSize
  const writeAll = Promise.all(
    Array.from({ length: writers }, (_, n) => writeEvents(testStore.open(), `of-${n}`, appends)),
  )
  const [counts, ...polled] = await Promise.all([
    writeAll.finally(() => writing.abort()),
    pollLog(testStore.open(), maxEvents, writing.signal),
    pollLog(testStore.open(), maxEvents, writing.signal),
  ])
  const written = counts.reduce((sum, own) => sum + own, 0)
  await Promise.all(subscribers.map((reader) => reader.until(written)))
  const seen = [...(await Promise.all(subscribers.map((reader) => reader.stop()))), ...polled]
  const log = await everythingAfter(testStore.open(), null)
  const truth = log.map(eventKey)
  return trialResult(
    `${formatCount(written)} events by ${writers} writers, read by ${seen.length} readers`,
    difference('events in the log', log.length, written),
    testStore.hasGaplessPositions
      ? truth.flatMap((key, n) => difference('a position', Number(key.split(' ')[0]), n + 1))
      : [],
    ...[...Map.groupBy(log, ({ stream }) => stream)].map(([stream, own]) =>
      own.flatMap(({ version }, n) => difference(`a version of ${stream}`, version, n + 1)),
    ),
    ...seen.map((own, reader) => [
      ...difference(`seen by reader ${reader}`, own.length, log.length),
      ...own.flatMap((recorded, n) =>
        difference(`the ${n + 1}th event of reader ${reader}`, eventKey(recorded), truth[n]),
      ),
    ]),
  )
}

const eventKey = ({ position, stream, version, id }: RecordedEvent) => `${position} ${stream} ${version} ${id}`

/** Polls the log in pages of random size until the writers have finished and the end is reached, or after `maxEvents`. */
const pollLog = async (
  store: EventStore,
  maxEvents: number,
  writing: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = []
  for (;;) {
    const wasOver = writing.aborted
    const page = await ok(store.readAll(seen.at(-1)?.position ?? null, 1 + randomInt(50)))
    seen.push(...page)
    if (seen.length > maxEvents || (page.length === 0 && wasOver)) return seen
    if (page.length === 0) await pause(randomInt(3))
  }
}

const sharedStreams = 9
/** Large enough to be appended with COPY, which starts at 64 events. */
const copiedBatchSize = 70

/** Appends to its own stream with a version and to shared streams without, pausing in between; returns the event count. */
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

/** Repeats with the same ids while the outcome is unknown, as callers do. */
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
 * R7 with delays inside the append transactions: triggers pause before and after each insert, while it is still invisible,
 * and roll a few back. Unrelated transactions in the same database take a number, pause, and commit or roll back.
 */
export const orderingWithDelays = async (testStore: PostgresTestStore, size: OrderingSize): Promise<TrialResult> => {
  await testStore.run(delayTriggers)
  const stopping = new AbortController()
  const others = [1, 2, 3].map(() => runOtherTransactions(testStore.url, stopping.signal))
  const { done, faults } = await ordering(testStore, size)
  stopping.abort()
  const otherCount = (await Promise.all(others)).reduce((sum, own) => sum + own, 0)
  const [found] = await testStore.run<{ committed: number; rolledBack: string }>(
    `select count(distinct xmin::text)::int as committed, nextval('rolled_back') - 1 as "rolledBack" from log.events`,
  )
  const rolledBack = Number(found?.rolledBack)
  return {
    done: `${done}; ${formatCount(found?.committed ?? 0)} transactions committed after delays, ${rolledBack} rolled back, ${otherCount} unrelated`,
    faults: [...faults, ...difference('was any rolled back', rolledBack > 0, true)],
  }
}

/** Longest delay in milliseconds; short, because appends are serialised and all wait for the delayed one. */
const longestDelayMs = 8

const delayTriggers = `
create sequence rolled_back;
create table numbered (n bigint generated always as identity);
create function delay() returns trigger language plpgsql as $$
begin
  if random() < 0.5 then
    perform pg_sleep(random() * ${longestDelayMs / 1_000});
  end if;
  if tg_when = 'AFTER' and random() < 0.03 then
    perform nextval('rolled_back');
    raise exception 'rolled back after a delay' using errcode = 'query_canceled';
  end if;
  return null;
end $$;
create trigger delay_before before insert on log.events for each statement execute function delay();
create trigger delay_after after insert on log.events for each statement execute function delay();`

/** Runs unrelated transactions until `signal` aborts; returns their number. */
const runOtherTransactions = async (url: string, signal: AbortSignal): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  let count = 0
  for (; !signal.aborted; count++) {
    await client.query('begin')
    await client.query('insert into numbered default values')
    await pause(randomInt(300))
    await client.query(randomInt(2) === 0 ? 'commit' : 'rollback')
  }
  await client.end()
  return count
}
