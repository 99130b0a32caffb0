import { readFileSync } from 'node:fs'

/** A town or village of Italy. */
export interface Place {
  readonly name: string
  /** Of its province. */
  readonly sign: string
  readonly lat: number
  readonly lng: number
  /** 2 the seat of a metropolitan city, 1 of a province, 0 any other. */
  readonly size: 0 | 1 | 2
}

export const gazetteerPath = new URL('gazetteer.tsv', import.meta.url)

/** CC BY 4.0 asks for it. */
const head = '# Places of GeoNames (geonames.org, CC BY 4.0), made by `npm run gazetteer`; do not edit.\n'

export const writtenGazetteer = (places: readonly Place[]): string =>
  head + places.map(({ name, sign, lat, lng, size }) => `${[name, sign, lat, lng, size].join('\t')}\n`).join('')

export const readGazetteer = (path: URL = gazetteerPath): readonly Place[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Place => {
      const [name = '', sign = '', lat, lng, size] = line.split('\t')
      return { name, sign, lat: Number(lat), lng: Number(lng), size: Number(size) as Place['size'] }
    })
