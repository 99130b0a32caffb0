import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffPiece, diffWords } from '../../../../../web/app/features/moderation/replay/word-diff.ts'

const textOf = (pieces: readonly DiffPiece[], ...kinds: readonly DiffPiece['kind'][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

describe('the text diff', () => {
  it('keeps common words and marks removed and added ones', () =>
    expect(diffWords('La camera era fredda', 'La camera era molto calda')).toEqual([
      { offset: 0, text: 'La camera era ', kind: 'kept' },
      { offset: 14, text: 'fredda', kind: 'removed' },
      { offset: 20, text: 'molto calda', kind: 'added' },
    ]))

  it('finds no change in equal texts and handles empty ones', () => {
    expect(diffWords('Tutto bene', 'Tutto bene')).toEqual([{ offset: 0, text: 'Tutto bene', kind: 'kept' }])
    expect(diffWords('', '')).toEqual([])
  })

  const word = fc.constantFrom('la', 'camera', 'è', 'fredda', 'calda', 'molto')
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
  it('allows both texts to be reconstructed', () =>
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after)
        const words = (one: string) => one.split(/\s+/).filter(Boolean)
        expect(words(textOf(pieces, 'kept', 'removed'))).toEqual(words(before))
        expect(words(textOf(pieces, 'kept', 'added'))).toEqual(words(after))
      }),
    ))

  it('shows long texts in full, before and after', () => {
    const [before, after] = [Array(900).fill('a').join(' '), Array(900).fill('b').join(' ')]
    expect(diffWords(before, after)).toEqual([
      { offset: 0, text: before, kind: 'removed' },
      { offset: before.length, text: after, kind: 'added' },
    ])
  })
})
