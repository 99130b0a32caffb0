const before = (article: string, elided: string) => (date: string) =>
  /^(8|11) /.test(date) ? `${elided}${date}` : `${article} ${date}`

/** Dates with their article, which eight and eleven shorten: il 7 novembre, l’8 novembre, dall’11 novembre. */
export const il = before('il', 'l’')
export const del = before('del', 'dell’')
export const dal = before('dal', 'dall’')
export const al = before('al', 'all’')
/** At the beginning of a sentence. */
export const Il = before('Il', 'L’')
export const Dal = before('Dal', 'Dall’')
