import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endOfNthWorkingDay,
  endOfRomeDay,
  isWorkingDay,
  romeDay,
  workingDaysAfter,
} from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { day, instantOn } from '../../support/reviews/review-fixtures.ts'

/** Neither a weekend nor Liberation Day. */
const isPlainWeekday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay()) && !date.endsWith('04-25')

const mondayAfterEaster = (year: number) => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  return day(new Date(Date.UTC(year, 2, 23 + h + l - 7 * m)).toISOString().slice(0, 10))
}

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
  ])('%s', (_, from, time, until, end) =>
    expect(endOfNthWorkingDay(instantOn(from, `${time}:00.000`), 5)).toBe(instantOn(until, end)),
  )

  it('can use another number of days', () => {
    expect(endOfNthWorkingDay(instantOn('2026-03-06'), 1)).toBe(instantOn('2026-03-09', '22:59:59.999'))
    expect(endOfNthWorkingDay(instantOn('2026-03-06'), 0)).toBe(instantOn('2026-03-06', '22:59:59.999'))
  })

  it.each([
    ['the same day', '2026-03-06', '2026-03-06', 0],
    ['over a weekend', '2026-03-06', '2026-03-09', 1],
    ['over Easter Monday', '2026-04-03', '2026-04-08', 2],
    ['up to the most that matter', '2020-01-01', '2026-03-09', 6],
  ])('counts the working days after a day: %s', (_, from, to, count) =>
    expect(workingDaysAfter(day(from), day(to), 6)).toBe(count),
  )

  it.each('01-01 01-06 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'.split(' '))(
    '%s is not a working day',
    (d) => {
      const years = Array.from({ length: 14 }, (_, i) => day(`${2026 + i}-${d}`))
      expect(years.filter((year) => isWorkingDay(year))).toEqual([])
    },
  )

  it('exclude Easter Monday in each of the nineteen years of the lunar cycle', () => {
    const mondays =
      '2026-04-06 2027-03-29 2028-04-17 2029-04-02 2030-04-22 2031-04-14 2032-03-29 2033-04-18 2034-04-10 2035-03-26 ' +
      '2036-04-14 2037-04-06 2038-04-26 2039-04-11 2040-04-02 2041-04-22 2042-04-07 2043-03-30 2044-04-18 2049-04-19'
    const inSpring = Array.from({ length: 40 }, (_, i) =>
      new Date(Date.UTC(2026, 2, 22 + i)).toISOString().slice(5, 10),
    )
    for (const monday of mondays.split(' ')) {
      const others = inSpring.map((date) => day(`${monday.slice(0, 4)}-${date}`)).filter(isPlainWeekday)
      expect(others.filter((date) => !isWorkingDay(date))).toEqual([monday])
    }
  })

  it('exclude Easter Monday as computed by Butcher’s rule of 1876, for three centuries', () => {
    const mondays = Array.from({ length: 300 }, (_, i) => mondayAfterEaster(1900 + i))
    expect(mondays.filter((monday) => isWorkingDay(monday))).toEqual([])
  })

  it('leave about 250 working days a year', () => {
    for (let year = 2026; year < 2060; year++) {
      const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i)).toISOString().slice(0, 10))
      const working = days.filter((date) => date.startsWith(`${year}`) && isWorkingDay(day(date))).length
      expect(working).toBeGreaterThanOrEqual(249)
      expect(working).toBeLessThanOrEqual(256)
    }
  })
})

describe('the calendar day in Rome', () => {
  const inRome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
  const moments = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString() as Instant)

  it('agrees with the time zone database at any moment', () =>
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

  it.each(['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'])(
    'ends correctly on %s, when the clocks change',
    (date) => {
      const end = Date.parse(endOfRomeDay(day(date)))
      expect([inRome.format(end), inRome.format(end + 1) > date]).toEqual([date, true])
    },
  )
})
