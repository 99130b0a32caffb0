import type { ReasonsTold } from '../../../contract/reasons.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** What was found, and the rule it rests on. */
export function Why({ why: { facts, ground } }: { readonly why: ReasonsTold }) {
  return (
    <figure className="grid w-full gap-1 rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">{words.why(words.grounds[ground])}</figcaption>
      {facts !== '' && <blockquote className="break-words whitespace-pre-line">{facts}</blockquote>}
    </figure>
  )
}
