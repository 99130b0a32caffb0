import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { NotFoundPage, PageLayout } from '../../components/page-layout.tsx'
import type { AnswerTo } from '../../shared/api.ts'
import { dateTime } from '../../shared/format.ts'
import { apiQuery } from '../../shared/queries.ts'
import { outboxTexts } from './outbox.texts.ts'

type Message = AnswerTo<'devOutbox'>['messages'][number]

/** @rule Q-25 messages of the development transport; the page does not exist with a real one */
export function OutboxPage() {
  const letters = useQuery(outboxQuery)
  const [to, setTo] = useState('')
  if (letters.error?.status === 404) return <NotFoundPage />
  return (
    <PageLayout title={outboxTexts.outbox} intro={outboxTexts.outboxIntro} narrow>
      <TextInput label={outboxTexts.search} type="search" value={to} onChange={(event) => setTo(event.target.value)} />
      <QueryView query={letters}>
        {({ messages }) => <MessageList letters={messages.filter((one) => one.to.includes(to.trim()))} />}
      </QueryView>
    </PageLayout>
  )
}

function MessageList({ letters }: { readonly letters: readonly Message[] }) {
  if (letters.length === 0) return <EmptyState text={outboxTexts.outboxEmpty} />
  return (
    <ul className="grid gap-4">
      {letters.map((letter) => (
        <li key={letter.id}>
          <MessageCard letter={letter} />
        </li>
      ))}
    </ul>
  )
}

function MessageCard({ letter: { subject, channel, to, at, text } }: { readonly letter: Message }) {
  return (
    <Card
      title={subject === '' ? outboxTexts.channels[channel] : subject}
      action={<Badge>{outboxTexts.channels[channel]}</Badge>}
    >
      <p className="mb-3 text-sm break-all text-muted">
        {outboxTexts.to(to)} · {dateTime(at)}
      </p>
      <p className="break-words whitespace-pre-line">
        {text.split(/(https?:\/\/\S+)/).map((part, n) =>
          n % 2 === 0 ? (
            part
          ) : (
            <a key={part} href={part} className="break-all underline">
              {part}
            </a>
          ),
        )}
      </p>
    </Card>
  )
}

export const outboxQuery = queryOptions({
  ...apiQuery('outbox', 'devOutbox', { query: {} }),
  refetchInterval: ({ state }) => (state.error === null ? 3_000 : false),
})
