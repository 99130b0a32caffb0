import { event, ok } from '../contract/event-store/test-kit.ts'
import type { TestStore } from './stores.ts'
import { difference, formatCount, trialResult, type TrialResult } from './trial.ts'

export interface ContentionSize {
  readonly writers: number
  /** Of each writer, one after the other. */
  readonly appends: number
  /** Processes the writers are spread over. */
  readonly stores: number
}

/** R5: all write to one stream and name no version. */
export const contention = async (
  ground: TestStore,
  { writers, appends, stores }: ContentionSize,
): Promise<TrialResult> => {
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
  return trialResult(
    `${formatCount(acknowledged.length)} appends acknowledged, ${formatCount(stored.length)} events stored`,
    difference('acknowledged', acknowledged.length, writers * appends),
    difference('stored', stored.length, acknowledged.length),
    stored.flatMap(({ version }, n) => difference('a version', version, n + 1)),
    acknowledged.flatMap(({ id, version, position }) => {
      const there = stored[version - 1]
      return [
        ...difference(`at version ${version}`, there?.id, id),
        ...difference('its position', there?.position, position),
      ]
    }),
  )
}
