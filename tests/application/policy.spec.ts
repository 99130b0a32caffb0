import { expect, it } from 'vitest'
import { withState } from '../../application/policy-context.ts'
import { toReaction } from '../../application/policy.ts'
import { E, TE } from '../../domain/kernel/fp.ts'

const detached = { type: 'Detached', why: 'the events from 1 to 20 are detached from the log' } as const

it('a reaction that needs detached events is set aside with the reason instead of being retried', async () => {
  const setAside = E.left({ type: 'Permanent', reason: detached.why })
  expect(await toReaction(TE.left(detached))()).toEqual(setAside)
  expect(await withState(TE.left(detached), () => TE.right([]))()).toEqual(setAside)
})
