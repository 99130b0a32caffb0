import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Expected, RecordedEvent, Version } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import { events, everythingAfter, listen, ok } from '../contract/event-store/asking.ts'
import { oneOf } from './chance.ts'
import type { Ground } from './ground.ts'
import { count, differs, verdict, type Verdict } from './verdict.ts'

export interface Order {
  readonly writers: number
  readonly appends: number
}

/** R7: every writer and each of four readers is a process of its own; two readers are told, two ask again and again. */
export const order = async (ground: Ground, { writers, appends }: Order): Promise<Verdict> => {
  const told = [listen(ground.open(), '', null), listen(ground.open(), '', null)]
  const writing = new AbortController()
  const most = writers * appends * large
  const writeAll = Promise.all(Array.from({ length: writers }, (_, n) => write(ground.open(), `of-${n}`, appends)))
  const [counts, ...asking] = await Promise.all([
    writeAll.finally(() => writing.abort()),
    ask(ground.open(), most, writing.signal),
    ask(ground.open(), most, writing.signal),
  ])
  const written = counts.reduce((sum, own) => sum + own, 0)
  await Promise.all(told.map((reader) => reader.until(written)))
  const seen = [...(await Promise.all(told.map((reader) => reader.stop()))), ...asking]
  const log = await everythingAfter(ground.open(), null)
  const truth = log.map(placeOf)
  return verdict(
    `${count(written)} events by ${writers} writers, read by ${seen.length} readers`,
    differs('events in the log', log.length, written),
    ground.counts ? truth.flatMap((place, n) => differs('a position', Number(place.split(' ')[0]), n + 1)) : [],
    ...[...Map.groupBy(log, ({ stream }) => stream)].map(([stream, own]) =>
      own.flatMap(({ version }, n) => differs(`a version of ${stream}`, version, n + 1)),
    ),
    ...seen.map((own, reader) => [
      ...differs(`seen by reader ${reader}`, own.length, log.length),
      ...own.flatMap((one, n) => differs(`the ${n + 1}th event of reader ${reader}`, placeOf(one), truth[n])),
    ]),
  )
}

const placeOf = ({ position, stream, version, id }: RecordedEvent) => `${position} ${stream} ${version} ${id}`

/** Tails the log in pages of any size; once nobody writes any more, to its end. Gives up where there is none. */
const ask = async (store: EventStore, most: number, writing: AbortSignal): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = []
  for (;;) {
    const wasOver = writing.aborted
    const page = await ok(store.readAll(seen.at(-1)?.position ?? null, 1 + randomInt(50)))
    seen.push(...page)
    if (seen.length > most || (page.length === 0 && wasOver)) return seen
    if (page.length === 0) await pause(randomInt(3))
  }
}

const shared = 9
/** From sixty-four on they are copied in. */
const large = 70

/** To a stream of its own by version, to shared ones by none; resting in between. How many events it wrote. */
const write = async (store: EventStore, own: string, appends: number): Promise<number> => {
  let version = 0
  let written = 0
  for (let n = 0; n < appends; n++) {
    const batch = events(randomInt(20) === 0 ? large : 1 + randomInt(3))
    if (randomInt(2) === 0) version = await insist(store, own, version, batch)
    else await insist(store, `shared-${randomInt(shared)}`, 'any', batch)
    written += batch.length
    await pause(oneOf([0, 0, 1, 5, 20]))
  }
  return written
}

/** As callers do when the outcome is unknown: again, with the same ids. */
const insist = async (
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
