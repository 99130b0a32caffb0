import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { NotFoundPage, PageLayout } from '../../components/page-layout.tsx'
import type { ResponseOf } from '../../shared/api.ts'
import { dateTime } from '../../shared/format.ts'
import { apiQuery } from '../../shared/queries.ts'
import { outboxTexts } from './outbox.texts.ts'

type Message = ResponseOf<'devOutbox'>['messages'][number]

/** @rule Q-25 messages of the development transport; the page does not exist with a real one */
export function OutboxPage() {
  const messages = useQuery(outboxQuery)
  const [to, setTo] = useState('')
  if (messages.error?.status === 404) return <NotFoundPage />
  return (
    <PageLayout title={outboxTexts.outbox} intro={outboxTexts.outboxIntro} narrow>
      <TextInput label={outboxTexts.search} type="search" value={to} onChange={(event) => setTo(event.target.value)} />
      <QueryView query={messages}>
        {({ messages }) => <MessageList messages={messages.filter((message) => message.to.includes(to.trim()))} />}
      </QueryView>
    </PageLayout>
  )
}

function MessageList({ messages }: { readonly messages: readonly Message[] }) {
  if (messages.length === 0) return <EmptyState text={outboxTexts.outboxEmpty} />
  return (
    <ul className="grid gap-4">
      {messages.map((message) => (
        <li key={message.id}>
          <MessageCard message={message} />
        </li>
      ))}
    </ul>
  )
}

function MessageCard({ message: { subject, channel, to, at, text } }: { readonly message: Message }) {
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

const outboxQuery = queryOptions({
  ...apiQuery('outbox', 'devOutbox', { query: {} }),
  refetchInterval: ({ state }) => (state.error === null ? 3_000 : false),
})
