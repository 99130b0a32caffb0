import { wordsIn } from './text.ts'

/** Why a name cannot be used. */
export type NameFlaw = 'invisible' | 'address' | 'reserved'

// private use has no agreed shape; the last four letters are blank
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu
const partOfAddress = /:\/\/|@/g

/**
 * The flaw that any name can have, of a person or a business; null for none.
 * @rule Q-131 no control, format or bidirectional characters, no `://` or `@`
 */
export const characterFlaw = (name: string): Exclude<NameFlaw, 'reserved'> | null => {
  if (name.search(invisible) !== -1) return 'invisible'
  return name.search(partOfAddress) === -1 ? null : 'address'
}

/** Text in one line, without characters that nobody sees. */
export const visibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A name from elsewhere, without what `characterFlaw` rejects. @rule Q-131 names of Google and Facebook are cleaned, not refused */
export const cleanedName = (name: string): string =>
  visibleText(name)
    // a removed part may leave another one
    .replaceAll(/[:/]*:\/\/[:/]*|@/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** At most `max` UTF-16 code units, which is how browsers count; cut between characters, so that no emoji is split. */
export const shortenedName = (name: string, max: number): string => {
  let end = 0
  for (const { index, segment } of new Intl.Segmenter('it').segment(name)) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return name.slice(0, end).trim()
}

const reservedWords = [
  'garbo',
  'admin',
  'administrator',
  'amministratore',
  'amministratrice',
  'amministrazione',
  'assistenza',
  'supporto',
  'support',
  'moderazione',
  'moderatore',
  'moderatrice',
  'moderator',
  'staff',
] as const

/**
 * Characters that look like others, in lower case. A character whose capital and small letter look different counts as
 * the one that occurs in a reserved word. `l` and `1` count as `i`, whose capital looks like them.
 */
const lookalikes = new Map(
  Object.entries({
    a: 'аαɑᴀ4',
    b: 'вьβʙ8',
    c: 'сᴄ',
    d: 'ԁđðᴅ',
    e: 'еєεэᴇ3',
    f: 'ƒꜰ',
    g: 'ɡɢցq69',
    i: 'іӏιıɪl1łǀ',
    m: 'мμᴍ',
    n: 'нηνпոɴ',
    o: 'оοσøօᴏ0',
    p: 'рρᴘ',
    r: 'гяʀɾɽɼ',
    s: 'ѕꜱ5',
    t: 'тτᴛ7',
    u: 'υцսᴜ',
    z: 'зζᴢ2',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
)

/** How a word looks: equal for words that readers may confuse. */
const shapeOf = (word: string): string =>
  Array.from(word, (letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')

const reservedShapes = new Set(reservedWords.map(shapeOf))
/** Of a word that looks like a reserved one; two letters may look like one. */
const longestWord = 2 * Math.max(...reservedWords.map(({ length }) => length))

/**
 * Whether a username or the name of a business contains a reserved word, or one that looks like it: with other case,
 * accents, Cyrillic or Greek letters, digits for letters or around it, or separators between its letters. It compares
 * whole words, and adjacent words joined: "Hotel Garbo", "G.a.r.b.o", "Gar Bo" and "admin1" are reserved, "Garbolino" and
 * "Amministrazioni Rossi" are not.
 * @rule Q-131 reserved words and confusables with them
 */
export const isReservedName = (name: string): boolean => {
  // NFKC also turns full-width and mathematical letters into plain ones
  const words = wordsIn(name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
  return words.some((_, start) => {
    let joined = ''
    for (const word of words.slice(start)) {
      joined += word
      if (joined.length > longestWord) return false
      if ([joined, withoutDigitsAround(joined)].some((text) => reservedShapes.has(shapeOf(text)))) return true
    }
    return false
  })
}

const withoutDigitsAround = (word: string) => word.replaceAll(/^\d+|\d+$/g, '')
