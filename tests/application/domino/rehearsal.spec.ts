import { beforeEach, describe, expect, it } from 'vitest'
import { rehearsalOf } from '../../../application/domino/rehearsal.ts'
import { handle, streamOf } from '../../../application/handle.ts'
import { account } from '../../../domain/access/account/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Metadata } from '../../../domain/kernel/recorded.ts'
import { application, right } from '../../support/application.ts'

let app: ReturnType<typeof application>
beforeEach(async () => {
  app = application()
  await app.business('rosa')
})

const stream = streamOf(account, 'rosa')
const granted = () => ({ type: 'GrantRole', role: 'REVISORE', by: null, at: app.now() }) as const
const meta = (): Metadata => ({
  correlationId: 'rehearsal',
  causationId: null,
  actor: { id: null, role: 'operator' },
  occurredAt: app.now(),
})

describe('a rehearsal', () => {
  it('reads what is and, on top of it, what was tried; the log stays as it is', async () => {
    const before = (await app.log()).length
    const rehearsal = rehearsalOf(app.deps.history)
    right(await handle({ ...app.deps, history: rehearsal.history })(account, 'rosa', granted(), meta())())
    const seen = right(await rehearsal.history.read(account.events, stream)())
    expect(seen.map(({ event }) => event.type)).toEqual(['BusinessRegistered', 'EmailConfirmed', 'RoleGranted'])
    expect(seen.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(rehearsal.versionOf(stream)).toBe(2)
    expect(await app.log()).toHaveLength(before)
  })

  it('what is tried stands where the log stood, so that nobody waits for read models to come further', async () => {
    const rehearsal = rehearsalOf(app.deps.history)
    right(await handle({ ...app.deps, history: rehearsal.history })(account, 'rosa', granted(), meta())())
    const last = (await app.log()).at(-1)?.position
    expect(rehearsal.written().map(({ position }) => position)).toEqual([last])
  })

  it('keeps the promise of versions, and ends what goes round in a circle', async () => {
    const { history } = rehearsalOf(app.deps.history)
    right(await history.read(account.events, stream)())
    const facts = (count: number) =>
      Array.from({ length: count }, () => ({
        id: app.deps.newId(),
        meta: meta(),
        event: { type: 'RoleGranted', data: { accountId: 'rosa', role: 'REVISORE', by: null, at: app.now() } },
      }))
    expect(await history.append(stream, 1, facts(1))()).toEqual(
      E.left({ type: 'WrongVersion', expected: 1, actual: 2 }),
    )
    expect(await history.append(stream, 2, facts(1_001))()).toMatchObject(E.left({ type: 'Malformed' }))
  })
})
