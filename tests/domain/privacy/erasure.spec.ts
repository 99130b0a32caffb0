import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { erasure, type ErasureCommand, type ErasureEvent } from '../../../domain/privacy/erasure.ts'
import { type DataStore, dataStores } from '../../../domain/privacy/vocabulary.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(erasure)
const accountId = 'account-giulia'
const erasedAt = at('2026-05-02')
const receipt = (store: DataStore): ErasureEvent => ({ type: 'StoreErased', data: { accountId, store, at: erasedAt } })
const record = (store: DataStore): ErasureCommand => ({ type: 'RecordStoreErased', accountId, store, at: erasedAt })
const subject = { accountId, clientId: 'client-giulia', at: erasedAt }
const complete: ErasureCommand = { type: 'CompleteErasure', ...subject }
const erased: ErasureEvent = { type: 'AccountErased', data: subject }

describe('the erasure of an account', () => {
  it('records each store once', () => {
    given().when(record('names')).then(receipt('names'))
    given(receipt('names')).when(record('names')).thenNothing()
  })

  it('is complete once, when every store is recorded', () => {
    given(...dataStores.map(receipt))
      .when(complete)
      .then(erased)
    given(...dataStores.map(receipt), erased)
      .when(complete)
      .thenNothing()
  })

  it.each(dataStores)('is incomplete while %s is missing', (store) => {
    const others = dataStores.filter((other) => other !== store)
    given(...others.map(receipt))
      .when(complete)
      .thenRejected({ type: 'StoresLeft', stores: [store] })
  })

  it('destroys the keys last, because they are needed to find the other data', () =>
    expect(dataStores.at(-1)).toBe('keys'))
})

const command: fc.Arbitrary<ErasureCommand> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...dataStores).map(record) },
  { weight: 1, arbitrary: fc.constant(complete) },
)
testDeciderProperties('an erasure', erasure, command, { longest: 60 })

it('completes exactly when no store is missing, in any order', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray([...dataStores]), (some) => {
      const decided = erasure.decide(complete, fold(erasure, some.map(receipt)))
      expect(E.isRight(decided)).toBe(some.length === dataStores.length)
    }),
  ))
