import * as t from 'io-ts'
import { z } from 'zod'
import { clear, event, type EventIn, family } from '../../../domain/kernel/event.ts'
import { Instant, Integer, Text } from '../../../domain/kernel/primitives.ts'
import type { Projection } from '../../../projections/projection.ts'

/** A small example domain: cards are stamped and torn, among unrelated events. */
export const Stamped = event('Stamped', {
  cardId: clear(Text),
  points: clear(Integer),
  note: clear(Text),
  at: clear(Instant),
})
const Torn = event('Torn', { cardId: clear(Text) })
const Noise = event('Noise', { loud: clear(t.boolean) })
export const CardEvents = family(Stamped, Torn)
export const allCardEvents = family(Stamped, Torn, Noise)
export type CardEvent = EventIn<typeof CardEvents>
export type AnyCardEvent = EventIn<typeof allCardEvents>

export const stamped = (cardId: string, points = 1, note = 'perché "sì" {\\}'): CardEvent => ({
  type: 'Stamped',
  data: { cardId, points, note, at: new Date(1_767_225_600_000 + points * 86_400_123).toISOString() as Instant },
})
export const torn = (cardId: string): CardEvent => ({ type: 'Torn', data: { cardId } })
export const noise: AnyCardEvent = { type: 'Noise', data: { loud: true } }

const Card = z.object({
  cardId: z.string(),
  stamps: z.number(),
  hugePoints: z.number(),
  exactPoints: z.string(),
  lucky: z.boolean(),
  lastAt: z.string(),
  lastDay: z.string(),
  lastNote: z.string().nullable(),
  order: z.record(z.string(), z.unknown()),
})
export type CardRow = z.infer<typeof Card>

/** A row with a column of every type; tearing a card deletes it. */
export const cards: Projection<CardRow, CardEvent> = {
  name: 'cards',
  version: 1,
  row: Card,
  columns: {
    cardId: { type: 'text' },
    stamps: { type: 'int' },
    hugePoints: { type: 'bigint' },
    exactPoints: { type: 'numeric' },
    lucky: { type: 'bool' },
    lastAt: { type: 'instant' },
    lastDay: { type: 'day' },
    lastNote: { type: 'text' },
    order: { type: 'json' },
  },
  indexes: ['last_at desc, key desc', 'stamps desc'],
  events: CardEvents,
  keys: ({ event }) => [event.data.cardId],
  evolve: (row, { event }) => {
    if (event.type === 'Torn') return null
    const { cardId, points, note, at } = event.data
    const hugePoints = (row?.hugePoints ?? 0) + points * 1_000_000_000
    return {
      cardId,
      stamps: (row?.stamps ?? 0) + 1,
      hugePoints,
      exactPoints: `${hugePoints}.50`,
      lucky: points % 7 === 0,
      lastAt: at,
      lastDay: at.slice(0, 10),
      lastNote: points % 3 === 0 ? null : note,
      // New members go first, so that a test notices when their order is lost.
      order: { [`p${points}`]: [points, { note }], ...row?.order },
    }
  },
}

const Tally = z.object({ times: z.number() })

/** Counts every event in `total` and in a row per card, so that a repeated or lost event shows. */
export const ledger: Projection<z.infer<typeof Tally>, CardEvent> = {
  name: 'ledger',
  version: 1,
  row: Tally,
  columns: { times: { type: 'int' } },
  indexes: [],
  events: CardEvents,
  keys: ({ id }) => ['total', id],
  evolve: (row) => ({ times: (row?.times ?? 0) + 1 }),
}
