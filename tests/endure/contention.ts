import { event, ok } from '../contract/event-store/asking.ts'
import type { Ground } from './ground.ts'
import { count, differs, verdict, type Verdict } from './verdict.ts'

export interface Contention {
  readonly writers: number
  /** Of each writer, one after the other. */
  readonly appends: number
  /** Processes the writers are spread over. */
  readonly stores: number
}

/** R5: all write to one stream and name no version. */
export const contention = async (ground: Ground, { writers, appends, stores }: Contention): Promise<Verdict> => {
  const opened = Array.from({ length: stores }, ground.open)
  const acknowledged = (
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const store = opened[writer % stores] ?? ground.open()
        const answers: { readonly id: string; readonly version: number; readonly position: string }[] = []
        for (let n = 0; n < appends; n++) {
          const one = event(n)
          answers.push({ id: one.id, ...(await ok(store.append('hot', 'any', [one]))) })
        }
        return answers
      }),
    )
  ).flat()
  const stored = await ok(ground.open().read('hot'))
  return verdict(
    `${count(acknowledged.length)} appends acknowledged, ${count(stored.length)} events stored`,
    differs('acknowledged', acknowledged.length, writers * appends),
    differs('stored', stored.length, acknowledged.length),
    stored.flatMap(({ version }, n) => differs('a version', version, n + 1)),
    acknowledged.flatMap(({ id, version, position }) => {
      const there = stored[version - 1]
      return [...differs(`at version ${version}`, there?.id, id), ...differs('its position', there?.position, position)]
    }),
  )
}
