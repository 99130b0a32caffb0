import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseText } from '../../../domain/kernel/text.ts'
import { readGazetteer, type Town, townGazetteer, townIndex } from '../../../infrastructure/travel/gazetteer.ts'

const all = readGazetteer()
const places = townGazetteer(all)
const suggested = (typed: string) => places.suggest(typed, 5).map(({ fullAddress }) => fullAddress)

describe('gazetteer suggestions (R-23)', () => {
  it('are complete addresses', () => {
    expect(places.suggest('Via Roma 12, 53100 Sien', 5)[0]).toEqual({
      street: 'Via Roma 12',
      city: 'Siena',
      state: 'SI',
      postalCode: '53100',
      country: 'Italia',
      fullAddress: 'Via Roma 12, 53100 Siena (SI), Italia',
      coordinates: { lat: 43.3182, lng: 11.3306 },
    })
  })

  it.each([
    ['Sie', 'Siena (SI), Italia'],
    ['via Roma 12, Sie', 'via Roma 12, Siena (SI), Italia'],
    ['via Roma 12 sie', 'via Roma 12, Siena (SI), Italia'],
    ['via Roma, 12, sie', 'via Roma 12, Siena (SI), Italia'],
    ['via Roma siena', 'via Roma, Siena (SI), Italia'],
    ['via San Gimignano San Gim', 'via San Gimignano, San Gimignano (SI), Italia'],
    ['Siena, via Roma 12', 'via Roma 12, Siena (SI), Italia'],
    ['via Roma 12, Siena, SI', 'via Roma 12, Siena (SI), Italia'],
    ['via Roma 12 bis Siena', 'via Roma 12 bis, Siena (SI), Italia'],
    ['piazza del Campo 1/a siena', 'piazza del Campo 1/a, Siena (SI), Italia'],
    ['Hotel Belvedere, Poggibonsi', 'Hotel Belvedere, Poggibonsi (SI), Italia'],
    ['Reggio RE', 'Reggio Emilia (RE), Italia'],
    ['via Roma 1, Reggio RC', 'via Roma 1, Reggio Calabria (RC), Italia'],
    ['Castro (LE', 'Castro (LE), Italia'],
    ['Borgo San Lor', 'Borgo San Lorenzo (FI), Italia'],
    ['gimignano', 'San Gimignano (SI), Italia'],
    ['Via del Corso 12, 00186 Roma (RM), Italia', 'Via del Corso 12, 00186 Roma (RM), Italia'],
  ])('complete “%s” to “%s”', (typed, first) => expect(suggested(typed)[0]).toBe(first))

  it.each(["L'Aquila", 'L’AQUILA', "l'aquila", 'l aquila', 'laquila', 'aquila', "  l'aqui  "])(
    'find L’Aquila for %s',
    (typed) => expect(suggested(typed)[0]).toBe("L'Aquila (AQ), Italia"),
  )

  it.each(['Forlì', 'forli', "Forli'", 'FORLI\u0300'])('find Forlì for %s', (typed) =>
    expect(suggested(typed)[0]).toBe('Forlì (FC), Italia'),
  )

  it.each(['', '  ', ',,,', '(', ')', 'via Roma', 'via Roma 12', 'zzzz', '%00', '\\', '.*', '12345'])(
    'are empty for %j',
    (typed) => expect(suggested(typed)).toEqual([]),
  )

  it('rank exact prefixes first, then larger towns, then matches of later words', () => {
    expect(places.suggest('roma', 3).map(({ city }) => city)).toEqual(['Roma', 'Romagnano', 'Romagnano Sesia'])
    expect(places.suggest('ver', 3).map(({ city }) => city)).toEqual(['Verbania', 'Vercelli', 'Verona'])
    expect(places.suggest('sien', 5).map(({ city }) => city)).toEqual(['Siena', 'Torrita di Siena'])
  })

  it('V-84: are limited to the requested number', () => {
    for (const limit of [0, 1, 5]) expect(places.suggest('san', limit)).toHaveLength(limit)
  })
})

describe('every place', () => {
  const place = fc.constantFrom(...all)

  it('is found by name and province, in any spelling', () => {
    const spelling = fc.constantFrom<((name: string) => string)[]>(
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.normalize('NFD'),
      normaliseText,
      (name) => `  ${name} `,
    )
    fc.assert(
      fc.property(place, spelling, ({ name, provinceCode }, spell) => {
        const found = places.suggest(`Via Dante 7, ${spell(name)} (${provinceCode})`, 50)
        expect(found.map(({ city, state }) => `${city} ${state}`)).toContain(`${name} ${provinceCode}`)
        expect(found.every(({ street }) => street === 'Via Dante 7')).toBe(true)
      }),
    )
  })

  it('stays suggested while its name is completed', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ name, provinceCode }, length) => {
        const typed = name.slice(0, 1 + (length % name.length))
        fc.pre(normaliseText(typed) !== '')
        const found = townIndex(all).find(typed, provinceCode, all.length)
        expect(found.map((town) => town.name)).toContain(name)
      }),
      { numRuns: 20 },
    )
  })

  it('ranks after every larger place that matches equally', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,4}$/), (typed) => {
        const found = townIndex(all).find(typed, null, all.length)
        const prefixMatches = found.filter(
          ({ name }) => normaliseText(name).startsWith(typed) && normaliseText(name) !== typed,
        )
        const withoutArticle = prefixMatches.filter(({ name }) => !/['’]|^(la|le|lo|il|i|gli) /i.test(name))
        expect(withoutArticle.map(({ size }) => size)).toEqual(
          withoutArticle.map(({ size }) => size).sort((a, b) => b - a),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('appears at most once, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (typed) => {
        const found = suggested(typed)
        expect(found.length).toBeLessThanOrEqual(5)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })
})

describe('text folding', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normaliseText(normaliseText(text))).toBe(normaliseText(text))
      }),
    )
  })
  it('ignores case and accents', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'z', 'à', 'è', 'é', 'ì', 'ò', 'ù', '’', "'", ' ', '-') })
    fc.assert(
      fc.property(text, (sample) => {
        expect(normaliseText(sample.toUpperCase())).toBe(normaliseText(sample))
        expect(normaliseText(sample.normalize('NFD'))).toBe(normaliseText(sample))
      }),
    )
  })
})

describe('suggesting on each keystroke', () => {
  it('examines only the matches: the index is built once', () => {
    let reads = 0
    const counted = all.map(
      (town): Town =>
        new Proxy(town, {
          get: (target, field) => {
            reads++
            return Reflect.get(target, field) as unknown
          },
        }),
    )
    const index = townGazetteer(counted)
    reads = 0
    for (const typed of ['s', 'sa', 'san', 'via Roma 12, san', 'zzz'])
      expect(index.suggest(typed, 5).length).toBeLessThanOrEqual(5)
    expect(reads).toBeLessThanOrEqual(4 * 5 * 8)
  })
})
