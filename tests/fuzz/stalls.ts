import { existsSync, readFileSync } from 'node:fs'

/** A time in which the event loop did nothing else, in milliseconds since the epoch. */
interface Stall {
  readonly from: number
  readonly to: number
  /** Computing time, garbage collection aside. */
  readonly ms: number
}

/** What is recorded besides requests. */
export const preparation = '  preparing a world'

/** Remembers which requests ran when. */
export const requestRecorder = () => {
  const sent: { readonly described: string; readonly from: number; readonly to: number }[] = []
  return {
    record: (described: string, from: number, to: number) => void sent.push({ described, from, to }),
    /** The longest requests, with their durations. */
    slowest: (count: number): readonly string[] =>
      sent
        .filter(({ described }) => described !== preparation)
        .toSorted((a, b) => b.to - b.from - (a.to - a.from))
        .slice(0, count)
        .map(({ described, from, to }) => `${to - from} ms\n${described}`),
    /** Requests that ran during the stall. */
    during: (stall: Stall): readonly string[] =>
      sent.filter(({ from, to }) => from < stall.to && to >= stall.from).map(({ described }) => described),
  }
}

/** Stalls that the monitor of the server has written, without the garbage collections in them. */
export const readStalls = (file: string): readonly Stall[] => {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Stall & { readonly kind: 'stall' | 'collection' })
  const collections = lines.filter(({ kind }) => kind === 'collection')
  const collectingDuring = ({ from, to }: Stall) =>
    collections.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0)
  const withoutCollections = (stall: Stall) => Math.max(0, Math.round(stall.to - stall.from - collectingDuring(stall)))
  return lines
    .filter(({ kind }) => kind === 'stall')
    .map((stall) => ({ ...stall, ms: Math.min(stall.ms, withoutCollections(stall)) }))
}
