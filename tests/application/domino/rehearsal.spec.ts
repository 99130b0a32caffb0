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

describe('a dry run', () => {
  it('reads the log with the trial events on top and leaves the log unchanged', async () => {
    const before = (await app.log()).length
    const rehearsal = rehearsalOf(app.deps.history)
    right(await handle({ ...app.deps, history: rehearsal.history })(account, 'rosa', granted(), meta())())
    const seen = right(await rehearsal.history.read(account.events, stream)())
    expect(seen.map(({ event }) => event.type)).toEqual(['BusinessRegistered', 'EmailConfirmed', 'RoleGranted'])
    expect(seen.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(rehearsal.versionOf(stream)).toBe(2)
    expect(await app.log()).toHaveLength(before)
  })

  it('places trial events at the current position so that nothing waits for the read models', async () => {
    const rehearsal = rehearsalOf(app.deps.history)
    right(await handle({ ...app.deps, history: rehearsal.history })(account, 'rosa', granted(), meta())())
    const last = (await app.log()).at(-1)?.position
    expect(rehearsal.written().map(({ position }) => position)).toEqual([last])
  })

  it('enforces expected versions and stops at cycles', async () => {
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
