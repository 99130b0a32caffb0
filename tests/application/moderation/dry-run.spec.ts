import { beforeEach, describe, expect, it } from 'vitest'
import { decideAndAppend, streamOf } from '../../../application/command-handler.ts'
import { startDryRun } from '../../../application/moderation/dry-run.ts'
import { account } from '../../../domain/accounts/account.ts'
import type { EventMetadata } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
})

const stream = streamOf(account, 'rosa')
const granted = () => ({ type: 'GrantRole', role: 'REVISORE', by: null, at: app.now() }) as const
const meta = (): EventMetadata => ({
  correlationId: 'dry-run',
  causationId: null,
  actor: { id: null, role: 'operator' },
  occurredAt: app.now(),
})

describe('a dry run', () => {
  it('reads the log with the trial events on top and leaves the log unchanged', async () => {
    const before = (await app.log()).length
    const dryRun = startDryRun(app.deps.history)
    unwrap(await decideAndAppend({ ...app.deps, history: dryRun.history })(account, 'rosa', granted(), meta())())
    const seen = unwrap(await dryRun.history.read(account.events, stream)())
    expect(seen.map(({ event }) => event.type)).toEqual(['BusinessRegistered', 'EmailConfirmed', 'RoleGranted'])
    expect(seen.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(dryRun.versionOf(stream)).toBe(2)
    expect(await app.log()).toHaveLength(before)
  })

  it('places trial events at the current position so that nothing waits for the read models', async () => {
    const dryRun = startDryRun(app.deps.history)
    unwrap(await decideAndAppend({ ...app.deps, history: dryRun.history })(account, 'rosa', granted(), meta())())
    const last = (await app.log()).findLast((event) => event.stream === stream)?.position
    expect(dryRun.appended().map(({ position }) => position)).toEqual([last])
  })

  it('enforces expected versions and stops at cycles', async () => {
    const { history } = startDryRun(app.deps.history)
    unwrap(await history.read(account.events, stream)())
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
