import type { CaseReplay } from '../../../contract/replay.ts'
import { texts } from '../../texts.ts'
import { diffOf, type Piece } from './word-diff.ts'

const { replay: words, reviews } = texts
type Revision = CaseReplay['revisions'][number]

interface WordsShownProps {
  readonly words: Revision
  readonly before: Revision | undefined
  readonly sealed: boolean
  readonly erased: boolean
}

/** A review's words as they stood; beside an edit, what it took away and what it added. */
export function WordsShown({ words: { comment, reasonTags }, before, sealed, erased }: WordsShownProps) {
  if (sealed) return <p className="text-muted">{words.sealed}</p>
  if (erased) return <p className="text-muted">{words.erased}</p>
  return (
    <div className="grid gap-2">
      <h3 className="text-sm text-muted">{before === undefined ? words.words : words.changedWords}</h3>
      {before === undefined ? (
        <p className="break-words whitespace-pre-line">
          {comment ?? <em className="text-muted">{reviews.noComment}</em>}
        </p>
      ) : (
        <p className="break-words whitespace-pre-line">
          {diffOf(before.comment ?? '', comment ?? '').map((piece) => (
            <Changed key={piece.place} piece={piece} />
          ))}
        </p>
      )}
      {reasonTags.length > 0 && <p className="text-sm break-words text-muted">{reasonTags.join(' · ')}</p>}
    </div>
  )
}

function Changed({ piece: { text, kind } }: { readonly piece: Piece }) {
  if (kind === 'kept') return text
  const Element = kind === 'taken' ? 'del' : 'ins'
  return (
    <Element className={kind === 'taken' ? 'bg-danger-soft text-danger' : 'bg-olive-soft text-olive'}>
      <span className="sr-only"> ({words[kind]}) </span>
      {text}
    </Element>
  )
}
