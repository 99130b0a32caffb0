const withArticle = (article: string, elided: string) => (date: string) =>
  /^(8|11) /.test(date) ? `${elided}${date}` : `${article} ${date}`

/** Dates with their article, elided before eight and eleven: il 7 novembre, l’8 novembre, dall’11 novembre. */
export const dateIl = withArticle('il', 'l’')
export const dateDel = withArticle('del', 'dell’')
export const dateDal = withArticle('dal', 'dall’')
export const dateAl = withArticle('al', 'all’')
/** Start of a sentence. */
export const capitalDateIl = withArticle('Il', 'L’')
export const capitalDateDal = withArticle('Dal', 'Dall’')
