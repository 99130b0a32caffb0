import { hash, verify } from '@node-rs/argon2'
import type { PasswordWeakness } from '../../application/accounts/ports.ts'
import { minPasswordLength, requiredPasswordCharacters } from '../../domain/accounts/rules.ts'

/**
 * Checks length and characters, and rejects passwords found in breaches or built from personal words.
 * @rule V-11 at least 10 characters
 * @rule V-12 lower case, upper case, a digit and one of `@$!%*?&`
 */
export const findPasswordWeakness = async (
  password: string,
  personalWords: readonly string[],
): Promise<PasswordWeakness | null> => {
  if (password.length < minPasswordLength) return { type: 'PasswordTooShort' }
  if (!requiredPasswordCharacters.every((pattern) => pattern.test(password))) return { type: 'PasswordTooPlain' }
  return findGuessableWord(password, personalWords)
}

/** Parameters of Argon2id; `memory` in KiB. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memory: 19_456, passes: 2, lanes: 1 }

export const hashPassword = (password: string, { memory, passes, lanes }: HashCost): Promise<string> =>
  hash(password.normalize('NFC'), { memoryCost: memory, timeCost: passes, parallelism: lanes })

export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFC'))

/** Whether the hash has a lower cost than configured and must be renewed at the next sign-in. */
export const isWeaker = (stored: string, { memory, passes, lanes }: HashCost): boolean => {
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? []
  return !(Number(m) >= memory && Number(t) >= passes && Number(p) >= lanes)
}

/** Words related to Garbo that an attacker tries first (listed in docs/security.md). */
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
 * The weakness of a password built around a guessable word, or null. The rest of the password must be strong by itself;
 * digits, signs and a letter or two are not.
 */
const findGuessableWord = async (
  password: string,
  personalWords: readonly string[],
): Promise<PasswordWeakness | null> => {
  const common = await commonPasswords()
  const spellings = spellingsOf(password)
  if (spellings.some((spelling) => isCommon(spelling, common) || isPadded(spelling, common)))
    return { type: 'PasswordCommon' }
  if (spellings.some((spelling) => isBuiltFrom(spelling, brandWords, common))) return { type: 'PasswordCommon' }
  const personal = personalWords.flatMap(wordParts)
  return spellings.some((spelling) => isBuiltFrom(spelling, personal, common)) ? { type: 'PasswordPersonal' } : null
}

/** Variants without case and accents: with and without look-alike substitution, with and without padding. */
const spellingsOf = (password: string): readonly string[] => {
  const plain = plainForm(password)
  const core = withoutPadding(plain)
  const spellings = [plain, core].flatMap((text) => [text, withLetters(text, 'i'), withLetters(text, 'l')])
  return [...new Set(spellings.flatMap((text) => [text, withoutPadding(text)]))]
}

const plainForm = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Maximum number of digits and signs treated as padding; more may be the secret itself. */
const maxPadding = 8

/** Removes leading and trailing digits and signs. */
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
const withLetters = (text: string, letterForOne: 'i' | 'l') =>
  text.replaceAll(/[1!|]/g, letterForOne).replaceAll(/[0345678@$+€9]/g, (sign) => lookalikes[sign] ?? sign)

/** A listed password, a repetition of one, or a run along the keyboard or alphabet. */
const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const [, unit = text] = /^(.+?)\1+$/u.exec(text) ?? []
  return (
    common.has(text) || common.has(unit) || new Set(text).size <= 2 || keyboardRuns.some((run) => run.includes(unit))
  )
}

const keyboardRows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const keyboardRuns = [...keyboardRows, ...keyboardRows.map((row) => row.split('').toReversed().join(''))]

/** Contains a listed password with few characters around it. */
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
/** Minimum length of a listed password that weakens the one containing it. */
const minListedWord = 6
/** Letters around a listed password that make the result acceptable. */
const minAddedLetters = 3

/** Letters besides the guessable words that make a password acceptable, unless they form a listed password. */
const minOwnLetters = 5

const isBuiltFrom = (text: string, words: readonly string[], common: ReadonlySet<string>): boolean => {
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((acc, word) => acc.replaceAll(word, ' '), text)
  if (rest === text) return false
  const letters = lettersOf(rest)
  const isAcceptable = letters.length >= minOwnLetters && !common.has(letters)
  return !isAcceptable && rest.replaceAll(' ', '').length <= maxPadding
}

/** `mario.rossi@posta.it` yields itself, `mario`, `rossi` and `posta`. */
const wordParts = (text: string): readonly string[] => {
  const plain = plainForm(text.trim())
  return [plain, plain.replaceAll(/[^\p{L}\d]/gu, ''), ...plain.split(/[^\p{L}\d]+/u)].filter(
    (part) => part.length >= 4,
  )
}

let cachedPasswords: Promise<ReadonlySet<string>> | undefined
/** The 50,000 passwords most frequent in breaches. Loading them takes 70 ms; an API does so before it listens. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (cachedPasswords ??= readCommonPasswords())

const readCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(plainForm))
}
