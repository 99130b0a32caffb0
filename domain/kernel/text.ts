/** Free text as stored: trimmed, null if empty. */
export const trimToNull = (text: string | null): string | null => text?.trim() || null

/** Counts UTF-16 code units, as browsers do. */
export const exceeds = (text: string | null, max: number): boolean => text !== null && text.length > max

/** Limits in characters, both inclusive. */
export interface LengthLimits {
  readonly min: number
  readonly max: number
}

export const fitsLength = (text: string, { min, max }: LengthLimits): boolean =>
  text.length >= min && text.length <= max

/** A name for comparison: no accents, lower case, single spaces. */
export const normaliseText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The words of a name, as `normaliseText` writes them. */
export const wordsIn = (text: string): readonly string[] => normaliseText(text).split(' ').filter(Boolean)

const withArticle = (article: string, elided: string) => (date: string) =>
  /^(8|11) /.test(date) ? `${elided}${date}` : `${article} ${date}`

/** A date with its article, elided before eight and eleven: il 7 novembre 2026, l’8 novembre 2026. */
export const il = withArticle('il', 'l’')
export const del = withArticle('del', 'dell’')
export const al = withArticle('al', 'all’')
export const dal = withArticle('dal', 'dall’')
