import { diffWordsWithSpace } from 'diff'

export interface DiffPiece {
  /** Start in the concatenation of all pieces, in characters. */
  readonly offset: number
  readonly text: string
  readonly kind: 'kept' | 'removed' | 'added'
}

/** Texts with more differences are shown in full, one after the other: finding them takes quadratic time. */
const maxEdits = 800

/** Differences between two texts, word by word. */
export const diffWords = (before: string, after: string): readonly DiffPiece[] => {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  let offset = 0
  return changes.map(({ value, removed, added }) => {
    const piece: DiffPiece = { offset, text: value, kind: removed ? 'removed' : added ? 'added' : 'kept' }
    offset += value.length
    return piece
  })
}
