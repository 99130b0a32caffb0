import type { AnyPolicy } from '../../application/policy.ts'
import { checkpointColumns, lagsOf, statusOf, type Found, type ReaderStatus } from '../projections/list.ts'
import type { Reading } from '../projections/reading.ts'
import { readerOf } from './run-policy.ts'

/** How far each policy has got, and what holds it up. */
export const listPolicies = async (
  { pool, store }: Pick<Reading, 'pool' | 'store'>,
  policies: readonly Pick<AnyPolicy, 'name'>[],
): Promise<readonly ReaderStatus[]> => {
  const { rows } = await pool.query<Found>(
    `select ${checkpointColumns} from ops.checkpoints c where c.name = any($1)`,
    [policies.map(readerOf)],
  )
  const foundOf = (policy: Pick<AnyPolicy, 'name'>) => rows.find(({ name }) => name === readerOf(policy))
  const lags = await lagsOf(
    store,
    policies.map((policy) => foundOf(policy)?.position ?? null),
  )
  return policies.map((policy) => statusOf(policy.name, foundOf(policy), lags))
}
