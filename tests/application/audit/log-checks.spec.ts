import { describe, expect, it } from 'vitest'
import { checkLogOrder, collectFindings } from '../../../application/audit/log-checks.ts'
import { formatPosition, isNextPosition } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'

/** Stream, version, position. */
type Line = readonly [string, number, number]
const read = (...lines: readonly Line[]) => {
  const order = checkLogOrder(isNextPosition)
  for (const [stream, version, position] of lines) order.read({ stream, version, position: formatPosition(position) })
  return {
    positions: order.positions.first().map(({ what }) => what),
    versions: order.versions.first().map(({ stream, what }) => `${stream}: ${what}`),
    counts: order.counts(),
  }
}

describe('the log order check', () => {
  it('passes when positions and versions are consecutive', () =>
    expect(read(['a', 1, 1], ['b', 1, 2], ['a', 2, 3])).toEqual({
      positions: [],
      versions: [],
      counts: { events: 3, streams: 2, first: formatPosition(1), last: formatPosition(3) },
    }))

  it('fails when a position is missing or duplicated, or the first is not 1', () => {
    expect(read(['a', 1, 2]).positions).toEqual(['directly follows the start'])
    expect(read(['a', 1, 1], ['b', 1, 3]).positions).toEqual([`directly follows ${formatPosition(1)}`])
    expect(read(['a', 1, 1], ['b', 1, 1]).positions).toEqual([`directly follows ${formatPosition(1)}`])
  })

  it('fails when a version is missing, duplicated or decreasing, and continues from there', () => {
    const after = (...versions: readonly number[]) =>
      read(...versions.map((version, n): Line => ['a', version, n + 1])).versions
    expect(after(1, 3, 4)).toEqual(['a: version 3 directly follows version 1'])
    expect(after(1, 1)).toEqual(['a: version 1 directly follows version 1'])
    expect(after(2, 1)).toEqual(['a: version 2 directly follows version 0', 'a: version 1 directly follows version 2'])
  })

  it('keeps at most a hundred faults and counts the rest', () => {
    const faults = collectFindings()
    for (let n = 0; n < 130; n++) faults.add({ stream: null, position: String(n), what: 'wrong' })
    expect([faults.count(), faults.first().length, faults.first()[0]?.position]).toEqual([130, 100, '0'])
  })
})
