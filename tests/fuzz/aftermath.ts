import { waitUntilIdle } from '../crash/crash-test.ts'
import { waitUntilReady } from '../crash/server-process.ts'
import { runOperatorCommand } from '../support/test-garbo.ts'
import type { FuzzedGarbo } from './world.ts'

/** What is wrong after the requests: a reader that stands still, an event set aside, mail given up, a log that does not verify. */
export const aftermathFaults = async (garbo: FuzzedGarbo): Promise<readonly string[]> => {
  try {
    await waitUntilReady(garbo.address)
    await waitUntilIdle(garbo.address)
    const setAside = await runOperatorCommand(garbo, 'projections', 'set-aside', 'list')
    const outbox = await runOperatorCommand(garbo, 'outbox', 'list')
    await runOperatorCommand(garbo, 'audit', 'verify')
    return [
      ...(setAside.includes('No event is set aside.') ? [] : [setAside]),
      ...(/^0 given up/m.test(outbox) ? [] : [outbox]),
    ]
  } catch (error) {
    return [String(error)]
  }
}
