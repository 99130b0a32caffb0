import { z } from 'zod'
import { maxPhotoBytes, maxPhotoMegabytes } from '../../domain/accounts/rules.ts'
import { isStorableText, recordableYears } from '../../domain/kernel/rules.ts'
import { loginLengths } from './accounts/sign-in.ts'
import { unstorableText } from './validation.ts'

/** Control characters cannot be displayed. */
const isDisplayable = (text: string) => isStorableText(text) && !/[^\P{Cc}\n\r\t]/u.test(text)

/** `max` counts code points, but browsers (`maxlength`) and the domain count UTF-16 code units, of which emoji have two. */
const atMostUnits = (max: number) =>
  z.check<string>(({ value, issues }) => {
    if (value.length > max)
      issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
  })

/** Trimmed text of `min` characters to `max` UTF-16 code units. */
export const text = (min: number, max: number, whenEmpty = 'Campo obbligatorio') =>
  limitedText(z.string({ error: missing(whenEmpty) }).trim(), min, max, whenEmpty)

/** Text in NFC. @rule Q-131 */
export const name = (min: number, max: number, whenEmpty = 'Campo obbligatorio') =>
  limitedText(
    z
      .string({ error: missing(whenEmpty) })
      .normalize('NFC')
      .trim(),
    min,
    max,
    whenEmpty,
  )

const missing =
  (whenEmpty: string) =>
  ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? whenEmpty : undefined

const limitedText = (string: z.ZodString, min: number, max: number, whenEmpty: string) =>
  string
    .min(Math.min(min, 1), whenEmpty)
    .min(min)
    .max(max)
    .check(atMostUnits(max))
    .refine(isDisplayable, unstorableText)

/** May be omitted, null or blank. */
export const optionalText = (max: number) => text(0, max).nullish()

/** Not trimmed: spaces are part of a password. */
export const secret = (whenEmpty: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenEmpty : undefined) })
    .min(1, whenEmpty)
    .max(loginLengths.password)
    .refine(isDisplayable, unstorableText)

const invalidEmail = "Inserisci un'email valida"
export const email = (whenWrong = invalidEmail) =>
  z
    .string({ error: () => whenWrong })
    .trim()
    .max(254, whenWrong)
    .regex(z.regexes.email, whenWrong)

/**
 * @rule V-07 spaces, dots, dashes and brackets are removed on the server (Q-86); recovery has its own message for a
 * missing number (V-26)
 */
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
/** @rule V-34 zero means that no stars were chosen */
export const stars = z.int({ error: starsMissing }).min(1, starsMissing).max(5, starsMissing)
export const score = z.int({ error: 'Scegli un punteggio da 0 a 10.' }).min(0).max(10)

/** @rule V-19 The Fork rating as declared by the business: 0 to 10 in steps of 0.1 (C-11) */
export const theForkRating = z.number().min(0).max(10).multipleOf(0.1)

/** ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** @rule Q-60 midnight: public instants reveal only the day */
export const dayOnlyInstant = z.iso.datetime().regex(/T00:00:00(\.0+)?Z$/)
const { first: firstYear, last: lastYear } = recordableYears
const invalidTime = 'Inserisci una data valida'
/** An instant in a request, in any time zone. @rule Q-118 years that an event can hold */
export const enteredInstant = z.iso
  .datetime({ offset: true, error: invalidTime })
  .max('2026-01-01T00:00:00.000000000+01:00'.length, invalidTime)
  .refine((at) => Number(at.slice(0, 4)) >= firstYear && Number(at.slice(0, 4)) <= lastYear, invalidTime)
  // no place on earth differs from UTC by more, and Postgres accepts less than 16 hours
  .refine((at) => /(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/.test(at), invalidTime)

/** A position of the Postgres log is 20 digits; one of EventStoreDB is two such numbers. */
export const positionPattern = /^\d{20}(:\d{20})?$/

/** `yyyy-mm-dd` in a response. */
export const day = z.iso.date()
/** `yyyy-mm-dd` in a request. @rule Q-118 years that an event can hold */
export const enteredDay = day.refine(
  (date) => Number(date.slice(0, 4)) >= firstYear && Number(date.slice(0, 4)) <= lastYear,
  invalidTime,
)
/** An instant, or a day of the Italian calendar. */
export const enteredTime = z.union([enteredInstant, enteredDay], invalidTime)

export const httpsUrl = z.url({ protocol: /^https$/, error: 'Inserisci un indirizzo https valido' }).max(2000)

/** @rule C-32 the six avatars (R-67) */
export const avatars = [1, 2, 3, 4, 5, 6].map((n) => `/avatars/${n}.svg`)

/** @rule Q-88 https URL, an uploaded picture or an avatar */
export const photoAddress = z
  .string({ error: 'Inserisci un indirizzo https valido' })
  .trim()
  .max(2000)
  .regex(
    /^(?:https:\/\/[^\s"'<>/]+\.[^\s"'<>]+|\/api\/photos\/[\w-]{1,120}|\/avatars\/[1-6]\.svg)$/,
    'Inserisci un indirizzo https valido',
  )

/** `month`: the date is the first of the month, because the day could reveal the business. @rule Q-46 */
export const datePrecision = z.enum(['day', 'month'])

export { maxPhotoBytes, maxPhotoMegabytes }

/** @rule V-20 a picture of the maximum size in base64 (Q-85) */
const maxPhotoLength = Math.ceil((maxPhotoBytes * 4) / 3) + 64
export const notAnImage = 'Seleziona un file immagine valido.'
/** @rule Q-107 messages for businesses and clients (V-20, V-21) */
export const photoTooLarge = {
  business: 'Foto troppo grande',
  client: 'Il file è troppo grande. Massimo 5MB consentito.',
} as const
/** @rule Q-88 picture as `data:` URL or https URL; the server never fetches it */
export const photoFor = (owner: keyof typeof photoTooLarge) =>
  z
    .string({ error: notAnImage })
    .max(maxPhotoLength, photoTooLarge[owner])
    .regex(/^(?:data:image\/(?:png|jpe?g|webp);base64,[A-Za-z0-9+/]+={0,2}|https:\/\/[^\s"'<>]{1,1992})$/, notAnImage)
    .refine((value) => value.startsWith('data:') || URL.canParse(value), notAnImage)
export const photo = photoFor('business')

/** @rule Q-104 page size, at most `max` */
export const pageLimit = (max: number) => z.coerce.number().int().min(1).max(max).optional()
export const invalidPage = 'Pagina non valida'
/** Cursor of the next page from the previous response (`X-Next-Cursor` or `nextCursor`). */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,500}$/, invalidPage)
  .optional()
