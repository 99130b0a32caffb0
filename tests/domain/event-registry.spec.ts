import { describe, expect, it } from 'vitest'
import { eventFamilies, eventRegistry } from '../../application/event-registry.ts'
import type { AnyEvent, EventCodec, Field } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import { sampleOf, samples } from '../support/event-samples.ts'

const codecs: readonly EventCodec<AnyEvent>[] = [...eventRegistry.codecs.values()]
const fields = codecs.flatMap((codec) =>
  Object.entries(codec.fields).map(([name, field]) => ({ codec, field, is: `${codec.type}.${name}` })),
)
/** Fields of the registry for which `isFaulty` holds. */
const fieldsWithFault = (isFaulty: (field: Field, codec: EventCodec<AnyEvent>) => boolean) =>
  fields.filter(({ field, codec }) => isFaulty(field, codec)).map(({ is }) => is)

describe('the event catalogue', () => {
  it('contains every aggregate’s events', () => {
    expect(Object.keys(eventFamilies).length).toBeGreaterThanOrEqual(10)
    expect(codecs.length).toBeGreaterThanOrEqual(63)
  })

  it('has unique event names', () => {
    const names = Object.values(eventFamilies).flatMap((family) => [...family.codecs.keys()])
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names).toHaveLength(codecs.length)
  })

  it('indexes every event by its name', () =>
    expect([...eventRegistry.codecs].filter(([name, { type }]) => name !== type)).toEqual([]))

  it('classifies every field as clear or personal', () => {
    const known = new Set(['clear', 'pii'])
    expect(fieldsWithFault(({ kind }) => !known.has(kind))).toEqual([])
  })

  it('seals every personal field under an id stored in clear in the same event', () =>
    expect(fieldsWithFault((field, codec) => field.kind === 'pii' && !isClearId(codec.fields[field.subject]))).toEqual(
      [],
    ))

  it('keeps free text in clear only where it cannot describe a person', () =>
    expect(fieldsWithFault((field) => field.kind === 'clear' && field.codec.is('Mario Rossi, Via Roma 1'))).toEqual([
      'BusinessRegistered.province',
      'BusinessProfileChanged.province',
      'GuestContactMade.province',
      'PayoutConfirmed.txHash',
      // transactions of the company
      'PayoutTransactionSigned.sender',
      'PayoutTransactionSigned.txHash',
      'PayoutTransactionSent.txHash',
      'PayoutTransactionFailed.txHash',
      'PayoutBatchPaid.txHash',
      'BookingConfirmed.hotelName',
      'BookingConfirmed.hotelPhoto',
    ]))

  it('contains no fractions and no Date, alone or in a list', () => {
    const unwritable = [1.5, Number.NaN, new Date(0), [1.5], [new Date(0)]]
    expect(fieldsWithFault(({ codec }) => unwritable.some((value) => codec.is(value)))).toEqual([])
  })

  it('can read every event after the subject of its personal fields was erased', () => {
    expect(fieldsWithFault((field) => field.kind === 'pii' && !field.codec.is(field.whenErased))).toEqual([])
    const erased = codecs.map((codec) => codec.decode({ ...sampleOf(codec.type), ...whenErased(codec) }))
    expect(erased.filter(E.isLeft)).toEqual([])
  })

  it.each(codecs.map((codec) => [codec.type, codec] as const))('has a sample of %s', (type, codec) => {
    const sample = sampleOf(type)
    expect(codec.decode(JSON.parse(JSON.stringify(sample)))).toEqual(E.right({ type, data: sample }))
  })

  it('has no sample without an event', () =>
    expect(Object.keys(samples).filter((type) => !eventRegistry.codecs.has(type))).toEqual([]))
})

const isClearId = (field: Field | undefined) => field?.kind === 'clear' && field.codec.name === 'Id'

const whenErased = ({ fields }: EventCodec<AnyEvent>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.kind === 'pii' ? [[name, field.whenErased]] : [])),
  )
