import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffOf, type Piece } from '../../../../web/app/features/replay/word-diff.ts'

const textOf = (pieces: readonly Piece[], ...kinds: readonly Piece['kind'][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

describe('the text diff', () => {
  it('keeps common words and marks removed and added ones', () =>
    expect(diffOf('La camera era fredda', 'La camera era molto calda')).toEqual([
      { place: 0, text: 'La camera era', kind: 'kept' },
      { place: 13, text: ' fredda', kind: 'taken' },
      { place: 20, text: ' molto calda', kind: 'added' },
    ]))

  it('finds no change in equal texts and handles empty ones', () => {
    expect(diffOf('Tutto bene', 'Tutto bene')).toEqual([{ place: 0, text: 'Tutto bene', kind: 'kept' }])
    expect(diffOf('', '')).toEqual([])
  })

  const word = fc.constantFrom('la', 'camera', 'è', 'fredda', 'calda', 'molto')
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
  it('both texts can be reconstructed from it', () =>
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffOf(before, after)
        const words = (one: string) => one.split(/\s+/).filter(Boolean)
        expect(words(textOf(pieces, 'kept', 'taken'))).toEqual(words(before))
        expect(words(textOf(pieces, 'kept', 'added'))).toEqual(words(after))
      }),
    ))

  it('shows long texts in full, before and after', () => {
    const [before, after] = [Array(900).fill('a').join(' '), Array(900).fill('b').join(' ')]
    expect(diffOf(before, after)).toEqual([
      { place: 0, text: before, kind: 'taken' },
      { place: before.length, text: after, kind: 'added' },
    ])
  })
})
