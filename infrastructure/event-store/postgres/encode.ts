import type { Expected } from '../../../application/ports/event-store.ts'
import { versionIn, type Appending } from './batch.ts'
import { int2s, int4s, texts, uuids } from './binary-arrays.ts'

/** Where the last event of an append comes to lie. */
export interface Place {
  /** Index into the batch's streams. */
  readonly stream: number
  /** How far after the stream's version before the batch. */
  readonly step: number
  /** How far after the log's position before the batch. */
  readonly nth: number
}

export interface Encoded {
  readonly values: readonly Buffer[]
  readonly places: readonly Place[]
}

/** The arguments of `log.append`; its arrays count from 1. */
export const encode = (batch: readonly Appending[], typeNumber: (type: string) => number): Encoded => {
  const streams = new Map<
    string,
    { readonly index: number; readonly expected: number; readonly first: number; size: number }
  >()
  const of = { streams: [] as number[], steps: [] as number[] }
  const repeats = { ids: [] as string[], streams: [] as number[], steps: [] as number[] }
  const places = batch.map(({ stream, expected, events }): Place => {
    const touched = streams.get(stream) ?? {
      index: streams.size + 1,
      expected: encodeExpected(expected),
      first: of.streams.length + 1,
      size: 0,
    }
    streams.set(stream, touched)
    if (versionIn(expected) === null) {
      repeats.ids.push(events[0]?.id ?? '')
      repeats.streams.push(touched.index)
      repeats.steps.push(touched.size)
    }
    for (let n = 0; n < events.length; n++) {
      of.streams.push(touched.index)
      of.steps.push(++touched.size)
    }
    return { stream: touched.index - 1, step: touched.size, nth: of.streams.length }
  })
  const events = batch.flatMap((one) => one.events)
  const touched = [...streams.values()]
  return {
    places,
    values: [
      texts([...streams.keys()]),
      int4s(touched.map(({ expected }) => expected)),
      int4s(touched.map(({ first }) => first)),
      int4s(of.streams),
      int4s(of.steps),
      int2s(events.map(({ type }) => typeNumber(type))),
      uuids(events.map(({ id }) => id)),
      texts(events.map(({ meta }) => meta)),
      texts(events.map(({ data }) => data)),
      uuids(repeats.ids),
      int4s(repeats.streams),
      int4s(repeats.steps),
    ],
  }
}

/** More events than a stream will ever have: a version from the future beyond it is as wrong as this one. */
const farFuture = 2_000_000_000

export const encodeExpected = (expected: Expected): number =>
  Math.min(versionIn(expected) ?? (expected === 'any' ? -1 : -2), farFuture)
