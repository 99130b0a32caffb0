import { describe, expect, it } from 'vitest'
import { normalisePhone } from '../../../domain/accounts/phone.ts'
import { Id } from '../../../domain/kernel/primitives.ts'
import { nameHasher } from '../../../infrastructure/accounts/hashing.ts'

const names = nameHasher(new Uint8Array(32).fill(1))

describe('reservation ids of names', () => {
  it('are the same however a name is typed', () => {
    expect(names.email(' Mario@Rossi.Example ')).toBe(names.email('mario@rossi.example'))
    expect(names.username('HôtelAurora')).toBe(names.username('hôtelaurora'.normalize('NFD')))
    expect(names.phone('+39 333 123 4567')).toBe(names.phone('333.1234567'))
  })

  it('differ for two names, and for an e-mail and a username with the same letters', () => {
    expect(names.email('mario@rossi.example')).not.toBe(names.email('mario.@rossi.example'))
    expect(names.email('aurora')).not.toBe(names.username('aurora'))
  })

  it('are valid log ids, reveal nothing and cannot be computed without the secret', () => {
    const id = names.email('mario@rossi.example')
    expect(Id.is(id)).toBe(true)
    expect(id).toMatch(/^[\da-f]{64}$/)
    expect(nameHasher(new Uint8Array(32).fill(2)).email('mario@rossi.example')).not.toBe(id)
  })
})

describe('phone numbers (V-07, Q-86)', () => {
  it.each([
    ['+39 123 456 7890', '+391234567890'],
    ['333 123 4567', '+393331234567'],
    ['333.123.4567', '+393331234567'],
    ['333-123-4567', '+393331234567'],
    ['393331234567', '+393331234567'],
    ['393 1234567', '+393931234567'],
    ['0039 333 1234567', '+393331234567'],
    ['+44 (20) 7946 0958', '+442079460958'],
    ['+1234567890123456', '+1234567890123456'],
    ['+12345678901234567', null],
    ['+0 333 1234567', null],
    ['ciao', null],
    ['', null],
    ['12', null],
    ['++39 333 1234567', null],
  ])('%s is %s', (typed, normal) => expect(normalisePhone(typed)).toBe(normal))
})
