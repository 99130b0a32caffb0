import { z } from 'zod'

/** Half a surrogate pair, NUL and other invisible characters cannot be stored or shown. */
const isStorable = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)

/** Trimmed; from `least` to `most` characters, counted as a browser counts them. */
export const text = (least: number, most: number, whenEmpty = 'Campo obbligatorio') =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenEmpty : undefined) })
    .trim()
    .min(Math.min(least, 1), whenEmpty)
    .min(least)
    .max(most)
    .refine(isStorable, 'Contiene caratteri non ammessi')

/** May be left out, null or blank: all three say nothing. */
export const optionalText = (most: number) => text(0, most).nullish()

/** Kept as typed: a password's spaces belong to it. */
export const secret = (whenEmpty: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenEmpty : undefined) })
    .min(1, whenEmpty)
    .max(200)
    .refine(isStorable, 'Contiene caratteri non ammessi')

const invalidEmail = "Inserisci un'email valida"
export const email = (whenWrong = invalidEmail) =>
  z
    .string({ error: () => whenWrong })
    .trim()
    .max(254, whenWrong)
    .regex(z.regexes.email, whenWrong)

/** Spaces, dots, dashes and brackets are the server's to remove (V-07, Q-86); recovery says that it is missing (V-26). */
export const phone = (whenEmpty = 'Numero richiesto') =>
  text(1, 30, whenEmpty).regex(
    /^[+(]?[\s.()/-]*[1-9](?:[\s.()/-]*\d){4,15}[\s.()/-]*$/,
    'Inserisci un numero di telefono valido',
  )

export const id = z
  .string()
  .regex(/^[\w-]{1,120}$/, 'Identificativo non valido')
  .meta({ description: 'Opaque: letters, digits, _ and -' })

const starsMissing = 'Seleziona una valutazione da 1 a 5 stelle.'
/** Zero, where none was chosen, is told as missing (V-34). */
export const stars = z.int({ error: starsMissing }).min(1, starsMissing).max(5, starsMissing)
export const score = z.int({ error: 'Scegli un punteggio da 0 a 10.' }).min(0).max(10)

/** The Fork rating as the business declares it: 0 to 10, steps of 0.1 (V-19, C-11). */
export const theForkRating = z.number().min(0).max(10).multipleOf(0.1)

/** ISO 8601, UTC. */
export const instant = z.iso.datetime()
/** The same at midnight: what is public tells the day and no more (Q-60). */
export const dayOnlyInstant = z.iso.datetime().regex(/T00:00:00(\.0+)?Z$/)
/** `yyyy-mm-dd` */
export const day = z.iso.date()

export const httpsUrl = z.url({ protocol: /^https$/, error: 'Inserisci un indirizzo https valido' }).max(2000)

/** The six avatars one can choose among (C-32, R-67). */
export const avatars = [1, 2, 3, 4, 5, 6].map((n) => `/avatars/${n}.svg`)

/** Where a picture lies: at an https address (Q-88), where our own upload call put it, or among our avatars. */
export const photoAddress = z
  .string({ error: 'Inserisci un indirizzo https valido' })
  .trim()
  .max(2000)
  .regex(
    /^(?:https:\/\/[^\s"'<>/]+\.[^\s"'<>]+|\/api\/photos\/[\w-]{1,120}|\/avatars\/[1-6]\.svg)$/,
    'Inserisci un indirizzo https valido',
  )

/** Five megabytes of picture in base64 (V-20, Q-85). */
const maxPhotoLength = Math.ceil((5 * 1024 * 1024 * 4) / 3) + 64
export const notAnImage = 'Seleziona un file immagine valido.'
/** The first for businesses, the second for clients (Q-107, V-20, V-21). */
export const photoTooLarge = {
  business: 'Foto troppo grande',
  client: 'Il file è troppo grande. Massimo 5MB consentito.',
} as const
/** A picture inside the JSON (`data:`), or its https address, which the server never fetches (Q-88). */
export const photoFor = (whose: keyof typeof photoTooLarge) =>
  z
    .string({ error: notAnImage })
    .max(maxPhotoLength, photoTooLarge[whose])
    .regex(/^(?:data:image\/(?:png|jpe?g|webp);base64,[A-Za-z0-9+/]+={0,2}|https:\/\/[^\s"'<>]{1,1992})$/, notAnImage)
    .refine((given) => given.startsWith('data:') || URL.canParse(given), notAnImage)
export const photo = photoFor('business')

/** How many at most: the server never sends more than `most` (Q-104). */
export const pageLimit = (most: number) => z.coerce.number().int().min(1).max(most).optional()
/** Where the next page starts, as the page before said (`X-Next-Cursor`, or `nextCursor` in the answer). */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,500}$/, 'Pagina non valida')
  .optional()
