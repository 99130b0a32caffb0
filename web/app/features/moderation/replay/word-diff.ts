export interface DiffPiece {
  /** Where it begins, counted over all pieces. */
  readonly offset: number
  readonly text: string
  readonly kind: 'kept' | 'taken' | 'added'
}

/** Longer texts are shown one after the other instead: the table grows with the product of both lengths. */
const maxWords = 800

/** What became of a text, word by word: the longest common run of words is what stayed. */
export const diffWords = (before: string, after: string): readonly DiffPiece[] => {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  if (from.length > maxWords || to.length > maxWords)
    return mergePieces([
      { text: before, kind: 'taken' },
      { text: after, kind: 'added' },
    ])
  const common = commonTable(from, to)
  const pieces: PieceWithoutOffset[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [old, fresh] = [from[i], to[j]]
    if (old !== undefined && old === fresh) {
      pieces.push({ text: old, kind: 'kept' })
      i++
      j++
    } else if (fresh === undefined || (old !== undefined && cellOf(common, i + 1, j) >= cellOf(common, i, j + 1))) {
      pieces.push({ text: old ?? '', kind: 'taken' })
      i++
    } else {
      pieces.push({ text: fresh, kind: 'added' })
      j++
    }
  }
  return mergePieces(pieces)
}

/** A word with the space before it. */
const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+/g) ?? []

const cellOf = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0

/** How many words the rests have in common, from every pair of places on. */
const commonTable = (from: readonly string[], to: readonly string[]): readonly (readonly number[])[] => {
  const table: number[][] = Array.from({ length: from.length + 1 }, () => [])
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const row = table[i] ?? []
      row[j] =
        from[i] === to[j] ? cellOf(table, i + 1, j + 1) + 1 : Math.max(cellOf(table, i + 1, j), cellOf(table, i, j + 1))
    }
  return table
}

type PieceWithoutOffset = Omit<DiffPiece, 'offset'>

const mergePieces = (pieces: readonly PieceWithoutOffset[]): readonly DiffPiece[] => {
  const all: DiffPiece[] = []
  let place = 0
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last?.kind === piece.kind) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else if (piece.text !== '') all.push({ ...piece, offset: place })
    place += piece.text.length
  }
  return all
}
