import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthServices } from '../../../application/accounts/auth-services.ts'
import { emailChangePolicy } from '../../../application/accounts/email-change.policy.ts'
import { reserveName } from '../../../application/accounts/name-reservation.ts'
import { decideAndAppend, load } from '../../../application/command-handler.ts'
import { account } from '../../../domain/accounts/account.ts'
import { nameReservation } from '../../../domain/accounts/name-reservation.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../../domain/kernel/time.ts'
import { inMemoryApplication, testNameHasher, testRuleSettings, unwrap } from '../../support/application.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant
/** `ana@example.it` → `name-ana` */
const nameIdOf = (email: string) => `name-${email.split('@')[0]?.toLowerCase() ?? ''}`

let app: ReturnType<typeof inMemoryApplication>
let policy: ReturnType<typeof emailChangePolicy>
let auth: AuthServices
const meta = (time = at) => ({
  correlationId: randomUUID(),
  causationId: null,
  actor: { id: null, role: 'visitor' as const },
  occurredAt: time,
})
beforeEach(async () => {
  app = inMemoryApplication()
  await app.client('ana')
  await app.client('eva')
  const names = { email: nameIdOf, username: nameIdOf, phone: () => null }
  auth = { ...app.deps, nameHasher: names } as unknown as AuthServices
  policy = emailChangePolicy({
    ...app.deps,
    newCode: () => '',
    ruleSettings: testRuleSettings,
    lookups: app.lookups,
    nameHasher: testNameHasher,
  })
})

const holderOf = async (email: string) => {
  const { state } = unwrap(await load(app.deps)(nameReservation('email'), nameIdOf(email))())
  return state.status === 'confirmed' ? state.accountId : state.status
}
const confirmName = async (email: string, accountId: string) => {
  unwrap(await reserveName(auth, { category: 'email', nameId: nameIdOf(email), accountId, meta: meta() })())
  unwrap(
    await decideAndAppend(app.deps)(
      nameReservation('email'),
      nameIdOf(email),
      { type: 'ConfirmName', accountId },
      meta(),
    )(),
  )
}
/** The events of a change, before any reaction. */
const changeEmail = async (from: string, to: string) => {
  const changeId = randomUUID()
  const open = { personalData: 'decrypted' } as const
  const request = { type: 'RequestEmailChange', changeId, email: to, at } as const
  unwrap(await decideAndAppend(app.deps)(account, 'ana', request, meta(), open)())
  const change = { type: 'ChangeEmail', changeId, nameId: nameIdOf(to), formerNameId: nameIdOf(from), at } as const
  const [changed] = unwrap(await decideAndAppend(app.deps)(account, 'ana', change, meta(), open)()).recorded
  if (changed === undefined) throw new Error('nothing was changed')
  return changed as EventEnvelope<never>
}
const react = async (...recorded: readonly EventEnvelope<never>[]) => {
  for (const event of recorded) unwrap((await policy.react?.(event)()) ?? E.right([]))
}

describe('after an e-mail address has changed', () => {
  const [first, second, third] = ['ana@example.it', 'seconda@example.it', 'terza@example.it']
  beforeEach(() => confirmName(first, 'ana'))

  it('Q-91: the new address is reserved and the old one is free', async () => {
    await react(await changeEmail(first, second))
    expect([await holderOf(first), await holderOf(second)]).toEqual(['free', 'ana'])
  })

  it('events delivered late or repeatedly have the same result', async () => {
    const changes = [
      await changeEmail(first, second),
      await changeEmail(second, third),
      await changeEmail(third, first),
    ] as const
    await react(...changes, ...changes)
    expect([await holderOf(first), await holderOf(second), await holderOf(third)]).toEqual(['ana', 'free', 'free'])
  })

  it('an address that another account has reserved since stays with that account', async () => {
    const away = await changeEmail(first, second)
    await react(away, await changeEmail(second, third))
    await confirmName(second, 'eva')
    await react(away)
    expect([await holderOf(first), await holderOf(second), await holderOf(third)]).toEqual(['free', 'eva', 'ana'])
  })

  it('the e-mail job contains only the ids of account and change', async () => {
    const effects = policy.effects?.(await changeEmail(first, second)) ?? []
    expect(effects.map(({ job }) => job)).toEqual(['email-changed-mail'])
    expect(Object.keys(effects[0]?.data ?? {}).sort()).toEqual(['accountId', 'changeId'])
  })
})

describe('an expired reservation', () => {
  const later = plusMinutes(at, 11)
  const reserve = (email: string, accountId: string, time: Instant) =>
    reserveName(auth, { category: 'email', nameId: nameIdOf(email), accountId, meta: meta(time) })()

  it('is released when its account has another address, because the process died between code and change', async () => {
    unwrap(await reserve('libera@example.it', 'ana', at))
    expect(await reserve('libera@example.it', 'eva', at)).toMatchObject({ left: { rejection: { type: 'EmailTaken' } } })
    unwrap(await reserve('libera@example.it', 'eva', later))
  })

  it('is kept when its account has this address, because the process died between change and confirmation', async () => {
    unwrap(await reserve('nuova@example.it', 'ana', at))
    await changeEmail('ana@example.it', 'nuova@example.it')
    expect(await reserve('nuova@example.it', 'eva', later)).toMatchObject({
      left: { rejection: { type: 'EmailTaken' } },
    })
  })
})
