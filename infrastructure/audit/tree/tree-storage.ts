import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type TilePlace, tileKey, type Tiles, unpackTile } from './tiles.ts'

const StoredTile = z.object({ level: z.number(), index: z.number(), hashes: z.instanceof(Buffer) })

/** The stored tiles at these places; those that are not stored are absent. */
export const readTiles = async (queries: CommonQueryMethods, places: readonly TilePlace[]): Promise<Tiles> => {
  if (places.length === 0) return new Map()
  const stored = await queries.any(sql.type(StoredTile)`
    select level, index::float8, hashes from audit.tiles
    where (level, index) in (select * from ${sql.unnest(
      places.map(({ level, index }) => [level, index]),
      ['int2', 'int8'],
    )})`)
  return new Map(stored.map(({ hashes, ...place }) => [tileKey(place), unpackTile(hashes)]))
}
