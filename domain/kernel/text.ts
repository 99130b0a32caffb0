/** Free text as it is kept: trimmed, and null where nothing is left. */
export const trimToNull = (text: string | null): string | null => text?.trim() || null

/** Counted as the browser's counter counts. */
export const exceeds = (most: number, text: string | null): boolean => text !== null && text.length > most

/** A name as it is compared: no accents, no capitals, one space for whatever stands between two words. */
export const normaliseText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const withArticle = (article: string, elided: string) => (date: string) =>
  /^(8|11) /.test(date) ? `${elided}${date}` : `${article} ${date}`

/** A day in words with its article, which eight and eleven shorten: il 7 novembre 2026, l’8 novembre 2026. */
export const il = withArticle('il', 'l’')
export const al = withArticle('al', 'all’')
export const dal = withArticle('dal', 'dall’')
