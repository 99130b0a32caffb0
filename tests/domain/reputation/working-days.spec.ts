import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { endOfWorkingDay, isWorkingDay } from '../../../domain/reputation/dispute/working-days.ts'
import { endOfRomeDay, romeDay } from '../../../domain/kernel/rome.ts'
import { day, on } from '../../support/reputation.ts'

describe('B-47: five Italian working days', () => {
  it.each([
    ['over a weekend', '2026-03-02', '10:00', '2026-03-09', '22:59:59.999'],
    ['from a Saturday', '2026-03-07', '10:00', '2026-03-13', '22:59:59.999'],
    ['over Easter Monday', '2026-04-03', '10:00', '2026-04-13', '21:59:59.999'],
    ['over the Liberation and the first of May', '2025-04-24', '10:00', '2025-05-05', '21:59:59.999'],
    ['over Christmas, Saint Stephen and the New Year', '2025-12-23', '10:00', '2026-01-02', '22:59:59.999'],
    ['over the Republic’s day', '2026-06-01', '10:00', '2026-06-09', '21:59:59.999'],
    ['over Saint Francis, a holiday from 2026', '2027-10-01', '10:00', '2027-10-11', '21:59:59.999'],
    ['over the same day before it was one', '2021-10-01', '10:00', '2021-10-08', '21:59:59.999'],
    ['across the end of summer time', '2026-10-22', '10:00', '2026-10-29', '22:59:59.999'],
    ['from late on a Sunday in UTC, already Monday in Rome', '2026-03-01', '23:30', '2026-03-09', '22:59:59.999'],
    ['from late on a Sunday in Rome', '2026-03-01', '22:30', '2026-03-06', '22:59:59.999'],
  ])('%s', (_, from, time, until, end) => expect(endOfWorkingDay(on(from, `${time}:00.000`), 5)).toBe(on(until, end)))

  it('can be another number of days', () => {
    expect(endOfWorkingDay(on('2026-03-06'), 1)).toBe(on('2026-03-09', '22:59:59.999'))
    expect(endOfWorkingDay(on('2026-03-06'), 0)).toBe(on('2026-03-06', '22:59:59.999'))
  })

  it.each('01-01 01-06 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'.split(' '))(
    '%s is no working day',
    (d) => {
      const years = Array.from({ length: 14 }, (_, i) => day(`${2026 + i}-${d}`))
      expect(years.filter((one) => isWorkingDay(one))).toEqual([])
    },
  )

  it.each([
    '2024-04-01',
    '2025-04-21',
    '2026-04-06',
    '2027-03-29',
    '2029-04-02',
    '2038-04-26',
    '2049-04-19',
    '2076-04-20',
  ])('Easter Monday %s is no working day, and the Tuesday is', (monday) => {
    expect(isWorkingDay(day(monday))).toBe(false)
    expect(isWorkingDay(day(new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10)))).toBe(true)
  })

  it('leave some 250 working days a year', () => {
    for (let year = 2026; year < 2060; year++) {
      const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i)).toISOString().slice(0, 10))
      const working = days.filter((one) => one.startsWith(`${year}`) && isWorkingDay(day(one))).length
      expect(working).toBeGreaterThanOrEqual(249)
      expect(working).toBeLessThanOrEqual(256)
    }
  })
})

describe('the day in Rome', () => {
  const inRome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
  const moments = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString() as Instant)

  it('is the one the time zone database has, at any moment', () =>
    fc.assert(
      fc.property(moments, (at) => {
        expect(romeDay(at)).toBe(inRome.format(Date.parse(at)))
      }),
      { numRuns: 2000 },
    ))

  it('ends with its last millisecond', () =>
    fc.assert(
      fc.property(moments, (at) => {
        const end = Date.parse(endOfRomeDay(romeDay(at)))
        expect([inRome.format(end), inRome.format(end + 1) > inRome.format(end)]).toEqual([romeDay(at), true])
      }),
      { numRuns: 2000 },
    ))

  it.each(['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'])('ends so on %s, when the clocks change', (date) => {
    const end = Date.parse(endOfRomeDay(day(date)))
    expect([inRome.format(end), inRome.format(end + 1) > date]).toEqual([date, true])
  })
})
