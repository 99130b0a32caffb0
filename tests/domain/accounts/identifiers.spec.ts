import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountIdentifiers,
  type IdentifierCommand,
  type IdentifierState,
  mailboxOf,
  sharedIdentifiers,
} from '../../../domain/accounts/identifiers.ts'
import { identifierKinds } from '../../../domain/accounts/vocabulary.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import { unwrap } from '../../support/application.ts'

const start = '2026-05-04T10:00:00.000Z' as Instant
const day = (n: number) => plusDays(start, n)

type Change = Omit<Extract<IdentifierCommand, { readonly type: 'SetIdentifier' }>, 'type' | 'accountId' | 'accountKind'>

const accountWith =
  (accountKind: 'business' | 'client') =>
  (...changes: readonly (Partial<Change> & Pick<Change, 'hash'>)[]): IdentifierState =>
    changes.reduce<IdentifierState>(
      (state, change) => run(state, { ...setPhone, accountKind, ...change }),
      accountIdentifiers.initial,
    )

const setPhone = {
  type: 'SetIdentifier',
  accountId: 'account',
  kind: 'phone',
  registered: true,
  at: start,
} as const

const run = (state: IdentifierState, command: IdentifierCommand) =>
  unwrap(accountIdentifiers.decide(command, state)).reduce(accountIdentifiers.evolve, state)

const [client, business] = [accountWith('client'), accountWith('business')]

describe('connected accounts (Q-123)', () => {
  it('share a telephone number', () => {
    expect(sharedIdentifiers(client({ hash: 'mario' }), business({ hash: 'mario' }), day(1))).toEqual(['phone'])
    expect(sharedIdentifiers(client({ hash: 'mario' }), business({ hash: 'luisa' }), day(1))).toEqual([])
  })

  it('share a mailbox, a payout address or the device of a passkey', () => {
    const [mailbox, address] = (['mailbox', 'payout-address'] as const).map((kind) =>
      sharedIdentifiers(client({ kind, hash: 'x' }), business({ kind, hash: 'x' }), day(1)),
    )
    expect([mailbox, address]).toEqual([['mailbox'], ['payout-address']])
    const addDevice = { type: 'AddDevice', accountId: 'account', hash: 'tablet', at: start } as const
    const withDevice = (accountKind: 'client' | 'business') =>
      run(accountIdentifiers.initial, { ...addDevice, accountKind })
    expect(sharedIdentifiers(withDevice('client'), withDevice('business'), day(1))).toEqual(['device'])
  })

  it('are not connected by identifiers of different kinds with the same hash', () => {
    const other = business({ kind: 'mailbox', hash: 'mario' })
    expect(sharedIdentifiers(client({ hash: 'mario' }), other, day(1))).toEqual([])
  })

  it('stay connected for a year after one of them changes the number', () => {
    const former = client({ hash: 'mario' }, { hash: 'new', at: day(10) })
    const venue = business({ hash: 'mario' })
    expect(sharedIdentifiers(former, venue, day(374))).toEqual(['phone'])
    expect(sharedIdentifiers(former, venue, day(375))).toEqual([])
  })

  it('do not include a business that takes on the number of a client later, which could silence its reviewers', () => {
    const venue = business({ hash: 'venue' }, { hash: 'mario', registered: false, at: day(5) })
    expect(sharedIdentifiers(client({ hash: 'mario' }), venue, day(6))).toEqual([])
    expect(sharedIdentifiers(venue, client({ hash: 'mario' }), day(6))).toEqual([])
    expect(sharedIdentifiers(client({ hash: 'mario', at: day(6) }), venue, day(7))).toEqual(['phone'])
  })

  it('do not include a business that takes on a payout address a client had before, which the chain shows', () => {
    const address = { kind: 'payout-address', registered: false } as const
    const guest = client({ ...address, hash: 'old' }, { ...address, hash: 'new', at: day(3) })
    expect(sharedIdentifiers(guest, business({ ...address, hash: 'old', at: day(5) }), day(6))).toEqual([])
    expect(sharedIdentifiers(guest, business({ ...address, hash: 'old' }), day(6))).toEqual([])
    const later = client({ ...address, hash: 'old', at: day(6) })
    expect(sharedIdentifiers(later, business({ ...address, hash: 'old', at: day(5) }), day(7))).toEqual([
      'payout-address',
    ])
  })

  it('include a business that takes on such an address, from its first payout to the address on', () => {
    const address = { kind: 'payout-address', registered: false } as const
    const guest = client({ ...address, hash: 'old' }, { ...address, hash: 'new', at: day(3) })
    const venue = business({ ...address, hash: 'old', at: day(5) })
    const proof = { type: 'ProveIdentifier', accountId: 'account', accountKind: 'business', at: day(6) } as const
    const prove = (hash: string) => run(venue, { ...proof, kind: 'payout-address', hash })
    expect(sharedIdentifiers(guest, prove('old'), day(7))).toEqual(['payout-address'])
    expect(sharedIdentifiers(prove('old'), guest, day(7))).toEqual(['payout-address'])
    expect(sharedIdentifiers(guest, prove('another'), day(7))).toEqual([])
    const again = { ...proof, kind: 'payout-address', hash: 'old' } as const
    expect(unwrap(accountIdentifiers.decide(again, prove('old')))).toEqual([])
  })

  it('no longer exist once an account is erased', () => {
    expect(sharedIdentifiers(client({ hash: '' }), business({ hash: '' }), day(1))).toEqual([])
  })

  it('are recognised from both sides, and each account with an identifier by itself', () => {
    const change = fc.record({
      kind: fc.constantFrom(...(['phone', 'mailbox', 'payout-address'] as const)),
      hash: fc.option(fc.constantFrom('a', 'b', 'c')),
      registered: fc.boolean(),
      at: fc.integer({ min: 0, max: 800 }).map(day),
    })
    const changes = fc.array(change).map((all) => all.toSorted((a, b) => a.at.localeCompare(b.at)))
    const kinds = fc.constantFrom(client, business)
    fc.assert(
      fc.property(kinds, changes, kinds, changes, (ofFirst, firsts, ofSecond, seconds) => {
        const [first, second] = [ofFirst(...firsts), ofSecond(...seconds)]
        const shared = sharedIdentifiers(first, second, day(800))
        expect([...sharedIdentifiers(second, first, day(800))].toSorted()).toEqual([...shared].toSorted())
        const current = identifierKinds.filter((kind) =>
          first.identifiers.some((own) => own.kind === kind && own.until === null),
        )
        expect(sharedIdentifiers(first, first, day(800))).toEqual(expect.arrayContaining(current))
      }),
    )
  })

  it('have at most one telephone number each, and recording it twice changes nothing', () => {
    const state = client({ hash: 'a' }, { hash: 'b' })
    expect(state.identifiers.filter(({ until }) => until === null).size).toBe(1)
    const again = { ...setPhone, accountKind: 'client', hash: 'b' } as const
    expect(unwrap(accountIdentifiers.decide(again, state))).toEqual([])
  })
})

describe('the mailbox of an address (Q-123)', () => {
  it.each([
    ['Mario.Rossi+hotel@Gmail.com', 'mariorossi@gmail.com'],
    ['mario.rossi@googlemail.com', 'mariorossi@gmail.com'],
    ['mario.rossi+spam@libero.it', 'mario.rossi@libero.it'],
    ['MARIO@LIBERO.IT ', 'mario@libero.it'],
  ])('%s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
