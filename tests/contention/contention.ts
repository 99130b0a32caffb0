import { event, ok } from '../contract/event-store/test-kit.ts'
import type { TestStore } from './stores.ts'
import { difference, formatCount, trialResult, type TrialResult } from './trial.ts'

export interface ContentionSize {
  readonly writers: number
  /** Sequential appends per writer. */
  readonly appends: number
  /** Processes the writers are spread over. */
  readonly stores: number
}

/** R5: all writers append to one stream without an expected version. */
export const contention = async (
  testStore: TestStore,
  { writers, appends, stores }: ContentionSize,
): Promise<TrialResult> => {
  const opened = Array.from({ length: stores }, testStore.open)
  const acknowledged = (
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const store = opened[writer % stores] ?? testStore.open()
        const answers: { readonly id: string; readonly version: number; readonly position: string }[] = []
        for (let n = 0; n < appends; n++) {
          const appended = event(n)
          answers.push({ id: appended.id, ...(await ok(store.append('hot', 'any', [appended]))) })
        }
        return answers
      }),
    )
  ).flat()
  const stored = await ok(testStore.open().read('hot'))
  return trialResult(
    `${formatCount(acknowledged.length)} appends acknowledged, ${formatCount(stored.length)} events stored`,
    difference('acknowledged', acknowledged.length, writers * appends),
    difference('stored', stored.length, acknowledged.length),
    stored.flatMap(({ version }, n) => difference('a version', version, n + 1)),
    acknowledged.flatMap(({ id, version, position }) => {
      const found = stored[version - 1]
      return [
        ...difference(`at version ${version}`, found?.id, id),
        ...difference('its position', found?.position, position),
      ]
    }),
  )
}
