import { readFileSync } from 'node:fs'
import { Stars } from '../../domain/kernel/primitives.ts'
import { type ReasonCode, reasonCodes } from '../../domain/reviews/vocabulary.ts'

/** A review in `reviews.txt`. */
export interface WrittenReview {
  /** The explicit mark if there is one, otherwise venue and number. */
  readonly key: string
  readonly venue: string
  readonly guest: string
  readonly stars: number
  readonly reasonCode: ReasonCode
  readonly tags: readonly string[]
  readonly comment: string
  readonly reply: string | null
}

/** Sections by their `#` heading; text before the first heading is ignored. */
const sectionsOf = (file: string): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split(/^# /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end).trim(), section.slice(end).trim()] as const
      }),
  )

const heading = /^(\w+) (\d) ([A-Z]+)(?: @(\w+))?(?: (.+))?$/u

const isReasonCode = (code: string | undefined): code is ReasonCode => reasonCodes.some((known) => known === code)

const readReview = (venue: string, block: string, n: number): WrittenReview => {
  const [head = '', comment = '', reply] = block.split('\n')
  const [, guest = '', stars, reasonCode, mark, tags] = heading.exec(head) ?? []
  if (!Stars.is(Number(stars)) || !isReasonCode(reasonCode) || comment === '')
    throw new Error(`Invalid review: ${block}`)
  return {
    key: mark ?? `${venue}-${n + 1}`,
    venue,
    guest,
    stars: Number(stars),
    reasonCode,
    tags: tags?.split(', ') ?? [],
    comment,
    reply: reply?.replace(/^> /, '') ?? null,
  }
}

/** Reviews by venue, oldest first. */
export const writtenReviews = (): ReadonlyMap<string, readonly WrittenReview[]> =>
  new Map(
    [...sectionsOf('reviews.txt')].map(([venue, text]) => [
      venue,
      text.split(/\n{2,}/).map((block, n) => readReview(venue, block, n)),
    ]),
  )

/** Remarks by offer and stars, for example `bed 5`. */
export const remarks = (): ReadonlyMap<string, readonly string[]> =>
  new Map([...sectionsOf('remarks.txt')].map(([kind, text]) => [kind, text.split('\n')]))
