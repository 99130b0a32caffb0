import type { PasswordFlaw } from '../../application/ports/credentials.ts'

/** What everybody who meets Garbo may think of first (listed in docs/security.md). */
export const wordsOfTheHouse: readonly string[] = [
  'garbo',
  'esercente',
  'gestore',
  'cliente',
  'moderatore',
  'recensione',
  'recensioni',
  'valutazione',
  'ricompensa',
  'albergo',
  'ristorante',
  'agriturismo',
  'ospitalita',
  'amministratore',
]

/**
 * Why guessing would find it soon; null when nothing of the kind is seen. Whatever is left beside a guessable word must
 * hold its own: digits, signs and a letter or two do not.
 */
export const isGuessable = async (password: string, about: readonly string[]): Promise<PasswordFlaw | null> => {
  const common = await commonPasswords()
  const readings = readingsOf(password)
  if (readings.some((reading) => isCommon(reading, common) || isPadded(reading, common)))
    return { type: 'PasswordCommon' }
  if (readings.some((reading) => isMadeOf(reading, wordsOfTheHouse, common))) return { type: 'PasswordCommon' }
  const own = about.flatMap(partsOf)
  return readings.some((reading) => isMadeOf(reading, own, common)) ? { type: 'PasswordPersonal' } : null
}

/** Without case and accents; as typed, and with letters for the signs that stand for them; with and without its ends. */
const readingsOf = (password: string): readonly string[] => {
  const plain = plainly(password)
  const core = bare(plain)
  const spellings = [plain, core].flatMap((one) => [one, spelled(one, 'i'), spelled(one, 'l')])
  return [...new Set(spellings.flatMap((one) => [one, bare(one)]))]
}

const plainly = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Signs and digits around a word that no guesser minds; more of them may well be the secret. */
const mostAround = 8

/** Without the digits and signs before and after. */
const bare = (text: string): string => {
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return text.length - core.length <= mostAround ? core : text
}

const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '+': 't',
  '€': 'e',
}
const spelled = (text: string, one: 'i' | 'l') =>
  text.replaceAll(/[1!|]/g, one).replaceAll(/[0345678@$+€9]/g, (sign) => signs[sign] ?? sign)

/** In the list, or one listed word over and over, or a run along the keyboard or the alphabet. */
const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const [, unit = text] = /^(.+?)\1+$/u.exec(text) ?? []
  return common.has(text) || common.has(unit) || new Set(text).size <= 2 || runs.some((run) => run.includes(unit))
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = [...rows, ...rows.map((row) => row.split('').toReversed().join(''))]

/** A listed word with little around it, be it letters. */
const isPadded = (text: string, common: ReadonlySet<string>): boolean => {
  for (let length = text.length - 1; length >= Math.max(shortest, text.length - mostAround); length--)
    for (let from = 0; from + length <= text.length; from++)
      if (common.has(text.slice(from, from + length)) && lettersAround(text, from, length) < fewest) return true
  return false
}

const lettersAround = (text: string, from: number, length: number) =>
  lettersOf(text.slice(0, from) + text.slice(from + length)).length
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
/** Of a listed word that gives a password away. */
const shortest = 6
/** Letters around it that make it another. */
const fewest = 3

/** So many letters beside the known words, no word of the list, hold their own. */
const enough = 5

const isMadeOf = (text: string, words: readonly string[], common: ReadonlySet<string>): boolean => {
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ' '), text)
  if (rest === text) return false
  const letters = lettersOf(rest)
  const holds = letters.length >= enough && !common.has(letters)
  return !holds && rest.replaceAll(' ', '').length <= mostAround
}

/** `mario.rossi@posta.it` is itself, and `mario`, `rossi` and `posta`. */
const partsOf = (text: string): readonly string[] => {
  const plain = plainly(text.trim())
  return [plain, plain.replaceAll(/[^\p{L}\d]/gu, ''), ...plain.split(/[^\p{L}\d]+/u)].filter(
    (part) => part.length >= 4,
  )
}

let known: Promise<ReadonlySet<string>> | undefined
/** Read when first needed, once: fifty thousand of those found most often in breaches. */
const commonPasswords = (): Promise<ReadonlySet<string>> => (known ??= read())

const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(plainly))
}
