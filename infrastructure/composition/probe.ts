import type { AnyPolicy } from '../../application/policy.ts'
import { listProjections, type ReaderStatus } from '../projections/list.ts'
import type { Reading } from '../projections/reading.ts'
import { listPolicies } from '../reactions/list-policies.ts'
import { allProjections } from './readers.ts'

/** A reader this many events behind is not caught up. */
const tolerable = 500

/** Why no work should be sent here yet: what is not running, or has not caught up with the log. */
export const probeOf =
  (reading: Pick<Reading, 'pool' | 'store'>, policies: readonly AnyPolicy[]) =>
  async (): Promise<readonly string[]> => {
    try {
      const projections = await listProjections(reading, allProjections)
      const reactions = await listPolicies(reading, policies)
      return [...projections, ...reactions].flatMap(reasonOf)
    } catch {
      return ['the database or the log cannot be reached']
    }
  }

const reasonOf = ({ name, state, lag, stopped }: ReaderStatus): readonly string[] => {
  if (state === 'stopped')
    return [`${name} is stopped at ${stopped?.position ?? 'an event'}: ${stopped?.reason ?? 'unknown'}`]
  if (state !== 'running') return [`${name} is ${state}`]
  return lag === null || lag > tolerable ? [`${name} is ${lag ?? 'an unknown number of'} events behind`] : []
}
