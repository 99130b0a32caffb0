import { describe, expect, it } from 'vitest'
import { addressWithProvince } from '../../../../web/app/shared/format.ts'

describe('R-105, Q-84: a business’s formatted address', () => {
  it.each([
    ['Via Rizzoli 1, Bologna, Italia', 'BO', 'Via Rizzoli 1, Bologna (BO)'],
    ['Via Rizzoli 1, 40125 Bologna (BO), Italia', 'BO', 'Via Rizzoli 1, 40125 Bologna (BO)'],
    ['Via Rizzoli, 1, 40125 Bologna BO, Italia', 'BO', 'Via Rizzoli, 1, 40125 Bologna BO'],
    ['Via Italia 3, Siena', 'SI', 'Via Italia 3, Siena (SI)'],
    ['Bologna, Italia', null, 'Bologna'],
  ])('%s, in %s, contains town and province code once', (location, province, shown) =>
    expect(addressWithProvince(location, province)).toBe(shown),
  )
})
