import type { Row } from './query.ts'
import { separator } from './statements.ts'

/** A page of the log as it lies there, column by column. */
export interface Stored {
  /** Of a page of the whole log the first and the last. */
  readonly places: readonly number[]
  /** The streams' numbers. */
  readonly streamNos: readonly number[]
  readonly versions: readonly number[]
  readonly typeNos: readonly number[]
  readonly ids: readonly string[]
  readonly datas: readonly string[]
  readonly metas: readonly string[]
  /** Of the streams that begin here, in order. */
  readonly names: readonly string[]
}

/** In the order of `page`. */
export const storedIn = (row: Row = []): Stored => {
  const [places, streamNos, versions, typeNos, ids, datas, metas, names] = row
  return {
    places: numbersIn(places),
    streamNos: numbersIn(streamNos),
    versions: numbersIn(versions),
    typeNos: numbersIn(typeNos),
    ids: idsIn(ids),
    datas: textsIn(datas),
    metas: textsIn(metas),
    names: JSON.parse(names ?? '[]') as string[],
  }
}

type Column = string | null | undefined

const inside = (list: Column) => list?.slice(1, -1) ?? ''
const numbersIn = (list: Column) => JSON.parse(`[${inside(list)}]`) as number[]
/**
 * They come joined as JSON joins strings. Strings of their own: a piece cut from a page's text would keep all of it in memory
 * for as long as anybody has the id.
 */
const idsIn = (list: Column) => (list ? (JSON.parse(`["${list}"]`) as string[]) : [])
const textsIn = (joined: Column) => joined?.split(separator) ?? []
