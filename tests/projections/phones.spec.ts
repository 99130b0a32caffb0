import { expect, it } from 'vitest'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { phones } from '../../projections/phones.ts'
import { accessSamples } from '../support/samples/access.ts'
import { at } from '../support/samples/moments.ts'

const registered = (accountId: string, phone: string | null, n: number) => ({
  id: `event-${n}`,
  stream: `account-${accountId}`,
  version: 1,
  position: String(n).padStart(4, '0'),
  event: { type: 'ClientRegistered' as const, data: { ...accessSamples.ClientRegistered, accountId, phone } },
  meta: {
    correlationId: 'c',
    causationId: null,
    actor: { id: null, role: 'visitor' as const },
    occurredAt: at('2026-01-11'),
  },
})

it('Q-05, Q-86: phone numbers are normalised; accounts without a valid number have no row', () => {
  const log: readonly Recorded<ReturnType<typeof registered>['event']>[] = [
    registered('ana', '333 123 4567', 1),
    registered('eva', 'ciao', 2),
    registered('ida', null, 3),
    registered('lia', '0039 333 1234567', 4),
  ]
  const row = { kind: 'client', phone: '+393331234567', registeredAt: at('2026-01-11') }
  expect([...foldInMemory(phones, log).values()]).toEqual([
    { accountId: 'ana', ...row },
    { accountId: 'lia', ...row },
  ])
})
