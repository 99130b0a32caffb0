import { hash, verify } from '@node-rs/argon2'
import type { PasswordWeakness } from '../../application/accounts/ports.ts'

/**
 * V-11: at least 10 characters. V-12: lower case, upper case, a digit and one of @$!%*?& Beyond that, nothing the first
 * guesses would find: what breaches are full of, and what is known of whoever chooses it.
 */
export const passwordFlaw = async (password: string, about: readonly string[]): Promise<PasswordWeakness | null> => {
  if (password.length < 10) return { type: 'PasswordTooShort' }
  if (!requiredCharacters.every((kind) => kind.test(password))) return { type: 'PasswordTooPlain' }
  return isGuessable(password, about)
}

const requiredCharacters = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]

/** Of Argon2id, which is what the library makes unless told otherwise; `memory` in KiB. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

/** OWASP's first choice: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memory: 19_456, passes: 2, lanes: 1 }

export const hashPassword = (password: string, { memory, passes, lanes }: HashCost): Promise<string> =>
  hash(password.normalize('NFC'), { memoryCost: memory, timeCost: passes, parallelism: lanes })

export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFC'))

/** Made at a lower cost than today's: to be made anew at the next sign-in. */
export const isWeaker = (stored: string, { memory, passes, lanes }: HashCost): boolean => {
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? []
  return !(Number(m) >= memory && Number(t) >= passes && Number(p) >= lanes)
}

/** What everybody who meets Garbo may think of first (listed in docs/security.md). */
export const brandWords: readonly string[] = [
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
export const isGuessable = async (password: string, about: readonly string[]): Promise<PasswordWeakness | null> => {
  const common = await commonPasswords()
  const readings = spellingsOf(password)
  if (readings.some((reading) => isCommon(reading, common) || isPadded(reading, common)))
    return { type: 'PasswordCommon' }
  if (readings.some((reading) => isBuiltFrom(reading, brandWords, common))) return { type: 'PasswordCommon' }
  const own = about.flatMap(wordParts)
  return readings.some((reading) => isBuiltFrom(reading, own, common)) ? { type: 'PasswordPersonal' } : null
}

/** Without case and accents; as typed, and with letters for the signs that stand for them; with and without its ends. */
const spellingsOf = (password: string): readonly string[] => {
  const plain = plainForm(password)
  const core = withoutPadding(plain)
  const spellings = [plain, core].flatMap((one) => [one, withLetters(one, 'i'), withLetters(one, 'l')])
  return [...new Set(spellings.flatMap((one) => [one, withoutPadding(one)]))]
}

const plainForm = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Signs and digits around a word that no guesser minds; more of them may well be the secret. */
const maxPadding = 8

/** Without the digits and signs before and after. */
const withoutPadding = (text: string): string => {
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return text.length - core.length <= maxPadding ? core : text
}

const lookalikes: Readonly<Record<string, string>> = {
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
const withLetters = (text: string, one: 'i' | 'l') =>
  text.replaceAll(/[1!|]/g, one).replaceAll(/[0345678@$+€9]/g, (sign) => lookalikes[sign] ?? sign)

/** In the list, or one listed word over and over, or a run along the keyboard or the alphabet. */
const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const [, unit = text] = /^(.+?)\1+$/u.exec(text) ?? []
  return (
    common.has(text) || common.has(unit) || new Set(text).size <= 2 || keyboardRuns.some((run) => run.includes(unit))
  )
}

const keyboardRows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const keyboardRuns = [...keyboardRows, ...keyboardRows.map((row) => row.split('').toReversed().join(''))]

/** A listed word with little around it, be it letters. */
const isPadded = (text: string, common: ReadonlySet<string>): boolean => {
  for (let length = text.length - 1; length >= Math.max(minListedWord, text.length - maxPadding); length--)
    for (let from = 0; from + length <= text.length; from++)
      if (common.has(text.slice(from, from + length)) && lettersAround(text, from, length) < minAddedLetters)
        return true
  return false
}

const lettersAround = (text: string, from: number, length: number) =>
  lettersOf(text.slice(0, from) + text.slice(from + length)).length
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
/** Of a listed word that gives a password away. */
const minListedWord = 6
/** Letters around it that make it another. */
const minAddedLetters = 3

/** So many letters beside the known words, no word of the list, hold their own. */
const minOwnLetters = 5

const isBuiltFrom = (text: string, words: readonly string[], common: ReadonlySet<string>): boolean => {
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ' '), text)
  if (rest === text) return false
  const letters = lettersOf(rest)
  const holds = letters.length >= minOwnLetters && !common.has(letters)
  return !holds && rest.replaceAll(' ', '').length <= maxPadding
}

/** `mario.rossi@posta.it` is itself, and `mario`, `rossi` and `posta`. */
const wordParts = (text: string): readonly string[] => {
  const plain = plainForm(text.trim())
  return [plain, plain.replaceAll(/[^\p{L}\d]/gu, ''), ...plain.split(/[^\p{L}\d]+/u)].filter(
    (part) => part.length >= 4,
  )
}

let cachedPasswords: Promise<ReadonlySet<string>> | undefined
/** Read when first needed, once: fifty thousand of those found most often in breaches. */
const commonPasswords = (): Promise<ReadonlySet<string>> => (cachedPasswords ??= readCommonPasswords())

const readCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(plainForm))
}
