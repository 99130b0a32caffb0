import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { NotFoundPage, PageLayout } from '../../components/page-layout.tsx'
import type { ResponseOf } from '../../shared/api.ts'
import { dateTime } from '../../shared/format.ts'
import { apiQuery } from '../../shared/queries.ts'
import { devMailboxTexts } from './dev-mailbox.texts.ts'

type Message = ResponseOf<'devMailbox'>['messages'][number]

/** @rule Q-25 messages of the development transport; the page does not exist with a real one */
export function DevMailboxPage() {
  const messages = useQuery(devMailboxQuery)
  const [to, setTo] = useState('')
  if (messages.error?.status === 404) return <NotFoundPage />
  return (
    <PageLayout title={devMailboxTexts.title} intro={devMailboxTexts.intro} narrow>
      <TextInput
        label={devMailboxTexts.search}
        type="search"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <QueryView query={messages}>
        {({ messages }) => <MessageList messages={messages.filter((message) => message.to.includes(to.trim()))} />}
      </QueryView>
    </PageLayout>
  )
}

function MessageList({ messages }: { readonly messages: readonly Message[] }) {
  if (messages.length === 0) return <EmptyState text={devMailboxTexts.empty} />
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
      title={subject === '' ? devMailboxTexts.channels[channel] : subject}
      action={<Badge>{devMailboxTexts.channels[channel]}</Badge>}
    >
      <p className="mb-3 text-sm break-all text-muted">
        {devMailboxTexts.to(to)} · {dateTime(at)}
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

const devMailboxQuery = queryOptions({
  ...apiQuery('dev-mailbox', 'devMailbox', { query: {} }),
  refetchInterval: ({ state }) => (state.error === null ? 3_000 : false),
})
