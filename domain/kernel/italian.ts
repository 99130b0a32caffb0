const before = (article: string, elided: string) => (date: string) =>
  /^(8|11) /.test(date) ? `${elided}${date}` : `${article} ${date}`

/** A day in words with its article, which eight and eleven shorten: il 7 novembre 2026, l’8 novembre 2026. */
export const il = before('il', 'l’')
export const al = before('al', 'all’')
export const dal = before('dal', 'dall’')
