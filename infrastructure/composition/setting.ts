import { z } from 'zod'

/** A whole number. */
export const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

export const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

/** `about` stands in `docs/configuration.md`. */
export const setting = <S extends z.ZodType>(schema: S, about: string) => schema.meta({ description: about })
