import type { Position } from '../../../domain/kernel/recorded.ts'

const digits = 20
/** Every event that is read has its position made: `padStart` takes longer. */
const zeros = Array.from({ length: digits + 1 }, (_, length) => '0'.repeat(digits - length))

/** Counts from 1, without gaps; padded, so that it sorts as text. */
export const positionOf = (place: number | string): Position => {
  const text = String(place)
  return (zeros[text.length] ?? '') + text
}

/** 0 is before the first event. */
export const placeOf = (position: Position | null): number => {
  if (position === null) return 0
  const place = /^\d{20}$/.test(position) ? Number(position) : Number.NaN
  if (!Number.isSafeInteger(place)) throw new Error(`${position} is no position of this log`)
  return place
}
