import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterFlaw, cleanedName, isReservedName, shortenedName } from '../../../domain/kernel/names.ts'

describe('Q-131: a name', () => {
  it.each([
    ['a line break', 'Ana\nRossi'],
    ['NUL', 'Ana\0'],
    ['a zero-width space', 'Ana\u200B'],
    ['a zero-width joiner', 'An\u200Da'],
    ['a soft hyphen', 'An\u00ADa'],
    ['a right-to-left override', '\u202Eana'],
    ['an isolate of bidirectional text', '\u2066Ana\u2069'],
    ['a line separator', 'Ana\u2028Rossi'],
    ['a tag', 'Ana\u{E0041}'],
    ['a blank letter', 'Ana\u3164'],
    ['a character for private use', 'Ana\uE000'],
  ])('has no %s', (_, name) => expect(characterFlaw(name)).toBe('invisible'))

  it.each(['http://male.example', 'Vinci su x://y', 'ana@posta.example', '@ana'])('is no address such as %s', (name) =>
    expect(characterFlaw(name)).toBe('address'),
  )

  it.each([
    'Ana Maria',
    'D’Angelo',
    "Dell'Orto",
    'Šibenik & "Figli"',
    'Łukasz',
    'Ольга',
    '李',
    'Bar 24/7: caffè',
    '🙂',
  ])('can be %s', (name) => expect(characterFlaw(name)).toBeNull())

  it('of Google or Facebook has no flaw once it is cleaned, is in NFC, and stays the same if cleaned again', () => {
    const hostile = fc.constantFrom('@', '://', ':', '/', '\u200B', '\u202E', '\n', '\0', '\u3164', '\uE000', 'e\u0301')
    const anyName = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 12 })
    fc.assert(
      fc.property(anyName, (parts) => {
        const cleaned = cleanedName(parts.join(''))
        expect(characterFlaw(cleaned)).toBeNull()
        expect(cleaned.normalize('NFC')).toBe(cleaned)
        expect(cleanedName(cleaned)).toBe(cleaned)
      }),
    )
  })

  it('of Google or Facebook keeps what is allowed', () =>
    expect(cleanedName(' Ana\u200B\n  Mari\u0061\u0300 @ http://x ')).toBe('Ana Marià http x'))

  it.each([
    ['an emoji of two code units', 'Ana🙂', 4, 'Ana'],
    ['a flag', 'Ana🇮🇹', 6, 'Ana'],
    ['a letter with an accent', 'Anna R\u0323\u0301ossi', 7, 'Anna'],
    ['a space', 'Ana Rossi', 4, 'Ana'],
    ['no letter', 'Ana Rossi', 5, 'Ana R'],
    ['nothing if it is short enough', 'Ana🙂', 5, 'Ana🙂'],
  ])('of Google or Facebook is shortened before %s', (_, name, max, shortened) =>
    expect(shortenedName(name, max)).toBe(shortened),
  )
})

describe('Q-131: a username or the name of a business', () => {
  it.each([
    ['the word', 'garbo'],
    ['another case', 'GaRBo'],
    ['accents', 'gárbò'],
    ['a Cyrillic letter', 'gаrbо'],
    ['Cyrillic capitals', 'МОDЕRАТОRЕ'],
    ['Greek letters', 'gαrbο'],
    ['Greek capitals', 'SΤΑFF'],
    ['a digit for o', 'garb0'],
    ['a digit for i', 'adm1n'],
    ['a digit for e', 'mod3razion3'],
    ['a digit for s', '5taff'],
    ['a small l for a capital i', 'AdmlN'],
    ['a dotless i', 'admın'],
    ['a 9 for g', '9arbo'],
    ['an r with a fishhook', 'Gaɾbo'],
    ['small capitals', 'ɢᴀʀʙᴏ'],
    ['full-width letters', 'ｇａｒｂｏ'],
    ['mathematical letters', '𝐠𝐚𝐫𝐛𝐨'],
    ['dots between the letters', 'g.a.r.b.o'],
    ['spaces between the letters', 'S U P P O R T O'],
    ['one separator', 'assi-stenza'],
    ['an emoji between the letters', 'gar🙂bo'],
    ['a blank letter between the letters', 'gar\u3164bo'],
    ['the word among others', 'Hotel Garbo'],
    ['the word at the start', 'staff.rossi'],
    ['a confusable among others', 'Ufficio Аѕѕіѕtеnzа Roma'],
    ['the feminine', 'moderatrice'],
    ['the office', 'Amministrazione'],
    ['a number behind it', 'admin1'],
    ['a number before it', '24 assistenza'],
    ['q for g', 'qarbo'],
    ['r and n for m', 'rnoderazione'],
    ['all of these', 'rn0derazi0ne42'],
  ])('is not reserved with %s', (_, name) => expect(isReservedName(name)).toBe(true))

  it.each([
    'Garbolino',
    'Amministrazioni Rossi',
    'Sgarbo',
    'Badminton Club',
    'Staffetta',
    'Hotel 5 Stelle',
    '',
    '...',
    '李',
  ])('can be %s', (name) => expect(isReservedName(name)).toBe(false))

  it('contains no reserved word, whatever its case, its separators and the words around it', () => {
    const anyWord = fc.constantFrom(
      'garbo',
      'admin',
      'amministratore',
      'assistenza',
      'supporto',
      'moderazione',
      'staff',
    )
    const anyLetter = fc.tuple(fc.boolean(), fc.constantFrom('', '', '.', ' ', '-', '_'))
    const anySpelling = fc
      .tuple(anyWord, fc.array(anyLetter, { minLength: 14, maxLength: 14 }))
      .map(([word, letters]) =>
        Array.from(word, (letter, n) => {
          const [isCapital, separator] = letters[n] ?? [false, '']
          return (isCapital ? letter.toUpperCase() : letter) + separator
        }).join(''),
      )
    fc.assert(
      fc.property(fc.constantFrom('', 'Hotel ', 'il_'), anySpelling, fc.constantFrom('', ' Roma', '-2'), (...parts) => {
        expect(isReservedName(parts.join(''))).toBe(true)
      }),
    )
  })
})
