import { z } from 'zod'

/** Timestamptz as returned by slonik (milliseconds) → ISO text. */
export const instantColumn = z.number().transform((ms) => new Date(ms).toISOString())
/** Count or sum as returned by slonik (bigint) → number; all stay far below 2^53. */
export const countColumn = z.union([z.bigint(), z.number()]).transform(Number)

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** One page of a list and the cursor of the next; null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Page from rows queried with `limit + 1`. `cursorOf` returns a row's sort key. */
export const pageOf = <Item>(
  rows: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => readonly (string | number)[],
): Page<Item> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? Buffer.from(JSON.stringify(cursorOf(last))).toString('base64url') : null }
}

/** Sort key in a cursor; null without a cursor or for an invalid one. */
export const decodeCursor = <T extends z.ZodType>(schema: T, cursor: string | undefined): z.infer<T> | null => {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
