import { describe, expect, it } from 'vitest'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import type { AdvertisementEvent } from '../../../domain/promotion/advertisement.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { adClicks, advertisements } from '../../../projections/promotion/advertisements.ts'
import { promotionSamples } from '../../support/promotion/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const logged = <Event extends AnyEvent>(...events: readonly Event[]) =>
  events.map((event, n): EventEnvelope<Event> => ({
    id: `event-${n}`,
    stream: 'any-1',
    version: n + 1,
    position: String(n).padStart(4, '0'),
    event,
    meta: {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'operator' },
      occurredAt: at('2026-03-01'),
    },
  }))
const event = (type: AdvertisementEvent['type']) => ({ type, data: promotionSamples[type] }) as AdvertisementEvent
const [published, revised, withdrawn] = [
  event('AdvertisementPublished'),
  event('AdvertisementRevised'),
  event('AdvertisementWithdrawn'),
]

describe('the advertisements read model', () => {
  it('B-12: shows advertisements as last imported, with the day of the first import', () => {
    const [row] = foldInMemory(advertisements, logged(published, revised)).values()
    expect(row).toMatchObject({
      linkId: '100200',
      name: 'Degustazione per due',
      priceCents: null,
      priority: 5,
      publishedAt: at('2026-03-01'),
    })
  })

  it('drops withdrawn advertisements and shows returning ones as new', () => {
    expect(foldInMemory(advertisements, logged(published, withdrawn)).size).toBe(0)
    expect(foldInMemory(advertisements, logged(published, withdrawn, published)).size).toBe(1)
  })

  it('Q-77: does not contain markup or scripts', () => {
    const rows = [...foldInMemory(advertisements, logged(published)).values()]
    expect(JSON.stringify(promotionSamples.AdvertisementPublished)).toContain('<a href')
    expect(JSON.stringify(rows)).not.toContain('<a href')
    expect(Object.keys(advertisements.columns).filter((column) => /html|javascript/i.test(column))).toEqual([])
  })
})

describe('the clicks read model', () => {
  it('has one row per person, advertisement and day', () => {
    const click = { type: 'AdvertisementClicked' as const, data: promotionSamples.AdvertisementClicked }
    const other = { ...click, data: { ...click.data, accountId: 'account-aurora' } }
    const rows = foldInMemory(
      adClicks,
      logged(click, other, { ...click, data: { ...click.data, at: at('2026-03-09') } }),
    )
    expect([...rows.values()]).toMatchObject([
      { linkId: '100200', accountId: 'account-giulia', userType: 'client', clickedAt: at('2026-03-02') },
      { accountId: 'account-aurora' },
    ])
  })
})
