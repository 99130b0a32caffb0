import type { SupportMessage } from '../../../contract/support/support.ts'
import { classNames } from '../../components/styles.ts'
import { dateTime } from '../../shared/format.ts'
import { supportTexts } from './texts.ts'

interface ConversationProps {
  readonly messages: readonly SupportMessage[]
  /** The side whose messages are on the right. */
  readonly reader: SupportMessage['author']
  /** Names of both sides, as the reader calls them. */
  readonly authors: Readonly<Record<SupportMessage['author'], string>>
}

/** Messages of a request, oldest first. */
export function Conversation({ messages, reader, authors }: ConversationProps) {
  return (
    <ol aria-label={supportTexts.messages} className="grid grid-cols-1 gap-3">
      {messages.map(({ id, author, message, at }) => (
        <li
          key={id}
          className={classNames(
            'grid gap-1 rounded-control p-3',
            author === 'staff' ? 'bg-olive-soft' : 'bg-sunken',
            author === reader ? 'sm:ml-10' : 'sm:mr-10',
          )}
        >
          <p className="text-sm">
            <span className="font-semibold break-words">{authors[author]}</span> ·{' '}
            <time dateTime={at}>{dateTime(at)}</time>
          </p>
          <p className="break-words whitespace-pre-line">{message}</p>
        </li>
      ))}
    </ol>
  )
}
