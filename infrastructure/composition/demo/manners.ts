import type { Scores } from './acts.ts'
import type { Guest, Venue } from './cast.ts'
import type { Chance } from './chance.ts'

/** Stars a guest is likely to be given, each as often as it stands there. */
const likely: Readonly<Record<Guest['manners'], readonly number[]>> = {
  exemplary: [5, 5, 5, 5, 5, 5, 5, 4],
  good: [5, 5, 5, 4, 4],
  careless: [5, 4, 4, 3, 3, 4],
  difficult: [4, 3, 2, 2],
}

/** Nobody who came and wrote of it is said not to have come: one star is for those who did not come. */
export const absent = 1

/** One in two ratings says something. */
const talkative = 0.55

/** Rates guests as venues do; of what they note nothing is said again before all has been said. */
export const raterOf = (chance: Chance, remarks: ReadonlyMap<string, readonly string[]>) => {
  const told = new Map<string, number>()
  const remark = (kind: string): string | null => {
    const all = remarks.get(kind) ?? []
    const n = told.get(kind) ?? 0
    told.set(kind, n + 1)
    return all[n % Math.max(all.length, 1)] ?? null
  }
  const near = (overall: number) => Math.max(0, Math.min(10, overall * 2 - chance.oneOf([0, 0, 1, 1, -1])))

  return ({ offers }: Venue, { manners }: Guest, stars?: number) => {
    const overall = stars ?? chance.oneOf(likely[manners])
    const scores: Scores = {
      overall,
      punctuality: near(overall),
      kindness: near(overall),
      payment: overall > 1 ? 10 : near(overall),
      roomCondition: near(overall),
    }
    const says = overall < 3 || chance.next() < talkative
    return { scores, comment: says ? remark(`${offers} ${overall}`) : null }
  }
}
