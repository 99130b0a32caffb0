import { z } from 'zod'

/** A timestamptz as slonik hands it over (milliseconds) → ISO text. */
export const instantColumn = z.number().transform((ms) => new Date(ms).toISOString())
/** A count or sum as slonik hands it over (bigint) → number; ours stay far below 2^53. */
export const countColumn = z.union([z.bigint(), z.number()]).transform(Number)

/** A word of the domain's, checked by the domain's own list. */
export const codecSchema = <A>(codec: { readonly is: (value: unknown) => value is A }) =>
  z.custom<A>((value) => codec.is(value))

/** One page of a list and where the next one starts; null when this was the last. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A page of at most `limit` from rows asked for with `limit + 1`; `cursorOf` names a row's place in the order. */
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

/** The place a cursor of ours names; null for no cursor and for one we never made. */
export const decodeCursor = <T extends z.ZodType>(place: T, cursor: string | undefined): z.infer<T> | null => {
  if (cursor === undefined) return null
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return null
  }
}
