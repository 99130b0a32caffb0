import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimName } from '../../application/access/reserve-name.ts'
import type { Doors } from '../../application/access/doors.ts'
import { handle, load } from '../../application/handle.ts'
import { emailChangePolicy } from '../../application/policies/email-change.policy.ts'
import { account } from '../../domain/access/account/decider.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { E } from '../../domain/kernel/fp.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { application, limits, right } from '../support/application.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant
/** `ana@example.it` → `name-ana` */
const nameOf = (email: string) => `name-${email.split('@')[0]?.toLowerCase() ?? ''}`

let app: ReturnType<typeof application>
let policy: ReturnType<typeof emailChangePolicy>
let doors: Doors
const meta = (time = at) => ({
  correlationId: randomUUID(),
  causationId: null,
  actor: { id: null, role: 'visitor' as const },
  occurredAt: time,
})
beforeEach(async () => {
  app = application()
  await app.client('ana')
  await app.client('eva')
  const names = { email: nameOf, username: nameOf, phone: () => null }
  doors = { ...app.deps, names } as unknown as Doors
  policy = emailChangePolicy({ ...app.deps, newCode: () => '', limits, lookups: app.lookups })
})

const holder = async (email: string) => {
  const { state } = right(await load(app.deps)(reservation('email'), nameOf(email))())
  return state.status === 'kept' ? state.accountId : state.status
}
const kept = async (email: string, accountId: string) => {
  right(await claimName(doors, { category: 'email', nameId: nameOf(email), accountId, meta: meta() })())
  right(await handle(app.deps)(reservation('email'), nameOf(email), { type: 'Keep', accountId }, meta())())
}
/** The events of a change, not yet reacted to. */
const change = async (from: string, to: string) => {
  const changeId = randomUUID()
  const open = { privacy: 'open' } as const
  const asked = { type: 'RequestEmailChange', changeId, email: to, at } as const
  right(await handle(app.deps)(account, 'ana', asked, meta(), open)())
  const taken = { type: 'ChangeEmail', changeId, nameId: nameOf(to), formerNameId: nameOf(from), at } as const
  const [changed] = right(await handle(app.deps)(account, 'ana', taken, meta(), open)()).recorded
  if (changed === undefined) throw new Error('nothing was changed')
  return changed as Recorded<never>
}
const react = async (...recorded: readonly Recorded<never>[]) => {
  for (const one of recorded) right((await policy.react?.(one)()) ?? E.right([]))
}

describe('after an e-mail address has changed', () => {
  const [first, second, third] = ['ana@example.it', 'seconda@example.it', 'terza@example.it']
  beforeEach(() => kept(first, 'ana'))

  it('Q-91: the new address is reserved and the old one is free', async () => {
    await react(await change(first, second))
    expect([await holder(first), await holder(second)]).toEqual(['free', 'ana'])
  })

  it('late or repeated delivery has the same result', async () => {
    const changes = [await change(first, second), await change(second, third), await change(third, first)] as const
    await react(...changes, ...changes)
    expect([await holder(first), await holder(second), await holder(third)]).toEqual(['ana', 'free', 'free'])
  })

  it('an address that another account has claimed since stays with that account', async () => {
    const away = await change(first, second)
    await react(away, await change(second, third))
    await kept(second, 'eva')
    await react(away)
    expect([await holder(first), await holder(second), await holder(third)]).toEqual(['free', 'eva', 'ana'])
  })

  it('letters contain only the ids of account and change', async () => {
    const effects = policy.effects?.(await change(first, second)) ?? []
    expect(effects.map(({ kind }) => kind)).toEqual(['email-changed-mail'])
    expect(Object.keys(effects[0]?.data ?? {}).sort()).toEqual(['accountId', 'changeId'])
  })
})

describe('an expired claim', () => {
  const later = plusMinutes(at, 11)
  const claims = (email: string, accountId: string, time: Instant) =>
    claimName(doors, { category: 'email', nameId: nameOf(email), accountId, meta: meta(time) })()

  it('is released when its account has another address, because the process died between code and change', async () => {
    right(await claims('libera@example.it', 'ana', at))
    expect(await claims('libera@example.it', 'eva', at)).toMatchObject({ left: { rejection: { type: 'EmailTaken' } } })
    right(await claims('libera@example.it', 'eva', later))
  })

  it('is kept when its account has this address, because the process died between change and keeping', async () => {
    right(await claims('nuova@example.it', 'ana', at))
    await change('ana@example.it', 'nuova@example.it')
    expect(await claims('nuova@example.it', 'eva', later)).toMatchObject({
      left: { rejection: { type: 'EmailTaken' } },
    })
  })
})
