import { dictionary } from '@zxcvbn-ts/language-common'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandWords,
  hashPassword,
  findPasswordWeakness,
  passwordMatches,
} from '../../../infrastructure/accounts/passwords.ts'
import { newPassword } from '../../../web/contract/accounts/authentication.ts'

const weaknessOf = async (password: string, personalData: readonly string[] = []) =>
  (await findPasswordWeakness(password, personalData))?.type ?? null
const giulia = ['giulia.verdi@posta.it', 'Giulia', 'Verdi']
const aurora = ['info@locanda-aurora.it', 'aurora71', 'Locanda dell’Aurora']

describe('the check for guessable passwords (ASVS 6.2.4, 6.2.11, 6.2.12)', () => {
  it.each([
    'Password123!',
    'PASSWORD123!a',
    'P4ssw0rd!!2026',
    'Pa$$w0rd1!x',
    'Passwo\u0301rd123!',
    '!!!Sunshine1',
    'Qwertyuiop1!',
    'Abcdefghij1!',
    'Aaaaaaaaaa1!',
    'WelcomeWelcome1!',
    'Juventus1897!',
    '1q2w3e4R5t!y',
    '1234567890aA!',
  ])('rejects %s, which is on common lists, however it is varied', async (password) =>
    expect(await weaknessOf(password)).toBe('PasswordCommon'),
  )

  it.each(['Garbo2026!!', 'G4rb0.2026!', 'GarboGarbo1!', 'Esercente.2026!', 'Recensioni1!'])(
    'rejects %s, which contains a word related to Garbo',
    async (password) => expect(await weaknessOf(password)).toBe('PasswordCommon'),
  )

  it.each(brandWords)('rejects %s followed by a year', async (word) =>
    expect(await weaknessOf(`${word.charAt(0).toUpperCase()}${word.slice(1)}.2026!`)).toBe('PasswordCommon'),
  )

  it.each([
    ['Giulia.Verdi1!', giulia],
    ['Giulia.Verdi@Posta.it1', giulia],
    ['G1ul14Verdi!!', giulia],
    ['Verdigiulia99!', giulia],
    ['Aurora71.Aurora71!', aurora],
    ['LocandaAurora1!', aurora],
    ['Locanda dell’Aurora 1!', aurora],
  ])('rejects %s, which consists of the user’s own data', async (password, personalData) =>
    expect(await weaknessOf(password, personalData)).toBe('PasswordPersonal'),
  )

  it('accepts own data inside a longer phrase', async () => {
    expect(await weaknessOf('Giulia coltiva 9 fragole!', giulia)).toBeNull()
    expect(await weaknessOf('Garbo tramonta sul molo 4!')).toBeNull()
  })

  it('applies the quoted rules first (V-11, V-12)', async () => {
    expect([await weaknessOf('Pass1!'), await weaknessOf('password123')]).toEqual([
      'PasswordTooShort',
      'PasswordTooPlain',
    ])
  })

  it('accepts phrases of four random words', async () => {
    const drawnWords = fc.uniqueArray(fc.constantFrom(...dictionary['diceware-common']), { minLength: 4, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(drawnWords, async (drawn) => {
        const [first = '', ...rest] = drawn
        const phrase = `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')} 7!`
        expect([phrase, await weaknessOf(phrase, [...giulia, ...aurora])]).toEqual([phrase, null])
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts password manager passwords', async () => {
    const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', '@$!%*?&']
    const oneOf = (kind: string) => fc.nat(kind.length - 1).map((n) => kind.charAt(n))
    const randomPasswords = fc
      .tuple(fc.array(oneOf(kinds.join('')), { minLength: 12, maxLength: 30 }), fc.tuple(...kinds.map(oneOf)))
      .map(([drawn, each]) => [...drawn, ...each].join(''))
      // excludes values such as "aaaaaaaaaaaa", towards which the library shrinks
      .filter((password) => new Set(password).size >= 10)
    await fc.assert(
      fc.asyncProperty(randomPasswords, async (password) => {
        expect([password, await weaknessOf(password, [...giulia, ...aurora])]).toEqual([password, null])
      }),
      { numRuns: 2000 },
    )
  })

  it('takes no longer for long input', async () => {
    expect(await weaknessOf(`aA1!${'ab'.repeat(98)}`, giulia)).toBeNull()
  })
})

const long = 'Aa1!'.padEnd(199, 'x')
const cost = { memory: 64, passes: 1, lanes: 1 }

describe('a long password', () => {
  it('of two hundred characters is accepted, and its last characters count', async () => {
    expect(newPassword.safeParse(`${long}y`).success).toBe(true)
    expect(newPassword.safeParse(`${long}yy`).success).toBe(false)
    const hash = await hashPassword(`${long}y`, cost)
    expect([await passwordMatches(hash, `${long}y`), await passwordMatches(hash, `${long}z`)]).toEqual([true, false])
  })
})
