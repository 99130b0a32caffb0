import type { Appended, Expected, NewEvent, Version } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Send } from './answers.ts'
import type { Connection } from './connection.ts'
import { insist, type Outcome } from './insistence.ts'
import { readStream } from './reads.ts'

/** Appends on a version: one round trip, and as often as the outcome stays unknown. */
export type AppendOn = (
  stream: string,
  before: Version,
  events: readonly NewEvent[],
  expected?: Expected,
) => Promise<Outcome<Appended>>

export const versionedAppends =
  (connection: Connection, send: Send, closing: AbortSignal): AppendOn =>
  (stream, before, events, expected = before) =>
    insist(closing, async (): Promise<Outcome<Appended>> => {
      const answer = await send(stream, before, events)
      switch (answer.type) {
        case 'Appended':
          return E.right({ version: answer.version, position: answer.position })
        case 'WrongVersion':
          return (await overlaps(connection, stream, before, events, answer.actual))
            ? E.left({ type: 'IdsAlreadyUsed', stream })
            : E.left({ type: 'WrongVersion', expected, actual: answer.actual })
        case 'Refused':
          return E.left(answer.failure)
      }
    })

/** The server calls an append that is there in part a wrong version too. */
const overlaps = async (
  connection: Connection,
  stream: string,
  before: Version,
  events: readonly NewEvent[],
  actual: Version,
): Promise<boolean> => {
  if (actual <= before) return false
  const there = await readStream(connection, stream, before + 1, events.length)
  return there.some(({ id, version }) => events[version - before - 1]?.id.toLowerCase() === id)
}
