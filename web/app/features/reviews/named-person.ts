/** Words after which a reply names somebody: «Gentile signor Rossi», «Caro Paolo». */
const addresses = new Set(
  [
    ['sig', 'signor', 'signore', 'signora', 'signorina', 'dott', 'dottor', 'dottore', 'dottoressa', 'prof'],
    ['professore', 'professoressa', 'ing', 'ingegner', 'avv', 'avvocato', 'gentile', 'gentilissimo', 'gentilissima'],
    ['caro', 'cara', 'carissimo', 'carissima', 'egregio', 'egregia', 'ciao', 'buongiorno', 'buonasera'],
  ].flat(),
)

/** What a reply may call a reader whose name it does not know. */
const nobody = new Set(['ospite', 'ospiti', 'cliente', 'clienti', 'viaggiatore', 'viaggiatrice', 'lettore', 'utente'])

/** Words after which a first name is that of a place: «Santa Lucia», «via Giulia». */
const places = new Set(['san', 'santa', 'santo', 'via', 'viale', 'piazza', 'corso', 'largo', 'villa', 'palazzo'])

/** Frequent Italian first names that are not words of a reply as well, such as Rosa, Gioia or Chiara. */
const firstNames = new Set(
  [
    ['alessandro', 'alessia', 'alice', 'andrea', 'anna', 'antonella', 'antonio', 'barbara', 'carlo', 'caterina'],
    ['claudia', 'claudio', 'cristina', 'daniela', 'daniele', 'davide', 'elena', 'eleonora', 'elisa', 'emanuele'],
    ['enrico', 'fabio', 'federica', 'federico', 'filippo', 'francesca', 'francesco', 'gabriele', 'giacomo', 'giorgia'],
    ['giorgio', 'giovanna', 'giovanni', 'giulia', 'giuseppe', 'giuseppina', 'ilaria', 'laura', 'lorenzo', 'luca'],
    ['lucia', 'luigi', 'manuela', 'marco', 'maria', 'mario', 'martina', 'massimo', 'matteo', 'maurizio', 'michela'],
    ['michele', 'monica', 'nicola', 'paola', 'paolo', 'patrizia', 'pietro', 'raffaele', 'riccardo', 'roberta'],
    ['roberto', 'sabrina', 'salvatore', 'sara', 'sergio', 'silvia', 'simona', 'simone', 'sofia', 'stefania', 'stefano'],
    ['teresa', 'tommaso', 'valentina', 'vincenzo'],
  ].flat(),
)

const isCapitalised = (word: string) => /^\p{Lu}(?:\p{Ll}|[’'])/u.test(word)

/**
 * The word of a reply that seems to name a person, who could be the author of an anonymous review; null without one. A
 * guess to warn by, not a check: it misses names and reports others that are meant.
 * @rule Q-60
 */
export const personNamedIn = (text: string): string | null => {
  const words = [...text.matchAll(/[\p{L}’']+/gu)].map(([word]) => word)
  const named = words.find((word, n) => {
    const known = word.toLowerCase()
    if (!isCapitalised(word) || addresses.has(known) || nobody.has(known)) return false
    const before = words[n - 1]?.toLowerCase() ?? ''
    return addresses.has(before) || (firstNames.has(known) && !places.has(before))
  })
  return named ?? null
}
