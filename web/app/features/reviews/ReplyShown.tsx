import type { Reply } from '../../../contract/replies.ts'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { hearings: words } = texts

/** What the business answered, under the review it answers. */
export function ReplyShown({ reply: { text, edited, overtaken, repliedAt } }: { readonly reply: Reply }) {
  return (
    <figure className="grid gap-1 rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        <span className="font-medium">{words.reply}</span>
        {` · ${longDate(repliedAt)}`}
        {edited && ` · ${words.replyEdited}`}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{text}</blockquote>
      {overtaken && <p className="text-sm text-muted">{words.replyOvertaken}</p>}
    </figure>
  )
}
