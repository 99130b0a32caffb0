import type { Position } from '../../../domain/kernel/recorded.ts'

const digits = 20

/** Counts from 1, without gaps; padded, so that it sorts as text. */
export const positionOf = (place: number | string): Position => String(place).padStart(digits, '0')

/** 0 is before the first event. */
export const placeOf = (position: Position | null): number => {
  if (position === null) return 0
  const place = /^\d{20}$/.test(position) ? Number(position) : Number.NaN
  if (!Number.isSafeInteger(place)) throw new Error(`${position} is no position of this log`)
  return place
}
